"""Makes MuJoCo Warp's polytope of a simplex: `_polytope2`, `_polytope3` and `_polytope4`."""

from collections.abc import Callable
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.ieee import divide
from gjkscope.engine.published.mujoco.arithmetic import MINVAL, contains_origin, euclidean_length
from gjkscope.engine.published.mujoco.growing import (
    OF_SEGMENT,
    OF_TETRAHEDRON,
    OF_TRIANGLE,
    FaceTable,
    around_segment,
    is_inside,
    is_on_triangle,
    mean_of,
    pierces,
)
from gjkscope.engine.published.mujoco_warp.decisions import SingleDecisions
from gjkscope.engine.published.mujoco_warp.polytope import WarpBuilder
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.vectors import Vec3, cross, neg, sub

LEAST_OF_TETRAHEDRON, LEAST_OF_OTHERS = 1e-17, 1e-10
"""`MIN_DIST4`, and `MIN_DIST2` and `3`: squared distances below which the origin is taken to lie on a face."""

UNSURE = 1e-5
"""GJK's distance above which the two tetrahedra must contain the origin."""

FAILURES = {
    1: "the six faces around the segment are not convex",
    2: "the triangle has no normal",
    3: "the support below the triangle lies on it",
    4: "the support above the triangle lies on it",
    5: "the two tetrahedra do not contain the origin",
    **{6 + face: f"the origin lies within 10 µm of face {face} of the two tetrahedra" for face in range(6)},
    12: "the tetrahedron is taken not to contain the origin",
}
"""What `pt.status` means."""


class WarpSeed(NamedTuple):
    """What became of the simplex: a polytope, or a status above 0."""

    action: str
    status: int = 0


def warp_polytope(
    simplex: Vertices,
    distance: float,
    builder: WarpBuilder,
    decisions: SingleDecisions,
    search: Callable[[Vec3], Vertex],
) -> WarpSeed:
    """The polytope that EPA starts with."""
    if len(simplex) == 3:
        return _of_triangle(simplex, distance, builder, decisions, search)
    if len(simplex) == 2:
        action, table, least = "six faces around a segment", OF_SEGMENT, LEAST_OF_OTHERS
        builder.vertices = [*simplex, *(search(_normalized(way)) for way in around_segment(simplex))]
        builder.center = mean_of(simplex, 0.5)
    else:
        action, table, least = "tetrahedron", OF_TETRAHEDRON, LEAST_OF_TETRAHEDRON
        builder.vertices, builder.center = list(simplex), mean_of(simplex, 0.25)
    on_face = _attach(builder, table, least, decisions)
    if on_face is not None:
        corners = tuple(builder.vertices[corner] for corner in table[on_face][0])
        return _of_triangle(corners, distance, builder, decisions, search)
    if len(simplex) == 2:
        return WarpSeed(action, 0 if pierces(*(vertex.point for vertex in builder.vertices)) else 1)
    return WarpSeed(action) if is_inside(simplex, decisions) else WarpSeed("tetrahedron without the origin", 12)


def _of_triangle(
    simplex: Vertices,
    distance: float,
    builder: WarpBuilder,
    decisions: SingleDecisions,
    search: Callable[[Vec3], Vertex],
) -> WarpSeed:
    builder.faces, builder.center = [], mean_of(simplex, 1.0 / 3.0)
    a, b, c = (vertex.point for vertex in simplex)
    normal = cross(sub(b, a), sub(c, a))
    if decisions.holds("no normal", euclidean_length(normal), MINVAL, simplex):
        return WarpSeed("triangle without a normal", 2)
    below = search(neg(normal))
    above = search(normal)
    builder.vertices = [*simplex, below, above]
    for vertex, status in ((below, 3), (above, 4)):
        if is_on_triangle(vertex, simplex, decisions):
            return WarpSeed("support on the triangle", status)
    if distance > UNSURE and not any(contains_origin(a, b, c, vertex.point) for vertex in (below, above)):
        return WarpSeed("tetrahedron without the origin", 5)
    on_face = _attach(builder, OF_TRIANGLE, LEAST_OF_OTHERS, decisions)
    return WarpSeed("two tetrahedra on a face") if on_face is None else WarpSeed("origin on a face", 6 + on_face)


def _attach(builder: WarpBuilder, table: FaceTable, least: float, decisions: SingleDecisions) -> int | None:
    """Attaches the faces in turn; returns the number of the first one that the origin is taken to lie on."""
    for number, (corners, _) in enumerate(table):
        squared = builder.attach_face(corners)
        on_face = tuple(builder.vertices[corner] for corner in corners)
        if decisions.holds("origin on face", squared, least, on_face):
            return number
    return None


def _normalized(v: Vec3) -> Vec3:
    length = euclidean_length(v)
    return (divide(v[0], length), divide(v[1], length), divide(v[2], length))
