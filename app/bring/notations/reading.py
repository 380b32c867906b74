"""The result of a reader: the bodies in a text, the assumptions about them, and the place of each value in the text.

The facts in the text (`Fact`) and the assumptions (`Assumption`) are separate lists.  An assumption names its
alternatives; importing again with one of them as a choice gives the other interpretation, which is how the switches of
the import dialog and the options of `gjkscope import` work.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.app.base.short_line import short_line
from gjkscope.app.scenes.scene import Body, Pair, Reported


class Span(NamedTuple):
    """A part of the text, as offsets."""

    start: int
    end: int


class Assumption(NamedTuple):
    """Something that the text does not state."""

    what: str  # as in `Choices`: quaternion, matrix, sizes, axis, …
    value: str
    why: str  # where the value comes from, such as "MJCF" or "PxBoxGeometry takes half extents"
    others: tuple[str, ...] = ()  # the alternatives
    span: Span | None = None  # the text that it is about
    asked: bool = False  # the text gives no reason for the value; a person has to confirm it


class Fact(NamedTuple):
    """A value of a body, and the text that it was read from."""

    body: str
    field: str  # shape, half extents, radius, position, orientation, …
    value: str  # as interpreted, for people
    span: Span


class Unread(NamedTuple):
    """A part of the text with numbers that were not read, though they may be about a shape or a pose."""

    line: int  # from 1
    column: int  # from 1, in characters
    words: str  # the name in front of the numbers, and the numbers
    size: int  # how many numbers
    span: Span

    def __str__(self) -> str:
        return f"line {self.line}: {self.words}"


class Reading(NamedTuple):
    """The result of a reader; lengths in metres and bodies in world space, y up or not, as the text has them."""

    bodies: tuple[Body, ...]
    reported: tuple[Reported, ...] = ()  # answers of an engine that the text contains
    pairs: tuple[Pair, ...] | None = None  # the pairs that the text is about; None: not stated
    facts: Sequence[Fact] = ()
    planes: frozenset[str] = frozenset()  # names of bodies that are infinite planes in the text
    dimension: int = 3  # of all bodies


class ImportFault(ValueError):
    """A text that cannot be imported; the message is one line for people.

    An error at a place in the text is a `TextError` (app/base/tokens.py), whose message starts with the position.
    """

    def __init__(self, message: str) -> None:
        super().__init__(short_line(message))  # it may quote a long name, or one with line breaks


class ReaderFault(ImportFault):
    """A fault of a reader rather than of the text: an exception that it does not expect.  Its cause has the details."""

    def __init__(self, notation: str, what: str) -> None:
        self.notation, self.what = notation, what
        where = f" in the reader of {notation}" if notation else ""
        super().__init__(f"this text cannot be read: please report it ({what}{where})")

    def __reduce__(self) -> tuple[type["ReaderFault"], tuple[str, str]]:
        return type(self), (self.notation, self.what)  # so that a child process can send it
