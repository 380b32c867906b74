"""The elementary tests between two triangles: a vertex against a face, and an edge against an edge.

Each has four points that move on straight lines from t = 0 to t = 1, and a function F of (t, u, v) that is zero where
they meet:

    vertex p against face abc:    F = p − ((1 − u − v) a + u b + v c),    u, v ≥ 0, u + v ≤ 1
    edge ab against edge cd:      F = (1 − u) a + u b − ((1 − v) c + v d),    0 ≤ u, v ≤ 1

F is affine in each of t, u and v.  So its values over a box of (t, u, v) lie in the convex hull of its values at the
eight corners.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Any, NamedTuple

from gjkscope.engine.vectors import Vec3, sub

Corners = tuple[Vec3, Vec3, Vec3, Vec3]
Number = Any
"""A float or a fraction."""


class ElementKind(Enum):
    """What meets what."""

    VERTEX_FACE = "vertex and face"
    FACE_VERTEX = "face and vertex"
    EDGE_EDGE = "edge and edge"


class ElementaryTest(NamedTuple):
    """Four moving points: p, a, b, c of a vertex and a face, or a, b, c, d of two edges."""

    kind: ElementKind
    start: Corners  # at t = 0
    end: Corners  # at t = 1
    slots_a: tuple[int, ...]  # the vertices of A that take part
    slots_b: tuple[int, ...]


def vertex_face(start: Corners, end: Corners) -> ElementaryTest:
    """A vertex, and the face of the other three points."""
    return ElementaryTest(ElementKind.VERTEX_FACE, start, end, (0,), (0, 1, 2))


def edge_edge(start: Corners, end: Corners) -> ElementaryTest:
    """The edge of the first two points, and that of the last two."""
    return ElementaryTest(ElementKind.EDGE_EDGE, start, end, (0, 1), (0, 1))


def elements_of(
    start_a: Sequence[Vec3], end_a: Sequence[Vec3], start_b: Sequence[Vec3], end_b: Sequence[Vec3]
) -> tuple[ElementaryTest, ...]:
    """All elementary tests between two triangles, segments or points with these vertices: 15 for two triangles."""
    ways = [*_vertices_and_faces(len(start_a), len(start_b)), *_edges(len(start_a), len(start_b))]
    return tuple(_element(kind, a, b, start_a, end_a, start_b, end_b) for kind, a, b in ways)


def _vertices_and_faces(a: int, b: int) -> list[tuple[ElementKind, tuple[int, ...], tuple[int, ...]]]:
    whole = (0, 1, 2)
    found = [(ElementKind.VERTEX_FACE, (i,), whole) for i in range(a) if b == 3]
    return [*found, *((ElementKind.FACE_VERTEX, whole, (i,)) for i in range(b) if a == 3)]


def _edges(a: int, b: int) -> list[tuple[ElementKind, tuple[int, ...], tuple[int, ...]]]:
    edges = {1: (), 2: ((0, 1),), 3: ((0, 1), (1, 2), (2, 0))}
    return [(ElementKind.EDGE_EDGE, first, second) for first in edges[a] for second in edges[b]]


def _element(
    kind: ElementKind,
    slots_a: tuple[int, ...],
    slots_b: tuple[int, ...],
    start_a: Sequence[Vec3],
    end_a: Sequence[Vec3],
    start_b: Sequence[Vec3],
    end_b: Sequence[Vec3],
) -> ElementaryTest:
    corners = []
    for points_a, points_b in ((start_a, start_b), (end_a, end_b)):
        of_a, of_b = [points_a[slot] for slot in slots_a], [points_b[slot] for slot in slots_b]
        p, q, r, s = (*of_b, *of_a) if kind is ElementKind.FACE_VERTEX else (*of_a, *of_b)
        corners.append((p, q, r, s))
    return ElementaryTest(kind, corners[0], corners[1], slots_a, slots_b)


def points_at(element: ElementaryTest, t: Number) -> Corners:
    """The four points at a time; exactly those of the start and the end at 0 and 1."""
    if t == 1:
        return element.end
    p, q, r, s = (_between(p, q, t) for p, q in zip(element.start, element.end, strict=True))
    return p, q, r, s


def mismatch(element: ElementaryTest, t: Number, u: Number, v: Number) -> Vec3:
    """F(t, u, v), which is zero where the features meet."""
    return mismatch_of(element, points_at(element, t), u, v)


def mismatch_of(element: ElementaryTest, points: Corners, u: Number, v: Number) -> Vec3:
    """F for the four points at a time."""
    p, q, r, s = points
    if element.kind is ElementKind.EDGE_EDGE:
        return sub(_between(p, q, u), _between(r, s, v))
    w = 1 - u - v
    return (
        p[0] - (w * q[0] + u * r[0] + v * s[0]),
        p[1] - (w * q[1] + u * r[1] + v * s[1]),
        p[2] - (w * q[2] + u * r[2] + v * s[2]),
    )


def is_of_edges(element: ElementaryTest) -> bool:
    return element.kind is ElementKind.EDGE_EDGE


def largest_coordinate(element: ElementaryTest) -> float:
    return max(abs(part) for point in (*element.start, *element.end) for part in point)


def _between(p: Vec3, q: Vec3, t: Number) -> Vec3:
    """(1 − t) p + t q, which is p at 0 and q at 1."""
    s = 1 - t
    return (s * p[0] + t * q[0], s * p[1] + t * q[1], s * p[2] + t * q[2])
