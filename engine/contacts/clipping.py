"""Clips a convex polygon by half planes or planes in space, with names for the features that meet at each corner.

One at a time (Sutherland and Hodgman, Reentrant polygon clipping, CACM 1974).  A corner on the boundary is kept, and
nothing is cut there.  With `Fraction`s this is exact; engines clip in floating point.
"""

from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

Place = tuple[Any, ...]
"""Coordinates: two `Fraction`s or three floats."""

Rational2 = tuple[Fraction, Fraction]


DEPTH_SIDE = "depth"
"""The owner of a side that lies where the depth is least, not on a side of a face."""


class Side(NamedTuple):
    """A side of a face, an end of a segment, or the limit of a depth."""

    owner: str  # "A", "B" or `DEPTH_SIDE`
    ends: tuple[int, ...] = ()  # the body's own numbers of its corners

    def __str__(self) -> str:
        match self.ends:
            case ():
                return self.owner
            case (number,):
                return f"{self.owner} v{number}"
            case _:
                return f"{self.owner} e{min(self.ends)}-{max(self.ends)}"


class Corner(NamedTuple):
    """A corner of a polygon."""

    place: Any  # a `Place`
    id: str  # the features that meet there
    side: Side  # the one that begins here


class Boundary(Protocol):
    """A half plane or plane that clips a polygon."""

    @property
    def side(self) -> Side:
        """The side of a face that the boundary runs through."""

    def excess(self, point: Any) -> Any:
        """How far a place is outside; negative inside."""


class HalfPlane(NamedTuple):
    """All points with slope · point ≤ height."""

    slope: Rational2
    height: Fraction
    side: Side  # its boundary

    def excess(self, point: Rational2) -> Fraction:
        """How far a point is outside, in units of the slope; negative inside."""
        return self.slope[0] * point[0] + self.slope[1] * point[1] - self.height


def clipped_by(polygon: tuple[Corner, ...], half: Boundary) -> tuple[Corner, ...]:
    """The part of a polygon, a segment (two corners) or a point in the half plane; empty if there is none.

    A new side lies on the boundary of the half plane.
    """
    if len(polygon) < 2:
        return tuple(corner for corner in polygon if half.excess(corner.place) <= 0)
    loop = polygon if len(polygon) == 2 else (*polygon, polygon[0])
    corners: list[Corner] = []
    for first, second in pairwise(loop):
        corners += _kept_part(first, second, half)
    if len(polygon) == 2 and half.excess(polygon[1].place) <= 0:
        corners.append(polygon[1])
    return _distinct(corners)


def corner_name(side_a: Side, side_b: Side) -> str:
    """The name of the corner where two sides meet: "A v1" where both are sides of A, else "A e0-1 × B e4-6"."""
    shared = {*side_a.ends} & {*side_b.ends}
    if side_a.owner == side_b.owner and len(shared) == 1:
        return f"{side_a.owner} v{shared.pop()}"
    first, second = sorted((side_a, side_b))
    return f"{first} × {second}"


def _kept_part(first: Corner, second: Corner, half: Boundary) -> list[Corner]:
    """The remaining part of the side from `first` to `second`, without its end."""
    here, there = half.excess(first.place), half.excess(second.place)
    corners = []
    if here < 0 or (here == 0 and there <= 0):
        corners.append(first)
    elif here == 0:
        corners.append(first._replace(side=half.side))
    if here < 0 < there or there < 0 < here:
        leaves = here < 0
        side = half.side if leaves else first.side
        crossing = _between(first.place, second.place, here, there)
        corners.append(Corner(crossing, corner_name(first.side, half.side), side))
    return corners


def _between(first: Place, second: Place, here: Any, there: Any) -> Place:
    part = here / (here - there)
    return tuple(p + part * (q - p) for p, q in zip(first, second, strict=True))


def _distinct(corners: list[Corner]) -> tuple[Corner, ...]:
    """The polygon without corners at the place of the previous one, which a degenerate side leaves."""
    kept = [corner for k, corner in enumerate(corners) if k == 0 or corner.place != corners[k - 1].place]
    while len(kept) > 1 and kept[0].place == kept[-1].place:
        kept.pop()
    return tuple(kept)
