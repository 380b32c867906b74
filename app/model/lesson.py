"""The text and the questions of lessons.  Lessons themselves contain states and are defined in `state`."""

from msgspec import Struct


class MarkdownText(Struct, frozen=True):
    """Text, as Markdown."""

    text: str


class Question(Struct, frozen=True):
    """A multiple-choice question; `right` is the index of the correct choice, `why` the explanation."""

    text: str
    choices: tuple[str, ...]
    right: int
    why: str


def progress_key(name: str, page: int, part: int | None = None) -> str:
    """The progress key of a completed part of a page; without `part`, of having read the page."""
    return f"{name}/{page}" if part is None else f"{name}/{page}/{part}"
