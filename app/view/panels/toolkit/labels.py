"""Label placement: beside the anchor point, inside the view, and without overlaps."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot, inf
from typing import NamedTuple


class LabelBox(NamedTuple):
    """A rectangle in pixels, y down."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    def overlap(self, *others: "LabelBox") -> float:
        """The total area of its intersections with `others`, in square pixels."""
        left, top, right, bottom = self
        area = 0.0
        for x0, y0, x1, y1 in others:
            if left < x1 and right > x0 and top < y1 and bottom > y0:
                # Inlined min and max: the calls take three times as long.
                width = (right if right < x1 else x1) - (left if left > x0 else x0)
                area += width * ((bottom if bottom < y1 else y1) - (top if top > y0 else y0))
        return area

    def shifted(self, x: float, y: float) -> "LabelBox":
        return LabelBox(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def inside(self, bounds: "LabelBox") -> bool:
        return (
            self.left >= bounds.left
            and self.top >= bounds.top
            and self.right <= bounds.right
            and self.bottom <= bounds.bottom
        )


class LabelRequest(NamedTuple):
    """A label to place: its anchor pixel, size, priority and preferred direction."""

    anchor: tuple[float, float]
    size: tuple[float, float]
    priority: int
    toward: tuple[float, float] = (0.0, 0.0)  # unit vector in pixels, or zero for no preference
    kept: tuple[float, float] | None = None  # upper left corner of its previous place, relative to the anchor

    @property
    def staying(self) -> LabelBox | None:
        """The box of its previous place, relative to the current anchor."""
        if self.kept is None:
            return None
        (x, y), (left, top), (width, height) = self.anchor, self.kept, self.size
        return LabelBox(x + left, y + top, x + left + width, y + top + height)


# Half side of the square around an anchor that labels avoid, so that the point stays visible; pixels at 100 % scale.
POINT_ROOM = 7.0
# Candidate directions from the anchor, best first, as multiples of the label's width and height.
DIRECTIONS = ((1, -1), (1, 1), (-1, -1), (-1, 1), (0, -1), (0, 1), (1, 0), (-1, 0))
DISTANCES = (9.0, 22.0, 40.0, 62.0, 90.0, 130.0)  # pixels at 100 % scale
NEAREST = 0.6  # vertical distance as a fraction of the horizontal one
# Cost of the wrong direction, in square pixels of overlap: enough to keep an arrow clear, too little to cover a label.
WRONG_WAY = 60.0
# Cost per pixel of distance from the anchor, so that the nearest free place is best.
FAR_OFF = 4.0
COVERING = 40.0  # extra cost of covering another label
HIDDEN = 0.1  # largest fraction of a label that another may cover; beyond it, neither is legible
FAR = DISTANCES[2]  # a label farther away than this moves closer once it can


class Candidate(NamedTuple):
    """A candidate place for a label of a given size, relative to its anchor."""

    box: LabelBox
    away: float  # cost of the distance
    way: tuple[float, float]  # unit vector from the anchor to the centre; shorter if they are within a pixel


def place_labels(
    wishes: Sequence[LabelRequest], bounds: LabelBox, taken: Sequence[LabelBox] = (), scale: float = 1.0
) -> list[LabelBox | None]:
    """Places labels greedily in order of priority; returns a box or None for each, in the given order.

    A box lies inside `bounds` if it fits at all.  It avoids `taken`, other labels and all anchors; if no place is free,
    it takes the one with the least overlap.  A label keeps its previous place if that is free, even if a better one
    exists.  A label that would cover another one is omitted (None).  `scale` is the scale of the marks.
    """
    rooms = [_around(wish.anchor, scale) for wish in wishes]
    occupied = [*taken, *rooms]
    labels = len(occupied)
    places: list[LabelBox | None] = [None] * len(wishes)
    for i in sorted(range(len(wishes)), key=lambda i: -wishes[i].priority):
        kept = _previous_place(wishes[i], rooms[i], bounds, occupied, scale)
        box = kept or _best(wishes[i], bounds, occupied, occupied[labels:], scale)
        if not _hides(box, occupied[labels:]):
            places[i] = box
            occupied.append(box)
    return places


def _hides(box: LabelBox, labels: Sequence[LabelBox]) -> bool:
    """Whether the box covers too much of another label, or is covered too much itself."""
    if not box.overlap(*labels):
        return False
    return any(box.overlap(label) > HIDDEN * min(box.area, label.area) for label in labels)


def _previous_place(
    wish: LabelRequest, room: LabelBox, bounds: LabelBox, occupied: Sequence[LabelBox], scale: float
) -> LabelBox | None:
    """The label's previous place if it is free (except for its own anchor), close enough and in the right direction."""
    box = wish.staying
    if box is None or wish.kept is None or _gap(wish.kept, wish.size) > FAR * scale:
        return None
    (left, top), (width, height), (right, down) = wish.kept, wish.size, wish.toward
    if right * (left + width / 2) + down * (top + height / 2) < 0:
        return None
    covered = box.overlap(*occupied)
    is_free = not covered or covered <= box.overlap(room)
    return box if is_free and box.inside(bounds) else None


def _best(
    wish: LabelRequest, bounds: LabelBox, occupied: Sequence[LabelBox], labels: Sequence[LabelBox], scale: float
) -> LabelBox:
    """The candidate with the lowest cost.  Candidates are tried in order of their cost without overlaps.

    `labels` are those of the `occupied` places that other labels take.
    """
    best, least = None, inf
    at_least = WRONG_WAY * (1 - hypot(*wish.toward))  # lower bound of the direction cost
    for distance in DISTANCES:
        if FAR_OFF * NEAREST * distance * scale + at_least >= least:
            break  # the distance alone costs more than the best candidate
        near, near_labels = (_near(wish, distance * scale, boxes) for boxes in (occupied, labels))
        for cost, candidate in _rank(wish, distance * scale):
            if cost >= least:
                break
            box = candidate if candidate.inside(bounds) else shift_into(candidate, bounds)
            cost += box.overlap(*near) + COVERING * box.overlap(*near_labels)
            if cost < least:
                best, least = box, cost
    assert best is not None
    return best


def _rank(wish: LabelRequest, distance: float) -> Iterator[tuple[float, LabelBox]]:
    """The candidates at that distance with their costs without overlaps, cheapest first."""
    (x, y), (right, down), ring = wish.anchor, wish.toward, _ring(wish.size, distance)
    costs = [(away + WRONG_WAY * (1 - right * way[0] - down * way[1]), i) for i, (_, away, way) in enumerate(ring)]
    for cost, i in sorted(costs):
        yield cost, ring[i].box.shifted(x, y)


def _near(wish: LabelRequest, distance: float, boxes: Sequence[LabelBox]) -> list[LabelBox]:
    """The boxes that a label at that distance could cover."""
    (x, y), (width, height) = wish.anchor, wish.size
    left, right = x - distance - width, x + distance + width
    top, bottom = y - distance - height, y + distance + height
    return [box for box in boxes if left < box[2] and right > box[0] and top < box[3] and bottom > box[1]]


def shift_into(box: LabelBox, bounds: LabelBox) -> LabelBox:
    """Shifts the box into `bounds`.  If it is too large, its left and top edges stay visible."""
    x = max(min(0.0, bounds.right - box.right), bounds.left - box.left)
    y = max(min(0.0, bounds.bottom - box.bottom), bounds.top - box.top)
    return box.shifted(x, y)


@lru_cache(maxsize=1024)
def _ring(size: tuple[float, float], distance: float) -> tuple[Candidate, ...]:
    """The candidates at that distance in order of the default preference."""
    candidates = []
    for direction in DIRECTIONS:
        box = _beside(size, direction, distance)
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        away = max(hypot(x, y), 1.0)
        candidates.append(Candidate(box, FAR_OFF * _gap((box.left, box.top), size), (x / away, y / away)))
    return tuple(candidates)


def _beside(size: tuple[float, float], direction: tuple[int, int], distance: float) -> LabelBox:
    width, height = size
    left = direction[0] * distance - (1 - direction[0]) / 2 * width
    top = direction[1] * distance * NEAREST - (1 - direction[1]) / 2 * height
    return LabelBox(left, top, left + width, top + height)


def _gap(corner: tuple[float, float], size: tuple[float, float]) -> float:
    """The distance in pixels from the anchor to a box with its upper left corner at `corner`."""
    (left, top), (width, height) = corner, size
    return hypot(max(left, 0.0, -left - width), max(top, 0.0, -top - height))


def _around(point: tuple[float, float], scale: float) -> LabelBox:
    (x, y), room = point, POINT_ROOM * scale
    return LabelBox(x - room, y - room, x + room, y + room)
