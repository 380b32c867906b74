"""Lessons as data: pages of text, each with a scene, tasks that are checked automatically, and questions.

As in a demo, the state at the beginning of a page depends on the lesson alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gjkscope.app.model.demo import Demo


@dataclass(frozen=True)
class MarkdownText:
    """Text, as Markdown."""

    text: str


@dataclass(frozen=True)
class LessonTask:
    """An exercise, solved when the condition `when`, an expression over a `Situation`, is true."""

    text: str
    when: str
    hint: str
    praise: str
    solution: Demo  # solves it, starting from the beginning of the page


@dataclass(frozen=True)
class Question:
    """A multiple-choice question; `right` is the index of the correct choice, `why` the explanation."""

    text: str
    choices: tuple[str, ...]
    right: int
    why: str


Part = MarkdownText | LessonTask | Question


@dataclass(frozen=True)
class LessonPage:
    title: str
    parts: tuple[Part, ...]
    first: Any  # the initial `State`, whose module imports this one
    sets: bool = True  # whether it has its own scene; otherwise it continues from the previous page

    @property
    def live(self) -> Iterator[int]:
        """The indices of the tasks and questions."""
        return (i for i, part in enumerate(self.parts) if not isinstance(part, MarkdownText))


@dataclass(frozen=True)
class Lesson:
    """A lesson; `name` is its file name without suffix, under which progress is stored."""

    name: str
    title: str
    about: str
    pages: tuple[LessonPage, ...]


@dataclass(frozen=True)
class Bookmark:
    """The user's position in a lesson.

    `start` is the `Situation` at the beginning of the page; `answers` are pairs of a question's index and the last
    choice.  `away`: the user has opened a different scene, in which tasks do not count.
    """

    lesson: Lesson
    page: int = 0
    start: Any = None
    answers: tuple[tuple[int, int], ...] = ()
    away: bool = False

    @property
    def shown(self) -> LessonPage:
        return self.lesson.pages[self.page]

    def answer_to(self, part: int) -> int | None:
        return dict(self.answers).get(part)


def progress_key(name: str, page: int, part: int | None = None) -> str:
    """The progress key of a completed part of a page; without `part`, of having read the page."""
    return f"{name}/{page}" if part is None else f"{name}/{page}/{part}"
