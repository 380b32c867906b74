"""Actions for lessons: open a page, complete tasks, answer questions, and record the progress.

A page sets the initial contents of the views, while the appearance stays the user's.  Changes made on a page are
exercises: they are not saved, and the next page discards them.  The user's own scene waits, with its unsaved changes,
until the lesson is left or another scene is opened.
"""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, update, updates
from gjkscope.app.state.actions.demos import before_takeover, uncover
from gjkscope.app.state.actions.fitting import running_workspace
from gjkscope.app.state.actions.history import end_gesture
from gjkscope.app.state.actions.predictions import AskPrediction, prediction_at_opening
from gjkscope.app.state.actions.setups import with_workspace
from gjkscope.app.state.actions.tools import set_aside, store_tools, without_lesson
from gjkscope.app.state.inspection.situation import is_fulfilled, situation
from gjkscope.app.state.model import Beats, Bookmark, Lesson, LessonPage, LessonTask, Part, State
from gjkscope.app.state.model.lesson import Question, progress_key
from gjkscope.app.state.model.ownership import Of, with_parts


class OpenLesson(Action, frozen=True):
    """Opens a page of a lesson; restarts it if it is already open."""

    lesson: Lesson
    page: int = 0
    recorded = False  # the contents of the page are recorded instead: see demos.takes.recorder


class NoteDone(Action, frozen=True):
    """Marks the task with that number on the open page as done, if its condition holds."""

    part: int
    passing = True
    recorded = False


class AnswerQuestion(Action, frozen=True):
    """Answers a question on the open page; `part` and `choice` are numbers."""

    part: int
    choice: int
    passing = True
    recorded = False


class LeaveLesson(Action, frozen=True):
    """Closes the lesson; the user's scene and tools from before it are restored."""

    recorded = False


class ExploreLesson(Action, frozen=True):
    """Shows the page's scene with the whole application; `ResumeLesson` returns to the page as it was."""

    recorded = False


class ResumeLesson(Action, frozen=True):
    """Returns to the page from exploring its scene, or from another scene: the page is as the user left it."""

    recorded = False


class SetLessonAside(Action, frozen=True):
    """Shows the user's scene from before the lesson; the lesson stays open."""

    recorded = False


@updates(OpenLesson)
def _open_lesson(state: State, action: OpenLesson) -> State:
    lesson, number = action.lesson, min(max(action.page, 0), len(action.lesson.pages) - 1)
    page, known, before = lesson.pages[number], state.lesson, replace(end_gesture(state.mine), lesson=None)
    follows = known is not None and (known.lesson, known.page + 1) == (lesson, number)
    goes_on = known is not None and follows and not known.away and not known.exploring
    beats = _beats_of_course(state)
    state = uncover(store_tools(state))
    if page.sets or not goes_on:
        state = replace(before_takeover(state, page.first), show=None)
    else:
        state = _with_display(state, lesson.pages[number - 1], page)
    state = state if beats is None else replace(state, run=replace(state.run, beats=beats))
    learned = _with(state.preferences.learned, progress_key(lesson.name, number))
    asked = prediction_at_opening(lesson.name, number, page, learned)
    opened = replace(
        state,
        preferences=replace(state.preferences, learned=learned),
        lesson=Bookmark(lesson, number, situation(state), before=before, asked=asked),
    )
    return opened if asked is None else update(opened, AskPrediction(asked.part))


def _beats_of_course(state: State) -> Beats | None:
    """Whether and how fast the open page animates beats, which the next page keeps; None outside of lessons."""
    known = state.lesson
    if known is None:
        return None
    page = known.kept if known.away or known.exploring else state
    return page.run.beats if page is not None else None


def _with_display(state: State, earlier: LessonPage, page: LessonPage) -> State:
    """The scene as the user left it on the earlier page, with the display of the new page."""
    shown = page.first.display
    display = replace(state.display, layout=shown.layout, visible=shown.visible, gizmo=shown.gizmo)
    view = state.view if page.first.view == earlier.first.view else page.first.view  # it has its own camera
    return replace(state, display=display, view=view)


@updates(ExploreLesson)
def _explore(state: State, _: ExploreLesson) -> State:
    known = state.lesson
    if known is None or state.page is None:
        return state
    state = end_gesture(replace(state, show=None))
    owned = state if state.own is None else with_parts(state, state.own, Of.TOOLS)
    owned = with_workspace(owned, known.shown.display.workspace or running_workspace(state))
    camera = replace(owned.view, cameras=state.view.cameras)
    display = replace(owned.display, layout=state.display.layout, caption=None)
    explores = replace(known, exploring=True, kept=state)
    return replace(owned, view=camera, display=display, lesson=explores)


@updates(ResumeLesson)
def _resume(state: State, _: ResumeLesson) -> State:
    known = state.lesson
    if known is None or known.kept is None or known.kept.lesson is None:
        return state
    before = state if known.away else state.mine
    own = store_tools(replace(state, lesson=None)).own if known.away else state.own
    kept = with_parts(known.kept, uncover(state), Of.USER)
    mark = replace(known.kept.lesson, before=replace(end_gesture(before), lesson=None))
    return replace(kept, lesson=mark, own=own, show=None, pointer=state.pointer)


@updates(SetLessonAside)
def _set_lesson_aside(state: State, _: SetLessonAside) -> State:
    return set_aside(state)


@updates(NoteDone)
def _note_done(state: State, action: NoteDone) -> State:
    known, task = state.lesson, _part(state, action.part)
    if known is None or not isinstance(task, LessonTask) or not is_fulfilled(task.when, state, known.start):
        return state
    return _learn(state, known, action.part)


@updates(AnswerQuestion)
def _answer(state: State, action: AnswerQuestion) -> State:
    known, question = state.lesson, _part(state, action.part)
    if known is None or not isinstance(question, Question) or not 0 <= action.choice < len(question.choices):
        return state
    answers = dict(known.answers) | {action.part: action.choice}
    state = replace(state, lesson=replace(known, answers=tuple(answers.items())))
    return _learn(state, known, action.part) if action.choice == question.right else state


@updates(LeaveLesson)
def _leave_lesson(state: State, _: LeaveLesson) -> State:
    return without_lesson(state)


def _part(state: State, number: int) -> Part | None:
    """The part with that number on the open page, or None."""
    parts = state.lesson.shown.parts if state.lesson is not None else ()
    return parts[number] if 0 <= number < len(parts) else None


def _learn(state: State, known: Bookmark, part: int) -> State:
    return replace(
        state,
        preferences=replace(
            state.preferences,
            learned=_with(state.preferences.learned, progress_key(known.lesson.name, known.page, part)),
        ),
    )


def _with(learned: tuple[str, ...], key: str) -> tuple[str, ...]:
    return learned if key in learned else (*learned, key)
