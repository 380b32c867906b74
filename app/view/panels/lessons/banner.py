"""The bar at the top of the window that leads back to the open lesson while the user explores elsewhere."""

from imgui_bundle import icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.state.actions import LeaveLesson, NoteDone, ResumeLesson
from gjkscope.app.state.inspection.situation import is_fulfilled
from gjkscope.app.state.model import Bookmark, LessonTask, State
from gjkscope.app.state.model.lesson import progress_key
from gjkscope.app.teach.lessons.contents import entry_of
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands import key_of
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit.bars import PLAIN, begin_bar
from gjkscope.app.view.panels.toolkit.sideways import button_width
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import shorten_label

HEIGHT = 42.0  # pixels at 100 % scale


def draw_lesson_banner(state: State, ui: Ui) -> list[Outcome]:
    """Draws the bar if a lesson is open but not shown; counts tasks that are done outside of it."""
    mark = state.lesson
    if mark is None or state.page is not None:
        return []
    shown = begin_bar("##lesson banner", imgui.Dir.up, HEIGHT * ui.scale, tones.ACCENT_GROUND, PLAIN)
    outcomes = _contents(mark, ui) if shown else []
    imgui.end()
    return outcomes + _note_done_tasks(mark, state)


def _contents(mark: Bookmark, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    back = f"{icons_fontawesome_6.ICON_FA_ARROW_LEFT}  Back to the lesson ({key_of('Explore freely')})"
    with imgui_ctx.push_font(*ui.fonts.bold):
        if imgui.button(back):
            outcomes.append(ResumeLesson())
    imgui.same_line()
    imgui.align_text_to_frame_padding()
    right = imgui.get_window_width() - button_width(LEAVE) - imgui.get_style().window_padding.x
    imgui.text(shorten_label(_words(mark), right - imgui.get_cursor_pos_x() - imgui.get_style().item_spacing.x))
    imgui.same_line(right)
    if imgui.button(LEAVE):
        outcomes.append(LeaveLesson())
    return outcomes


def _words(mark: Bookmark) -> str:
    where = f"lesson {entry_of(mark.lesson.name).number}, page {mark.page + 1}: {mark.shown.title}"
    return f"Another scene is open. It waits: {where}" if mark.away else f"Exploring {where}"


def _note_done_tasks(mark: Bookmark, state: State) -> list[Outcome]:
    """The tasks of the page that are done here: some are about the user's own scene."""
    return [
        NoteDone(number)
        for number, part in enumerate(mark.shown.parts)
        if isinstance(part, LessonTask)
        and progress_key(mark.lesson.name, mark.page, number) not in state.preferences.learned
        and is_fulfilled(part.when, state, mark.start)
    ]


LEAVE = "Exit lesson"
