"""Actions for lessons: open a page, complete tasks, answer questions, and record the progress.

A page sets the initial contents of the views, while the appearance stays the user's.  Changes made on a page are
exercises: they are not saved, and the next page discards them.
"""

from gjkscope.app.actions.action import Action, update, updates
from gjkscope.app.actions.demos import before_takeover, uncovered
from gjkscope.app.actions.predictions import AskPrediction, asked_at_opening
from gjkscope.app.actions.tools import restore_tools, store_tools
from gjkscope.app.base.records import replace
from gjkscope.app.inspection.situation import is_fulfilled, situation
from gjkscope.app.model import Bookmark, Lesson, LessonTask, Part, State
from gjkscope.app.model.lesson import Question, progress_key


class OpenLesson(Action, frozen=True):
    """Opens a page of a lesson; restarts it if it is already open."""

    lesson: Lesson
    page: int = 0
    recorded = False  # the contents of the page are recorded instead: see demos.recorder


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
    """Closes the lesson; the scene stays as an ordinary one, and the user's tools are restored."""

    recorded = False


@updates(OpenLesson)
def _open_lesson(state: State, action: OpenLesson) -> State:
    lesson, number = action.lesson, min(max(action.page, 0), len(action.lesson.pages) - 1)
    page, known = lesson.pages[number], state.lesson
    goes_on = known is not None and (known.lesson, known.page + 1, known.away) == (lesson, number, False)
    state = uncovered(store_tools(state))
    if page.sets or not goes_on:
        state = replace(before_takeover(state, page.first), show=None)
    learned = _with(state.preferences.learned, progress_key(lesson.name, number))
    asked = asked_at_opening(lesson.name, number, page, learned)
    opened = replace(
        state,
        preferences=replace(state.preferences, learned=learned),
        lesson=Bookmark(lesson, number, situation(state), asked=asked),
    )
    return opened if asked is None else update(opened, AskPrediction(asked.part))


@updates(NoteDone)
def _note_done(state: State, action: NoteDone) -> State:
    known, task = state.lesson, _part(state, action.part)
    if known is None or not isinstance(task, LessonTask) or not is_fulfilled(task.when, state, known.start):
        return state
    return _learned(state, known, action.part)


@updates(AnswerQuestion)
def _answer(state: State, action: AnswerQuestion) -> State:
    known, question = state.lesson, _part(state, action.part)
    if known is None or not isinstance(question, Question) or not 0 <= action.choice < len(question.choices):
        return state
    answers = dict(known.answers) | {action.part: action.choice}
    state = replace(state, lesson=replace(known, answers=tuple(answers.items())))
    return _learned(state, known, action.part) if action.choice == question.right else state


@updates(LeaveLesson)
def _leave_lesson(state: State, _: LeaveLesson) -> State:
    return state if state.lesson is None else restore_tools(replace(state, lesson=None))


def _part(state: State, number: int) -> Part | None:
    """The part with that number on the open page, or None."""
    parts = state.lesson.shown.parts if state.lesson is not None else ()
    return parts[number] if 0 <= number < len(parts) else None


def _learned(state: State, known: Bookmark, part: int) -> State:
    return replace(
        state,
        preferences=replace(
            state.preferences,
            learned=_with(state.preferences.learned, progress_key(known.lesson.name, known.page, part)),
        ),
    )


def _with(learned: tuple[str, ...], key: str) -> tuple[str, ...]:
    return learned if key in learned else (*learned, key)
