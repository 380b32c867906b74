"""Where a polytope reaches too little outside a cap of directions, by what is left of its polar body.

The polar body of a polytope around the origin has the corner n / d for each face with the normal n at the distance d,
and an edge for each edge between two faces.  A unit vector u times 1 / h is inside it where the polytope reaches less
than h along u.  A plane cuts the cap off; the furthest point of the rest is a corner outside the cap, or it is where an
edge leaves the cap.  Its distance is 1 / h, with h the least reach.

A face that is as far away as wanted has its corner near enough, and so has an edge between two of them.  The others are
in the search structure: those outside the cap are looked at for their corners, those in the cap for their edges.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from gjkscope.engine.epa.polytope import EpaFace, Search
from gjkscope.engine.vectors import ZERO, Vec3, along, dot, nth, scale, sub


class Cap(NamedTuple):
    """What is cut off, and how far the polytope is to reach outside."""

    normal: Vec3  # unit, in the middle of the cap
    border: float  # of a point of the polar body along the normal, where the cap begins
    wanted: float  # metres


class Leaving(NamedTuple):
    """The furthest point in which an edge leaves the cap."""

    face: int  # in the cap; −1 if all such points are near enough
    point: Vec3  # zero if it is unknown, as rounding makes a face too thin, or turns it
    square: float  # of its distance


def cap_of(normal: Vec3, cosine: float, wanted: float) -> Cap:
    """The cap around a normal, outside of which the polytope is to reach as far as `wanted`."""
    return Cap(normal, cosine / wanted, wanted)


def nearest_outside(search: Search, faces: Sequence[EpaFace], cap: Cap) -> int:
    """The nearest face outside the cap, the oldest of equals; −1 if all are as far as wanted."""
    nearest, least = -1, cap.wanted
    for i in range(len(search.few)):
        number = search.few[i]
        rank = faces[number].rank
        if (rank < least or (rank == least and number < nearest)) and is_outside(faces[number], cap):
            nearest, least = number, rank
    for i in range(len(search.queue)):
        number = search.queue[i][1]
        rank = faces[number].rank
        if (rank < least or (rank == least and number < nearest)) and is_outside(faces[number], cap):
            nearest, least = number, rank
    return nearest


def furthest_leaving(search: Search, faces: Sequence[EpaFace], cap: Cap) -> Leaving:
    """Where an edge of the polar body leaves the cap, if that is too far; of equals, from the oldest face."""
    leaving = Leaving(-1, ZERO, 1.0 / (cap.wanted * cap.wanted))
    for i in range(len(search.few)):
        leaving = _leave(faces, search.few[i], cap, leaving)
    for i in range(len(search.queue)):
        leaving = _leave(faces, search.queue[i][1], cap, leaving)
    return leaving


def is_outside(face: EpaFace, cap: Cap) -> bool:
    """Whether the corner of a face is outside the cap."""
    return dot(face.normal, cap.normal) <= cap.border * face.distance


def _leave(faces: Sequence[EpaFace], number: int, cap: Cap, leaving: Leaving) -> Leaving:
    """The furthest point so far and on the edges from the corner of a face in the cap."""
    face = faces[number]
    if not face.rank < cap.wanted:
        return leaving
    if face.distance <= 0:
        return Leaving(number, ZERO, inf)
    if is_outside(face, cap):
        return leaving
    for side in range(3):
        other = faces[nth(face.across, side)]
        if other.rank == inf or other.distance <= 0:
            return Leaving(number, ZERO, inf)
        if is_outside(other, cap):
            point = _leaving_point(face, other, cap)
            square = dot(point, point)
            if square > leaving.square or (square == leaving.square and number < leaving.face):
                leaving = Leaving(number, point, square)
    return leaving


def _leaving_point(face: EpaFace, other: EpaFace, cap: Cap) -> Vec3:
    """Where the edge from the corner of a face in the cap to that of one outside leaves the cap."""
    begin, end = scale(face.normal, 1.0 / face.distance), scale(other.normal, 1.0 / other.distance)
    rise, fall = dot(begin, cap.normal) - cap.border, cap.border - dot(end, cap.normal)
    return along(begin, sub(end, begin), rise / (rise + fall))
