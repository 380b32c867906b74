"""parry's `VoronoiSimplex`: the vertices of GJK, their weights, and what both were before the last reduction.

Vertices keep their slots, so that a reduction moves some of them.  A face of a tetrahedron is kept by writing its
fourth vertex over the one that is dropped; what is remembered of the simplex before still refers to that slot, and so
mixes the old weights with the new vertex (`swap` and `prev_vertices` in `src/query/gjk/voronoi_simplex3.rs`).
"""

from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.parry.exact_regions import exact_projection
from gjkscope.engine.published.parry.regions import (
    ParryProjection,
    project_on_segment,
    project_on_tetrahedron,
    project_on_triangle,
)
from gjkscope.engine.published.parry.releases import EPSILON, ParryRelease
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, scale, sub

TOLERANCE = 10 * EPSILON
"""`eps_tol`, compared with lengths, squared lengths and squared areas, whatever the size of the shapes."""

Weights = tuple[float, float, float]


class ParrySimplex(NamedTuple):
    """Vertices in the frame of A, in their slots; of the four, `dimension` + 1 are in use."""

    slots: tuple[Vertex, Vertex, Vertex, Vertex]
    dimension: int = 0
    weights: Weights = (0.0, 0.0, 0.0)
    last_slots: tuple[int, int, int, int] = (0, 1, 2, 3)
    last_dimension: int = 0
    last_weights: Weights = (0.0, 0.0, 0.0)

    @property
    def vertices(self) -> Vertices:
        return self.slots[: self.dimension + 1]


FURTHEST = 3.4028234663852886e38
"""`Real::max_value()`."""


def one_point(vertex: Vertex) -> ParrySimplex:
    return ParrySimplex((vertex, vertex, vertex, vertex))


def is_rejected(
    simplex: ParrySimplex, vertex: Vertex, decisions: EngineDecisions, seen: Vertices, release: ParryRelease
) -> bool:
    """Whether `add_point` rejects a vertex: it is too near to a vertex, or to the line or plane of the simplex.

    `seen` are the new vertex and those of the simplex in world coordinates.
    """
    points = [corner.point for corner in simplex.vertices]
    new = vertex.point
    if simplex.dimension == 0:
        way = sub(points[0], new)
        return decisions.holds("same point", float(dot(way, way)), TOLERANCE, seen)
    if simplex.dimension == 1:
        area = cross(sub(points[1], points[0]), sub(new, points[0]))
        return decisions.holds("same line", float(dot(area, area)), TOLERANCE, seen)
    normal = release.unchecked_unit(cross(sub(points[1], points[0]), sub(points[2], points[0])))
    return decisions.holds("same plane", float(dot(normal, sub(new, points[0]))), TOLERANCE, seen)


def extended(simplex: ParrySimplex, vertex: Vertex) -> ParrySimplex:
    """The simplex with a vertex more, which remembers what it was; not yet reduced."""
    dimension = simplex.dimension + 1
    slots = list(simplex.slots)
    slots[dimension] = vertex
    return ParrySimplex(
        (slots[0], slots[1], slots[2], slots[3]),
        dimension,
        simplex.weights,
        (0, 1, 2, 3),
        simplex.dimension,
        simplex.weights,
    )


def reduce_voronoi(
    simplex: ParrySimplex, decisions: EngineDecisions, seen: Vertices, release: ParryRelease
) -> tuple[ParrySimplex, Vec3]:
    """`project_origin_and_reduce`: the feature that is nearest to the origin, and the nearest point.

    A tetrahedron that contains the origin is left as it is.  `seen` are the vertices in world coordinates.
    """
    projection = _project(simplex, release)
    on, weights = projection.on, projection.weights
    if simplex.dimension == 3 and decisions.holds("no region", float(bool(on)), 1.0, seen) != (not on):  # corrected
        projection = exact_projection([vertex.point for vertex in simplex.vertices])
        on, weights = projection.on, projection.weights
    if not on:
        return simplex, projection.point
    if len(on) == 3:
        if simplex.dimension == 2:
            return simplex._replace(weights=(weights[0], weights[1], weights[2])), projection.point
        return _face(simplex, on, weights), projection.point
    # An edge that does not start in the first slot is kept backwards, except the last one.
    if len(on) == 2:
        on, weights = _EDGES[on], weights if on in _FORWARDS else weights[::-1]
    for slot, source in enumerate(on):
        simplex = _swapped(simplex, slot, source)
    kept = (*weights, *simplex.weights[len(weights) :])
    return simplex._replace(dimension=len(on) - 1, weights=(kept[0], kept[1], kept[2])), projection.point


def nearest_witnesses(simplex: ParrySimplex, *, last: bool) -> tuple[Vec3, Vec3]:
    """`result`: the points of A and of B with the weights of the simplex, or with those before the last reduction."""
    if last:
        slots, weights = simplex.last_slots[: simplex.last_dimension + 1], simplex.last_weights
    else:
        slots, weights = (0, 1, 2, 3)[: simplex.dimension + 1], simplex.weights
    on_a, on_b = ZERO, ZERO
    for slot, weight in zip(slots, weights, strict=False):
        vertex = simplex.slots[slot]
        on_a, on_b = add(on_a, scale(vertex.a, weight)), add(on_b, scale(vertex.b, weight))
    return on_a, on_b


_EDGES = {(0, 1): (0, 1), (0, 2): (0, 2), (0, 3): (0, 3), (1, 2): (2, 1), (1, 3): (3, 1), (2, 3): (2, 3)}
"""The slots that are moved to the first two, by the edge that is kept."""

_FORWARDS = ((0, 1), (0, 2), (0, 3), (2, 3))


def _project(simplex: ParrySimplex, release: ParryRelease) -> ParryProjection:
    points = [vertex.point for vertex in simplex.vertices]
    if len(points) == 1:
        return ParryProjection(points[0], (0,), (1.0,))
    if len(points) == 2:
        return project_on_segment(points[0], points[1])
    if len(points) == 3:
        return project_on_triangle(points[0], points[1], points[2], release)
    return project_on_tetrahedron(points[0], points[1], points[2], points[3], release)


def _face(simplex: ParrySimplex, on: tuple[int, ...], weights: tuple[float, ...]) -> ParrySimplex:
    """The fourth vertex is written over the one that is dropped."""
    (dropped,) = {0, 1, 2, 3} - {*on}
    slots = list(simplex.slots)
    by_slot = dict(zip(on, weights, strict=True))
    if dropped < 3:
        slots[dropped], by_slot[dropped] = slots[3], by_slot[3]
    kept = (by_slot[0], by_slot[1], by_slot[2])
    return simplex._replace(slots=(slots[0], slots[1], slots[2], slots[3]), dimension=2, weights=kept)


def _swapped(simplex: ParrySimplex, i: int, j: int) -> ParrySimplex:
    slots, last = list(simplex.slots), list(simplex.last_slots)
    slots[i], slots[j] = slots[j], slots[i]
    last[i], last[j] = last[j], last[i]
    return simplex._replace(
        slots=(slots[0], slots[1], slots[2], slots[3]), last_slots=(last[0], last[1], last[2], last[3])
    )
