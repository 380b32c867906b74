"""Tiles: large pictures are drawn in parts, which limits memory use and keeps the application responsive."""

from collections.abc import Iterator
from itertools import product
from math import ceil, floor
from typing import NamedTuple

Rect = tuple[float, float, float, float]  # left, top, width, height

# Margin around the visible part of a view: `composite.frag` samples neighbouring pixels at silhouettes.
APRON = 2  # pixels


class Tile(NamedTuple):
    """A rectangle of a picture, in pixels from the top left."""

    left: int
    top: int
    width: int
    height: int

    @property
    def place(self) -> tuple[slice, slice]:
        """The slices of its rows and columns."""
        return slice(self.top, self.top + self.height), slice(self.left, self.left + self.width)

    def part_of(self, view: Rect) -> tuple[int, int, int, int] | None:
        """The part of a view to draw for this tile, or None if they do not intersect.

        Returns left, bottom, width and height in pixels from the view's lower left corner.  The part starts at an even
        pixel, because the GPU computes derivatives over blocks of 2 × 2 pixels.
        """
        left, right = _span(self.left - view[0], self.width, view[2])
        low, high = _span(view[1] + view[3] - self.top - self.height, self.height, view[3])
        return (left, low, right - left, high - low) if left < right and low < high else None


def tiles(size: tuple[int, int], side: int) -> Iterator[Tile]:
    """Yields the tiles of a picture row by row: squares of `side` pixels, smaller at the right and bottom edges."""
    for top, left in product(range(0, size[1], side), range(0, size[0], side)):
        yield Tile(left, top, min(side, size[0] - left), min(side, size[1] - top))


def picture_rect(part: tuple[int, int, int, int], view: Rect) -> Rect:
    """Converts a part of a view (left, bottom, width, height) to a rectangle of the picture, y down."""
    left, bottom, width, height = part
    return view[0] + left, view[1] + view[3] - bottom - height, width, height


def _span(first: float, length: int, size: float) -> tuple[int, int]:
    return max(floor((first - APRON) / 2) * 2, 0), min(ceil(first + length) + APRON, round(size))
