"""Where labels go: beside the point they name, inside the view, and not over one another."""

from collections.abc import Sequence
from math import hypot, inf
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in pixels, y down."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "Box") -> float:
        """The shared area, square pixels."""
        left, top, right, bottom = self
        other_left, other_top, other_right, other_bottom = other
        if left >= other_right or right <= other_left or top >= other_bottom or bottom <= other_top:
            return 0.0
        return (min(right, other_right) - max(left, other_left)) * (min(bottom, other_bottom) - max(top, other_top))

    def inside(self, bounds: "Box") -> bool:
        return (
            self.left >= bounds.left
            and self.top >= bounds.top
            and self.right <= bounds.right
            and self.bottom <= bounds.bottom
        )


class Wish(NamedTuple):
    """A label to be placed: the pixel it names, its size, how much it matters, and which way it would rather lie."""

    anchor: tuple[float, float]
    size: tuple[float, float]
    priority: int
    toward: tuple[float, float] = (0.0, 0.0)  # unit vector in pixels, or zero for no preference


# Half the side of the square around a named point that no label may cover, pixels at 100 %: it has to stay visible.
POINT_ROOM = 7.0
# The directions tried from the anchor, best first, as parts of the label's own width and height.
DIRECTIONS = ((1, -1), (1, 1), (-1, -1), (-1, 1), (0, -1), (0, 1), (1, 0), (-1, 0))
DISTANCES = (9.0, 22.0, 40.0, 62.0, 90.0)  # pixels at 100 %
NEAREST = 0.6  # the part of these by which a label lies higher or lower
# What lying the wrong way costs, in square pixels covered: enough to leave an arrow free, not to cover a label.
WRONG_WAY = 60.0
# And what each pixel of distance from the anchor costs: the nearest free place is the best.
FAR_OFF = 4.0
OUTSIDE = 1e6


def place_labels(wishes: Sequence[Wish], bounds: Box, taken: Sequence[Box] = (), scale: float = 1.0) -> list[Box]:
    """A box for each label, in the order given: greedy, the important ones first.  `scale` is that of the marks.

    A box never leaves `bounds` unless it cannot fit; it avoids `taken`, the other labels and the named points, and
    where all places are taken it has the least overlap.
    """
    occupied = [*taken, *(_around(wish.anchor, scale) for wish in wishes)]
    places: dict[int, Box] = {}
    for index in sorted(range(len(wishes)), key=lambda i: -wishes[i].priority):
        places[index] = _best(wishes[index], bounds, occupied, scale)
        occupied.append(places[index])
    return [places[i] for i in range(len(wishes))]


def _best(wish: Wish, bounds: Box, occupied: Sequence[Box], scale: float) -> Box:
    """The candidate that costs least; the search ends where being so far away alone costs more than the best found."""
    best, least = None, inf
    for distance in DISTANCES:
        if FAR_OFF * NEAREST * distance * scale >= least:
            break
        for direction in DIRECTIONS:
            box = _beside(wish, direction, distance * scale)
            cost = _place_cost(box, wish, bounds)
            if cost < least:
                cost += sum(box.overlap(other) for other in occupied)
            if best is None or cost < least:
                best, least = box, cost
    assert best is not None
    return best if best.inside(bounds) else _slid(best, bounds)


def _slid(box: Box, bounds: Box) -> Box:
    """As much of it in the view as can be, its beginning before its end: it is too wide to lie beside its point."""
    x = max(min(0.0, bounds.right - box.right), bounds.left - box.left)
    y = max(min(0.0, bounds.bottom - box.bottom), bounds.top - box.top)
    return Box(box.left + x, box.top + y, box.right + x, box.bottom + y)


def _beside(wish: Wish, direction: tuple[int, int], distance: float) -> Box:
    (x, y), (width, height) = wish.anchor, wish.size
    left = x + direction[0] * distance - (1 - direction[0]) / 2 * width
    top = y + direction[1] * distance * NEAREST - (1 - direction[1]) / 2 * height
    return Box(left, top, left + width, top + height)


def _place_cost(box: Box, wish: Wish, bounds: Box) -> float:
    """What the place costs before anything is covered, in square pixels; leaving the view is worst of all."""
    place = WRONG_WAY * (1 - _agreement(box, wish)) + FAR_OFF * _gap(box, wish.anchor)
    return place if box.inside(bounds) else place + OUTSIDE


def _gap(box: Box, anchor: tuple[float, float]) -> float:
    """From the anchor to the nearest point of the box, pixels."""
    return hypot(
        max(box.left - anchor[0], 0.0, anchor[0] - box.right), max(box.top - anchor[1], 0.0, anchor[1] - box.bottom)
    )


def _agreement(box: Box, wish: Wish) -> float:
    """From −1 to 1: how much the box lies the way that was wished for."""
    x, y = (box.left + box.right) / 2 - wish.anchor[0], (box.top + box.bottom) / 2 - wish.anchor[1]
    return (x * wish.toward[0] + y * wish.toward[1]) / max(hypot(x, y), 1.0)


def _around(point: tuple[float, float], scale: float) -> Box:
    (x, y), room = point, POINT_ROOM * scale
    return Box(x - room, y - room, x + room, y + room)
