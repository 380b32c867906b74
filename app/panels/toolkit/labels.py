"""Where labels go: beside the point they name, inside the view, and not over one another."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot, inf
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in pixels, y down."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    def overlap(self, *others: "Box") -> float:
        """The area that it shares with them, square pixels."""
        left, top, right, bottom = self
        area = 0.0
        for x0, y0, x1, y1 in others:
            if left < x1 and right > x0 and top < y1 and bottom > y0:
                # As min and max, which take three times as long.
                width = (right if right < x1 else x1) - (left if left > x0 else x0)
                area += width * ((bottom if bottom < y1 else y1) - (top if top > y0 else y0))
        return area

    def shifted(self, x: float, y: float) -> "Box":
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y)

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
    kept: tuple[float, float] | None = None  # where its upper left corner would rather stay, from the anchor

    @property
    def staying(self) -> Box | None:
        """Where it would rather stay."""
        if self.kept is None:
            return None
        (x, y), (left, top), (width, height) = self.anchor, self.kept, self.size
        return Box(x + left, y + top, x + left + width, y + top + height)


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
HIDDEN = 0.1  # the part of a label that another one may lie on; with more, neither could be read
FAR = DISTANCES[2]  # no label stays there once it need not


class Candidate(NamedTuple):
    """A place for a label of some size, seen from the point that it names."""

    box: Box
    away: float  # what the distance costs
    way: tuple[float, float]  # where its middle lies, as a unit vector; shorter within a pixel


def place_labels(
    wishes: Sequence[Wish], bounds: Box, taken: Sequence[Box] = (), scale: float = 1.0
) -> list[Box | None]:
    """A box for each label, in the order given: greedy, the important ones first.  `scale` is that of the marks.

    A box never leaves `bounds` unless it cannot fit; it avoids `taken`, the other labels and the named points, and
    where all places are taken it has the least overlap.  One that would rather stay does so if nothing is in its way,
    though another place may have become a better one.  One that could only lie on another label has none.
    """
    rooms = [_around(wish.anchor, scale) for wish in wishes]
    occupied = [*taken, *rooms]
    labels = len(occupied)
    places: list[Box | None] = [None] * len(wishes)
    for i in sorted(range(len(wishes)), key=lambda i: -wishes[i].priority):
        box = _kept(wishes[i], rooms[i], bounds, occupied, scale) or _best(wishes[i], bounds, occupied, scale)
        if not _hides(box, occupied[labels:]):
            places[i] = box
            occupied.append(box)
    return places


def _hides(box: Box, labels: Sequence[Box]) -> bool:
    """Whether it would lie on too much of a label."""
    if not box.overlap(*labels):
        return False
    return any(box.overlap(label) > HIDDEN * min(box.area, label.area) for label in labels)


def _kept(wish: Wish, room: Box, bounds: Box, occupied: Sequence[Box], scale: float) -> Box | None:
    """Where it would rather stay, if that is free but for its own point's room, near enough, and not the wrong way."""
    box = wish.staying
    if box is None or wish.kept is None or _gap(wish.kept, wish.size) > FAR * scale:
        return None
    (left, top), (width, height), (right, down) = wish.kept, wish.size, wish.toward
    if right * (left + width / 2) + down * (top + height / 2) < 0:
        return None
    covered = box.overlap(*occupied)
    is_free = not covered or covered <= box.overlap(room)
    return box if is_free and box.inside(bounds) else None


def _best(wish: Wish, bounds: Box, occupied: Sequence[Box], scale: float) -> Box:
    """The candidate that costs least; those are tried first that cost least before anything is covered."""
    best, least = None, inf
    at_least = WRONG_WAY * (1 - hypot(*wish.toward))  # whatever way it lies
    for distance in DISTANCES:
        if FAR_OFF * NEAREST * distance * scale + at_least >= least:
            break  # being so far away alone costs more than the best found
        near = _near(wish, distance * scale, occupied)
        for cost, place in _ranked(wish, distance * scale):
            if cost >= least:
                break
            box = place if place.inside(bounds) else slid(place, bounds)
            cost += box.overlap(*near)
            if cost < least:
                best, least = box, cost
    assert best is not None
    return best


def _ranked(wish: Wish, distance: float) -> Iterator[tuple[float, Box]]:
    """What each place at that distance costs where nothing is covered, and the place; the cheapest first."""
    (x, y), (right, down), ring = wish.anchor, wish.toward, _ring(wish.size, distance)
    costs = [(away + WRONG_WAY * (1 - right * way[0] - down * way[1]), i) for i, (_, away, way) in enumerate(ring)]
    for cost, i in sorted(costs):
        yield cost, ring[i].box.shifted(x, y)


def _near(wish: Wish, distance: float, boxes: Sequence[Box]) -> list[Box]:
    """Those that a label at that distance could cover."""
    (x, y), (width, height) = wish.anchor, wish.size
    left, right = x - distance - width, x + distance + width
    top, bottom = y - distance - height, y + distance + height
    return [box for box in boxes if left < box[2] and right > box[0] and top < box[3] and bottom > box[1]]


def slid(box: Box, bounds: Box) -> Box:
    """In the view; of one that is too wide as much as can be, its beginning before its end."""
    x = max(min(0.0, bounds.right - box.right), bounds.left - box.left)
    y = max(min(0.0, bounds.bottom - box.bottom), bounds.top - box.top)
    return box.shifted(x, y)


@lru_cache(maxsize=1024)
def _ring(size: tuple[float, float], distance: float) -> tuple[Candidate, ...]:
    """The places at that distance, best first where nothing else is wished for."""
    candidates = []
    for direction in DIRECTIONS:
        box = _beside(size, direction, distance)
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        away = max(hypot(x, y), 1.0)
        candidates.append(Candidate(box, FAR_OFF * _gap((box.left, box.top), size), (x / away, y / away)))
    return tuple(candidates)


def _beside(size: tuple[float, float], direction: tuple[int, int], distance: float) -> Box:
    width, height = size
    left = direction[0] * distance - (1 - direction[0]) / 2 * width
    top = direction[1] * distance * NEAREST - (1 - direction[1]) / 2 * height
    return Box(left, top, left + width, top + height)


def _gap(corner: tuple[float, float], size: tuple[float, float]) -> float:
    """From the named point to the nearest point of a box whose upper left corner is there, pixels."""
    (left, top), (width, height) = corner, size
    return hypot(max(left, 0.0, -left - width), max(top, 0.0, -top - height))


def _around(point: tuple[float, float], scale: float) -> Box:
    (x, y), room = point, POINT_ROOM * scale
    return Box(x - room, y - room, x + room, y + room)
