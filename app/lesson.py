"""A lesson as data: pages of words, each with a scene that they are about, tasks that are checked, and questions.

What is seen at the beginning of a page depends on nothing but the lesson, as in a demo.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .demo import Demo


@dataclass(frozen=True)
class Words:
    """Markdown."""

    text: str


@dataclass(frozen=True)
class Task:
    """Something to do; it is done when the condition `when`, an expression over a `Situation`, holds."""

    text: str
    when: str
    hint: str
    praise: str
    solution: Demo  # does it, from the beginning of the page on


@dataclass(frozen=True)
class Question:
    """`right` is the number of the one choice that is; `why` is told with the answer."""

    text: str
    choices: tuple[str, ...]
    right: int
    why: str


Part = Words | Task | Question


@dataclass(frozen=True)
class Page:
    title: str
    parts: tuple[Part, ...]
    first: Any  # the state that it begins with; the state stands above this module
    sets: bool = True  # whether it has a scene of its own, or goes on where the page before it ended

    @property
    def live(self) -> Iterator[int]:
        """The numbers of the parts that ask for something."""
        return (i for i, part in enumerate(self.parts) if not isinstance(part, Words))


@dataclass(frozen=True)
class Lesson:
    """`name` is what progress is kept under: that of its file."""

    name: str
    title: str
    about: str
    pages: tuple[Page, ...]


@dataclass(frozen=True)
class Bookmark:
    """Where somebody is in a lesson.

    `start` is the `Situation` as the page began; `answers` are the choices last made on it, by the question's number.
    `away`: they have opened a scene of their own, which is no exercise.
    """

    lesson: Lesson
    page: int = 0
    start: Any = None
    answers: tuple[tuple[int, int], ...] = ()
    away: bool = False

    @property
    def shown(self) -> Page:
        return self.lesson.pages[self.page]

    def answer_to(self, part: int) -> int | None:
        return dict(self.answers).get(part)


def key_of(name: str, page: int, part: int | None = None) -> str:
    """What is kept when that part of a page is done; without a part, when the page was read."""
    return f"{name}/{page}" if part is None else f"{name}/{page}/{part}"
