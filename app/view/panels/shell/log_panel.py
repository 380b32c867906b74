"""The Log panel: all messages of this session with their times."""

from imgui_bundle import icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.state.actions import Action
from gjkscope.app.state.model import State
from gjkscope.app.state.model.notifications import entry_text
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import keep_in_view
from gjkscope.app.view.panels.toolkit.message import draw_message_icon
from gjkscope.app.view.panels.toolkit.ui import Ui


def draw_log_panel(_: State, ui: Ui) -> list[Action]:
    if not ui.notifications.entries:
        imgui.text_wrapped("No messages yet")
        return []
    if imgui.small_button(f"{icons_fontawesome_6.ICON_FA_COPY} Copy log"):
        imgui.set_clipboard_text(ui.notifications.text())
    imgui.begin_child("log")
    for entry in ui.notifications.entries:
        with imgui_ctx.push_font(*ui.fonts.mono):
            imgui.text_colored(theme.rgba(tones.TEXT_DIM), f"{entry.time:%H:%M:%S}")
        imgui.same_line()
        draw_message_icon(entry.message)
        imgui.text_wrapped(entry_text(entry))
    keep_in_view(len(ui.notifications.entries))
    imgui.end_child()
    return []
