"""Large pictures are drawn in tiles, one after the other: neither the memory nor who waits has to hold them whole."""

from collections.abc import Iterator
from itertools import product
from math import ceil, floor
from typing import NamedTuple

Rect = tuple[float, float, float, float]  # left, top, width, height

# Around what is seen of a view: a pixel at a silhouette takes light from its neighbours (`composite.frag`).
APRON = 2  # pixels


class Tile(NamedTuple):
    """A rectangle of a picture, in pixels from its top left."""

    left: int
    top: int
    width: int
    height: int

    @property
    def place(self) -> tuple[slice, slice]:
        """Its rows and columns."""
        return slice(self.top, self.top + self.height), slice(self.left, self.left + self.width)

    def part_of(self, view: Rect) -> tuple[int, int, int, int] | None:
        """What is to be drawn of a view there: left, bottom, width, height from its lower left; None for nothing.

        It begins at an even pixel, as the GPU takes derivatives over squares of two by two.
        """
        left, right = _span(self.left - view[0], self.width, view[2])
        low, high = _span(view[1] + view[3] - self.top - self.height, self.height, view[3])
        return (left, low, right - left, high - low) if left < right and low < high else None


def tiles(size: tuple[int, int], side: int) -> Iterator[Tile]:
    """All of a picture of that size in squares of `side` pixels, less at its right and lower edge; row by row."""
    for top, left in product(range(0, size[1], side), range(0, size[0], side)):
        yield Tile(left, top, min(side, size[0] - left), min(side, size[1] - top))


def from_above(part: tuple[int, int, int, int], view: Rect) -> Rect:
    """Where that part of the view is in the picture."""
    left, bottom, width, height = part
    return view[0] + left, view[1] + view[3] - bottom - height, width, height


def _span(first: float, length: int, size: float) -> tuple[int, int]:
    return max(floor((first - APRON) / 2) * 2, 0), min(ceil(first + length) + APRON, round(size))
