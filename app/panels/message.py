"""The line at the bottom of the world view that tells what happened, until it is clicked away or replaced."""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from app.actions import Action, DismissMessage
from app.state import Message, State

from . import theme
from .ui import Ui


def draw_message(state: State, rect: tuple[float, float, float, float], ui: Ui) -> list[Action]:
    """Over the view at `rect`."""
    if state.message is None:
        return []
    margin = 12 * ui.scale
    imgui.set_next_window_pos(ImVec2(rect[0] + margin, rect[1] + rect[3] - margin), imgui.Cond_.always, ImVec2(0, 1))
    imgui.set_next_window_size_constraints(ImVec2(0, 0), ImVec2(max(rect[2] - 2 * margin, 1), 400 * ui.scale))
    imgui.set_next_window_bg_alpha(0.92)
    imgui.begin("##message", None, FLAGS)
    draw_kind(state.message)
    imgui.push_text_wrap_pos(max(rect[2] - 4 * margin, 100 * ui.scale))
    imgui.text_unformatted(state.message.text)
    imgui.pop_text_wrap_pos()
    hovered = imgui.is_window_hovered()
    imgui.end()
    if hovered:
        imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
        imgui.set_tooltip("click to close")
    return [DismissMessage()] if hovered and imgui.is_mouse_clicked(imgui.MouseButton_.left) else []


def draw_kind(message: Message) -> None:
    """Good news or bad, as an icon; what comes next stands beside it."""
    icons = icons_fontawesome_6
    icon, tone = (
        (icons.ICON_FA_TRIANGLE_EXCLAMATION, theme.BAD) if message.is_error else (icons.ICON_FA_CHECK, theme.GOOD)
    )
    imgui.text_colored(theme.rgba(tone), icon)
    imgui.same_line()


FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.always_auto_resize
)
