"""A lesson is read: pages turned, tasks done, questions answered; what was learned is kept.

What is seen at the beginning of a page is the page's; how it looks is the user's.  What somebody does with it is an
exercise: it is nothing to be saved, and over with the next page.
"""

from dataclasses import dataclass, replace

from ..lesson import Bookmark, Lesson, Part, Question, Task, key_of
from ..situation import is_fulfilled, situation
from ..state import State
from .action import Action, updates
from .showing import before_the_user
from .tools import own_again, set_aside


@dataclass(frozen=True)
class OpenLesson(Action):
    """Opens a page of a lesson; one that is open begins anew."""

    lesson: Lesson
    page: int = 0
    recorded = False  # but what the page shows is: see demos.recorder


@dataclass(frozen=True)
class NoteDone(Action):
    """The task of that number on the page that is open is done, if it is."""

    part: int
    passing = True
    recorded = False


@dataclass(frozen=True)
class Answer(Action):
    """Answers the question of that number on the page that is open with the choice of that number."""

    part: int
    choice: int
    passing = True
    recorded = False


@dataclass(frozen=True)
class LeaveLesson(Action):
    """The scene stays, and is one like any other; the user's tools are back."""

    recorded = False


@updates(OpenLesson)
def _open_lesson(state: State, action: OpenLesson) -> State:
    lesson, number = action.lesson, min(max(action.page, 0), len(action.lesson.pages) - 1)
    page, known = lesson.pages[number], state.lesson
    goes_on = known is not None and (known.lesson, known.page + 1, known.away) == (lesson, number, False)
    state = replace(set_aside(state), message=None, fault=None, dialog=None, unsaved=None, overlay=None)
    if page.sets or not goes_on:
        state = replace(before_the_user(state, page.first), show=None)
    learned = _with(state.learned, key_of(lesson.name, number))
    return replace(state, lesson=Bookmark(lesson, number, situation(state)), learned=learned)


@updates(NoteDone)
def _note_done(state: State, action: NoteDone) -> State:
    known, task = state.lesson, _part(state, action.part)
    if known is None or not isinstance(task, Task) or not is_fulfilled(task.when, state, known.start):
        return state
    return _learned(state, known, action.part)


@updates(Answer)
def _answer(state: State, action: Answer) -> State:
    known, question = state.lesson, _part(state, action.part)
    if known is None or not isinstance(question, Question) or not 0 <= action.choice < len(question.choices):
        return state
    answers = dict(known.answers) | {action.part: action.choice}
    state = replace(state, lesson=replace(known, answers=tuple(answers.items())))
    return _learned(state, known, action.part) if action.choice == question.right else state


@updates(LeaveLesson)
def _leave_lesson(state: State, _: LeaveLesson) -> State:
    return state if state.lesson is None else own_again(replace(state, lesson=None))


def _part(state: State, number: int) -> Part | None:
    """The part of that number on the page that is open; None where there is none."""
    parts = state.lesson.shown.parts if state.lesson is not None else ()
    return parts[number] if 0 <= number < len(parts) else None


def _learned(state: State, known: Bookmark, part: int) -> State:
    return replace(state, learned=_with(state.learned, key_of(known.lesson.name, known.page, part)))


def _with(learned: tuple[str, ...], key: str) -> tuple[str, ...]:
    return learned if key in learned else (*learned, key)
