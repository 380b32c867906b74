"""Shared by the readers: the error class, parsing of numbers by line, and triangulation of polygons."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from reprlib import repr as shown
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.cancellation import checkpoint

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

Surface = tuple[Floats, Ints]
"""Vertices (n, 3) and triangles (m, 3)."""


class MeshObject(NamedTuple):
    """An object of a file that holds several: its surface, around its own origin, and where that is."""

    name: str
    surface: Surface
    position: Floats


MOST_DIGITS = 18  # of an integer, so that 64 bits hold it
LINES_AT_ONCE = 10_000  # lines between two checks for cancellation


class FormatError(ValueError):
    """An invalid file; the message gives the position."""


class UnsupportedFeature(FormatError):
    """A file that may be valid, but uses something that no reader here understands."""


class Line:
    """The words of a non-empty line."""

    __slots__ = ("number", "words")

    def __init__(self, number: int, words: list[str]) -> None:
        self.number, self.words = number, words

    def fault(self, message: str) -> FormatError:
        return FormatError(f"line {self.number}: {message}")

    def floats(self, start: int, count: int) -> list[float]:
        """Parses `count` numbers, including infinity and NaN, from the word at `start` on."""
        words = self.words[start : start + count]
        if len(words) < count:
            raise self.fault(f"must have {count} numbers, has {len(words)}")
        try:
            if "_" not in "".join(words):  # only Python allows 1_000
                return list(map(float, words))
        except ValueError:
            pass
        return [self.number_of(word) for word in words]  # finds the bad word

    def number_of(self, word: str) -> float:
        try:
            if "_" not in word:
                return float(word)
        except ValueError:
            pass
        raise self.fault(f"must be a number, got {shown(word)}")

    def integers(self, start: int, count: int) -> list[int]:
        words = self.words[start : start + count]
        if len(words) < count:
            raise self.fault(f"must have {count} whole numbers, has {len(words)}")
        joined = "".join(words)
        if joined.isascii() and joined.isdigit() and len(joined) <= MOST_DIGITS:
            return list(map(int, words))
        return [self.integer_of(word) for word in words]

    def integer_of(self, word: str) -> int:
        digits = word[1:] if word[:1] in ("-", "+") else word
        if not (digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS):
            raise self.fault(f"must be a whole number, got {shown(word)}")
        return int(word)


def nonempty_lines(text: str, comment: str = "", first: int = 1) -> Iterator[Line]:
    """The non-empty lines, numbered from `first`."""
    for number, line in enumerate(text.split("\n"), start=first):
        if number % LINES_AT_ONCE == 0:
            checkpoint()
        words = (line.partition(comment)[0] if comment else line).split()
        if words:
            yield Line(number, words)


def text_of(data: bytes) -> str:
    """Decodes the text; comments may have any encoding."""
    return data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def vertices_of(rows: Sequence[Sequence[float]]) -> Floats:
    return np.array(rows, np.float64).reshape(-1, 3)


def fan_triangles(polygons: Sequence[Sequence[int]]) -> Ints:
    """Splits each polygon into a fan of triangles from its first corner."""
    fans = [(corners[0], b, c) for corners in polygons for b, c in pairwise(corners[1:])]
    return np.array(fans, np.int64).reshape(-1, 3)
