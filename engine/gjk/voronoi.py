"""Voronoi regions as half-spaces: the tests of simplex.py as planes, for drawing.

Each test of a region is the sign of a number that is linear in the position of the origin, so it is a plane, and the
region is the intersection of their half-spaces (Ericson, Real-Time Collision Detection, 2005, §5.1).  For the simplex
with vertices A, B, C, D:

1. A vertex has a plane for each of its edges, through the vertex and perpendicular to the edge.
2. An edge has one at each end, and one for each adjacent face: through the edge, perpendicular to the face.
3. A face has one through each of its edges, perpendicular to the face, and in a tetrahedron its own plane, with the
   side away from the fourth vertex.
4. The interior has the planes of the four faces.

Nothing is decided here; `simplex` decides.  A feature without length or area after rounding has no such plane, and the
region is then larger than it should be.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gjkscope.engine.gjk.simplex import EDGES, FACES, SLOTS, Region
from gjkscope.engine.vectors import ZERO, Vec3, along, cross, dot, neg, sub, unit


class RegionPlane(NamedTuple):
    """All x with normal · (x − point) ≤ 0."""

    point: Vec3
    normal: Vec3  # unit, outwards


def half_spaces(points: Sequence[Vec3], region: Region) -> tuple[RegionPlane, ...]:
    """The half-spaces whose intersection is the region; `points` are the two to four vertices of the simplex."""
    kinds = (_of_vertex, _of_edge, _of_face, _of_interior)
    planes = kinds[len(SLOTS[region]) - 1](points, SLOTS[region])
    return tuple(half_space for half_space in planes if half_space.normal != ZERO)


def _of_vertex(points: Sequence[Vec3], slots: Sequence[int]) -> Iterator[RegionPlane]:
    here = points[slots[0]]
    for slot, point in enumerate(points):
        if slot != slots[0]:
            yield RegionPlane(here, unit(sub(point, here)))


def _of_edge(points: Sequence[Vec3], slots: Sequence[int]) -> Iterator[RegionPlane]:
    p, q = points[slots[0]], points[slots[1]]
    yield RegionPlane(p, unit(sub(p, q)))
    yield RegionPlane(q, unit(sub(q, p)))
    for slot, third in enumerate(points):
        if slot not in slots:
            yield RegionPlane(p, _square_to(sub(third, p), unit(sub(q, p))))


def _of_face(points: Sequence[Vec3], slots: Sequence[int]) -> Iterator[RegionPlane]:
    for i, j in EDGES[:3]:
        p, q, third = points[slots[i]], points[slots[j]], points[slots[3 - i - j]]
        yield RegionPlane(p, neg(_square_to(sub(third, p), unit(sub(q, p)))))
    if len(points) == 4:
        yield _side(points, slots, inner=False)


def _of_interior(points: Sequence[Vec3], _slots: Sequence[int]) -> Iterator[RegionPlane]:
    for face in FACES:
        yield _side(points, face, inner=True)


def _side(points: Sequence[Vec3], face: Sequence[int], inner: bool) -> RegionPlane:
    """The half-space of a face's plane with the fourth vertex (`inner`), or the other one."""
    p, q, r = (points[slot] for slot in face)
    fourth = points[6 - sum(face)]
    normal = unit(cross(sub(q, p), sub(r, p)))
    outwards = dot(normal, sub(fourth, p)) < 0
    return RegionPlane(p, normal if outwards == inner else neg(normal))


def _square_to(v: Vec3, edge: Vec3) -> Vec3:
    """The unit vector along the part of `v` perpendicular to the unit vector `edge`."""
    return unit(along(v, edge, -dot(v, edge)))
