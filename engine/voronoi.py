"""Voronoi regions as half-spaces: the tests of simplex.py, seen as planes.

Each test of a region is the sign of a number that is linear in the place of the origin, so each is a plane, and the
region is what lies behind all of them (Ericson, Real-Time Collision Detection, 2005, §5.1).  Of the simplex with the
vertices A, B, C, D:

1. A vertex has a plane for each of its edges, through it and square to the edge.
2. An edge has one at each of its ends, and one for each face that has it: through the edge, square to the face.
3. A face has one through each of its edges, square to it, and in a tetrahedron its own, on the side away from the
   fourth vertex.
4. The interior has the four faces' own.

Nothing is decided here: `simplex` decides, and this is for drawing what it decided.  A feature that rounding has left
no length or no area has no such plane, and its region is larger than it should be.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .simplex import EDGES, FACES, SLOTS, Region
from .vectors import ZERO, Vec3, along, cross, dot, neg, sub, unit


class HalfSpace(NamedTuple):
    """All x with normal · (x − point) ≤ 0."""

    point: Vec3
    normal: Vec3  # unit, outwards


def half_spaces(points: Sequence[Vec3], region: Region) -> tuple[HalfSpace, ...]:
    """Those whose intersection is the region; `points` are the two to four vertices of the simplex."""
    kinds = (_of_vertex, _of_edge, _of_face, _of_interior)
    found = kinds[len(SLOTS[region]) - 1](points, SLOTS[region])
    return tuple(half_space for half_space in found if half_space.normal != ZERO)


def _of_vertex(points: Sequence[Vec3], slots: Sequence[int]) -> Iterator[HalfSpace]:
    here = points[slots[0]]
    for slot, point in enumerate(points):
        if slot != slots[0]:
            yield HalfSpace(here, unit(sub(point, here)))


def _of_edge(points: Sequence[Vec3], slots: Sequence[int]) -> Iterator[HalfSpace]:
    p, q = points[slots[0]], points[slots[1]]
    yield HalfSpace(p, unit(sub(p, q)))
    yield HalfSpace(q, unit(sub(q, p)))
    for slot, third in enumerate(points):
        if slot not in slots:
            yield HalfSpace(p, _square_to(sub(third, p), unit(sub(q, p))))


def _of_face(points: Sequence[Vec3], slots: Sequence[int]) -> Iterator[HalfSpace]:
    for i, j in EDGES[:3]:
        p, q, third = points[slots[i]], points[slots[j]], points[slots[3 - i - j]]
        yield HalfSpace(p, neg(_square_to(sub(third, p), unit(sub(q, p)))))
    if len(points) == 4:
        yield _side(points, slots, inner=False)


def _of_interior(points: Sequence[Vec3], _slots: Sequence[int]) -> Iterator[HalfSpace]:
    for face in FACES:
        yield _side(points, face, inner=True)


def _side(points: Sequence[Vec3], face: Sequence[int], inner: bool) -> HalfSpace:
    """The side of a face's plane that the fourth vertex is on, or the other one."""
    p, q, r = (points[slot] for slot in face)
    fourth = points[6 - sum(face)]
    normal = unit(cross(sub(q, p), sub(r, p)))
    outwards = dot(normal, sub(fourth, p)) < 0
    return HalfSpace(p, normal if outwards == inner else neg(normal))


def _square_to(v: Vec3, edge: Vec3) -> Vec3:
    """The unit vector along the part of `v` that is square to the unit vector `edge`."""
    return unit(along(v, edge, -dot(v, edge)))
