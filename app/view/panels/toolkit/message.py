"""Notifications at the bottom of the world view: the running job with a Cancel button, the last error and message.

A message disappears after a while, but never while the pointer is over it, so that a click meant to dismiss it cannot
hit what is below.  An error stays until it is dismissed.
"""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.state.actions import DismissMessage
from gjkscope.app.state.model import Message, State, Task
from gjkscope.app.view import tones
from gjkscope.app.view.panels.requests import CancelTask, Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui


def draw_notification(state: State, rect: Rect, ui: Ui) -> list[Outcome]:
    """Draws the notifications over the view at `rect`, stacked from the bottom."""
    outcomes: list[Outcome] = []
    if state.shell.task is not None and not state.shell.task.reads_demo:  # which has a card
        outcomes += _draw_task(state.shell.task, rect, ui)
        rect = _above(TASK, rect)
    if state.shell.fault is not None:
        outcomes += _draw_message(FAULT, state.shell.fault, rect, ui)
        rect = _above(FAULT, rect)
    if state.shell.message is not None:
        outcomes += _draw_message(MESSAGE, state.shell.message, rect, ui)
    return outcomes


def _above(title: str, rect: Rect) -> Rect:
    """The part of `rect` above the window `title`."""
    return (*rect[:3], imgui.internal.find_window_by_name(title).pos.y - rect[1])


def _begin(title: str, rect: Rect, ui: Ui) -> None:
    """Begins a window at the lower left corner of `rect`."""
    margin = 12 * ui.scale
    imgui.set_next_window_pos(ImVec2(rect[0] + margin, rect[1] + rect[3] - margin), imgui.Cond_.always, ImVec2(0, 1))
    imgui.set_next_window_size_constraints(ImVec2(0, 0), ImVec2(max(rect[2] - 2 * margin, 1), 400 * ui.scale))
    imgui.set_next_window_bg_alpha(0.92)
    imgui.begin(title, None, FLAGS)


def _draw_task(task: Task, rect: Rect, ui: Ui) -> list[Outcome]:
    _begin(TASK, rect, ui)
    imgui.align_text_to_frame_padding()
    imgui.text_colored(theme.rgba(tones.WARNING), icons_fontawesome_6.ICON_FA_HOURGLASS_HALF)
    imgui.same_line()
    pressed = imgui.button("Cancel##task")
    imgui.same_line()
    _draw_wrapped(f"{task.words}… {task.seconds} s", rect, ui)
    draw_progress(task, ui)
    imgui.end()
    return [CancelTask()] if pressed else []


def draw_progress(task: Task, ui: Ui) -> None:
    """Draws a progress bar if the progress is known."""
    if task.percent is not None:
        imgui.progress_bar(task.percent / 100, ImVec2(PROGRESS_WIDTH * ui.scale, 0), f"{task.percent} %")


def _draw_message(title: str, message: Message, rect: Rect, ui: Ui) -> list[Outcome]:
    _begin(title, rect, ui)
    draw_message_icon(message)
    _draw_wrapped(message.text, rect, ui)
    hovered = imgui.is_window_hovered()
    imgui.end()
    if hovered:
        imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
        imgui.set_tooltip("Click to dismiss")
    done = imgui.is_mouse_clicked(imgui.MouseButton_.left) if hovered else ui.notifications.remaining(message) <= 0
    return [DismissMessage(message.text)] if done else []


def _draw_wrapped(text: str, rect: Rect, ui: Ui) -> None:
    imgui.push_text_wrap_pos(max(rect[2] - 48 * ui.scale, 100 * ui.scale))
    imgui.text_unformatted(text)
    imgui.pop_text_wrap_pos()


def draw_message_icon(message: Message) -> None:
    """Draws the error or information icon; the next item goes on the same line."""
    icons = icons_fontawesome_6
    icon, tone = (
        (icons.ICON_FA_TRIANGLE_EXCLAMATION, tones.BAD)
        if message.is_error
        else (icons.ICON_FA_CIRCLE_INFO, tones.ACCENT)
    )
    imgui.text_colored(theme.rgba(tone), icon)
    imgui.same_line()


TASK, FAULT, MESSAGE = "##task", "##fault", "##message"
PROGRESS_WIDTH = 280.0  # pixels at 100 % scale
FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.always_auto_resize
)
