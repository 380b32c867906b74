"""The text, the questions and the displays of lessons; lessons themselves contain states and are in `state`."""

from msgspec import Struct

from gjkscope.app.scenes.opening import Workspace


class MarkdownText(Struct, frozen=True):
    """Text, as Markdown."""

    text: str


class AnswerChoice(Struct, frozen=True):
    """An answer to choose; `mistake` explains why a wrong one is wrong, and is empty for the right one."""

    text: str
    mistake: str = ""


class Question(Struct, frozen=True):
    """A multiple-choice question; `right` is the index of the correct choice, `why` the explanation."""

    text: str
    choices: tuple[AnswerChoice, ...]
    right: int
    why: str


class Slider(Struct, frozen=True):
    """A slider of a page: one coordinate of a body (`x`, `y`, `z`, metres) or its `angle` about z (degrees)."""

    body: str
    part: str
    low: float
    high: float


class PageDisplay(Struct, frozen=True):
    """What a page shows beside its text; everything else is hidden.  `app/teach/lessons/display.py` reads it.

    `labels`: None shows all.  `precision`: decimals of numbers on the screen; None shows them in full.
    """

    overlays: frozenset[str] = frozenset()
    panels: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    algorithms: tuple[str, ...] = ()
    sliders: tuple[Slider, ...] = ()
    labels: tuple[str, ...] | None = ()
    precision: int | None = None
    teaches: tuple[str, ...] = ()
    workspace: Workspace | None = None  # in which the page is explored; None: that of its algorithm


def progress_key(name: str, page: int, part: int | None = None) -> str:
    """The progress key of a completed part of a page; without `part`, of having read the page."""
    return f"{name}/{page}" if part is None else f"{name}/{page}/{part}"
