"""The card over the views while a demo is read that takes a while: reading performs the whole demo once, as a check."""

from imgui_bundle import ImVec2, imgui

from gjkscope.app.state.model import State, Task
from gjkscope.app.view import tones
from gjkscope.app.view.panels.requests import CancelTask, Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.message import PROGRESS_WIDTH
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui

SHADE = 0.72  # opacity of what dims the views behind the card
PADDING = 22.0  # around its contents, pixels at 100 % scale
WHY = "Its steps are tried once, so that nothing fails before an audience."
FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.always_auto_resize
)
GROUND_FLAGS = FLAGS | imgui.WindowFlags_.no_inputs | imgui.WindowFlags_.no_background


def draw_reading_card(state: State, frame: Rect, ui: Ui) -> list[Outcome]:
    """Draws the card over the views at `frame`, which it dims; before a presentation begins, it hides them."""
    task = state.shell.task
    if task is None or not task.reads_demo:
        return []
    hides = state.presenting.on and state.show is None
    left, top, width, height = _whole_window() if hides else frame
    _draw_ground((left, top, width, height), 1.0 if hides else SHADE)
    imgui.set_next_window_pos(ImVec2(left + width / 2, top + height / 2), imgui.Cond_.always, ImVec2(0.5, 0.5))
    imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(PADDING * ui.scale, PADDING * ui.scale))
    imgui.push_style_color(imgui.Col_.window_bg, theme.rgba(tones.POPUP))
    imgui.begin("##reading", None, FLAGS)
    imgui.pop_style_color()
    imgui.pop_style_var()
    imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
    pressed = _draw_contents(task, ui)
    imgui.end()
    return [CancelTask()] if pressed else []


def _draw_contents(task: Task, ui: Ui) -> bool:
    """Draws what is read, how far, and for how long; returns whether Cancel was pressed."""
    width = PROGRESS_WIDTH * ui.scale
    imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + width)
    imgui.push_font(*ui.fonts.bold)
    imgui.text_wrapped(task.words)
    imgui.pop_font()
    imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.TEXT_DIM))
    imgui.text_wrapped(WHY)
    imgui.pop_style_color()
    imgui.pop_text_wrap_pos()
    imgui.spacing()
    imgui.progress_bar((task.percent or 0) / 100, ImVec2(width, 0), f"{task.percent or 0} %")
    imgui.spacing()
    pressed = imgui.button("Cancel##reading")
    imgui.same_line()
    imgui.align_text_to_frame_padding()
    imgui.text_disabled(f"{task.seconds} s")
    return pressed


def _draw_ground(frame: Rect, opacity: float) -> None:
    left, top, width, height = frame
    imgui.set_next_window_pos(ImVec2(left, top))
    imgui.set_next_window_size(ImVec2(width, height))
    imgui.begin("##reading ground", None, GROUND_FLAGS)
    low, high = ImVec2(left, top), ImVec2(left + width, top + height)
    canvas = imgui.get_window_draw_list()
    canvas.push_clip_rect_full_screen()  # over the borders of windows, too
    canvas.add_rect_filled(low, high, imgui.get_color_u32(theme.rgba(tones.ABYSS, opacity)))
    canvas.pop_clip_rect()
    imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
    imgui.end()


def _whole_window() -> Rect:
    area = imgui.get_main_viewport()
    return area.pos.x, area.pos.y, area.size.x, area.size.y
