"""The closest point of a 2D simplex to the origin, by the Voronoi region that contains the origin.

A simplex has one, two or three vertices A, B, C (a point, a segment, a triangle).  The plane is divided into one region
for each of its features: all points to which that feature is the nearest.  The plan, after Ericson, Real-Time
Collision Detection, 2005, §5.1:

1. Compute the quantities.  With o the origin and small letters the vertices:
   - edge tests, two per edge: (o − a)·(b − a) is positive if o lies on B's side of the line through A perpendicular
     to the edge; (o − b)·(a − b) likewise from B.
   - side tests, one per edge of a triangle: the area of the triangle that o spans with the edge, times two; positive
     if o lies on the third vertex's side.  The three are o's barycentric weights times twice the triangle's area.
2. One guarded return for each region.  A vertex wins if none of its edge tests is positive; an edge if o is between
   its ends and not on the third vertex's side; the interior if o is on the inner side of all three edges.  The newest
   vertex comes first, because only a region with the newest vertex makes progress in GJK.
3. In floating point, a flat triangle can leave o in no region.  Then the nearest feature wins, by distance.

The functions use only floats and tuples of fixed length, so that numba can compile them unchanged.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from gjkscope.engine.plane.cores import PlaneVertex
from gjkscope.engine.plane.vectors import ORIGIN2, Vec2, add2, cross2, dot2, norm2, scale2, sub2


class PlaneRegion(IntEnum):
    """The feature of the simplex that is nearest to the origin."""

    VERTEX_A = 0
    VERTEX_B = 1
    VERTEX_C = 2
    EDGE_AB = 3
    EDGE_AC = 4
    EDGE_BC = 5
    INTERIOR = 6


PLANE_EDGES = ((0, 1), (0, 2), (1, 2))  # the slots of EDGE_AB, EDGE_AC, EDGE_BC

PLANE_SLOTS: tuple[tuple[int, ...], ...] = ((0,), (1,), (2,), *PLANE_EDGES, (0, 1, 2))
"""The vertices (0 is A) of each region's feature, by region."""

WHOLE_PLANE_SIMPLEX = (PlaneRegion.VERTEX_A, PlaneRegion.EDGE_AB, PlaneRegion.INTERIOR)
"""The region of the full simplex with 1, 2, 3 vertices."""

VERTEX_REGIONS = (PlaneRegion.VERTEX_A, PlaneRegion.VERTEX_B, PlaneRegion.VERTEX_C)
EDGE_REGIONS = (PlaneRegion.EDGE_AB, PlaneRegion.EDGE_AC, PlaneRegion.EDGE_BC)

PlaneWeights = tuple[float, float, float]


class PlaneSimplex(NamedTuple):
    """One to three vertices, in the order in which they were found; slots from `size` on repeat the last vertex."""

    vertices: tuple[PlaneVertex, PlaneVertex, PlaneVertex]
    size: int


EndTests = tuple[float, float]
"""The two tests of an edge: from its first end and from its second."""


class PlaneTests(NamedTuple):
    """All numbers that decide the region; zero where the simplex has no such feature."""

    edges: tuple[EndTests, EndTests, EndTests]  # of AB, AC, BC: the tests from the first and from the second end, m²
    sides: PlaneWeights  # of AB, AC, BC: twice the area that the origin spans with the edge, m²


class PlaneClosest(NamedTuple):
    """The closest point, its barycentric weights for A, B, C, and the region that won."""

    region: PlaneRegion
    weights: PlaneWeights
    point: Vec2
    tests: PlaneTests


def simplex_in_plane(vertices: Sequence[PlaneVertex]) -> PlaneSimplex:
    """The simplex with these one to three vertices."""
    first, *others = vertices
    second = others[0] if others else first
    return PlaneSimplex((first, second, others[-1] if others else first), len(vertices))


def vertices_in_plane(simplex: PlaneSimplex) -> tuple[PlaneVertex, ...]:
    """The vertices of the simplex, each once."""
    return simplex.vertices[: simplex.size]


def closest_in_plane(simplex: PlaneSimplex) -> PlaneClosest:
    """The point of the simplex that is nearest to the origin."""
    a, b, c = simplex.vertices
    if simplex.size == 1:
        return closest_on_point2(a.point)
    if simplex.size == 2:
        return closest_on_segment2(a.point, b.point)
    return closest_on_triangle2(a.point, b.point, c.point)


def closest_on_point2(a: Vec2) -> PlaneClosest:
    return PlaneClosest(PlaneRegion.VERTEX_A, (1.0, 0.0, 0.0), a, NO_TESTS)


def closest_on_segment2(a: Vec2, b: Vec2) -> PlaneClosest:
    ab = _edge_tests(a, b)
    tests = PlaneTests((ab, NONE, NONE), (0.0, 0.0, 0.0))
    if ab[1] <= 0:
        return PlaneClosest(PlaneRegion.VERTEX_B, (0.0, 1.0, 0.0), b, tests)
    if ab[0] <= 0:
        return PlaneClosest(PlaneRegion.VERTEX_A, (1.0, 0.0, 0.0), a, tests)
    return _on_edge(PlaneRegion.EDGE_AB, a, b, ab, tests)


def closest_on_triangle2(a: Vec2, b: Vec2, c: Vec2) -> PlaneClosest:
    ab, ac, bc = _edge_tests(a, b), _edge_tests(a, c), _edge_tests(b, c)
    turn = 1.0 if cross2(sub2(b, a), sub2(c, a)) >= 0 else -1.0  # 1: A, B, C are anticlockwise
    side_ab, side_ac, side_bc = turn * _area(a, b, ab), -turn * _area(a, c, ac), turn * _area(b, c, bc)
    tests = PlaneTests((ab, ac, bc), (side_ab, side_ac, side_bc))

    if ac[1] <= 0 and bc[1] <= 0:
        return PlaneClosest(PlaneRegion.VERTEX_C, (0.0, 0.0, 1.0), c, tests)
    if ab[1] <= 0 and bc[0] <= 0:
        return PlaneClosest(PlaneRegion.VERTEX_B, (0.0, 1.0, 0.0), b, tests)
    if ab[0] <= 0 and ac[0] <= 0:
        return PlaneClosest(PlaneRegion.VERTEX_A, (1.0, 0.0, 0.0), a, tests)

    if bc[0] > 0 and bc[1] > 0 and side_bc <= 0:
        return _on_edge(PlaneRegion.EDGE_BC, b, c, bc, tests)
    if ac[0] > 0 and ac[1] > 0 and side_ac <= 0:
        return _on_edge(PlaneRegion.EDGE_AC, a, c, ac, tests)
    if ab[0] > 0 and ab[1] > 0 and side_ab <= 0:
        return _on_edge(PlaneRegion.EDGE_AB, a, b, ab, tests)

    if side_ab > 0 and side_ac > 0 and side_bc > 0:
        total = side_ab + side_ac + side_bc
        weights = (side_bc / total, side_ac / total, side_ab / total)
        return PlaneClosest(PlaneRegion.INTERIOR, weights, ORIGIN2, tests)
    return _nearest_feature((a, b, c), tests)


NONE: EndTests = (0.0, 0.0)
NO_TESTS = PlaneTests((NONE, NONE, NONE), (0.0, 0.0, 0.0))


def _edge_tests(p: Vec2, q: Vec2) -> EndTests:
    """(o − p)·(q − p) and (o − q)·(p − q)."""
    pq = sub2(q, p)
    return (-dot2(p, pq), dot2(q, pq))


def _area(p: Vec2, q: Vec2, edge: EndTests) -> float:
    """p × q, as the product of the edge with its end that is nearer to the origin, which rounds the least."""
    return cross2(p if edge[0] < edge[1] else q, sub2(q, p))


def _on_edge(region: PlaneRegion, p: Vec2, q: Vec2, edge: EndTests, tests: PlaneTests) -> PlaneClosest:
    i, j = PLANE_EDGES[region - PlaneRegion.EDGE_AB]
    total = edge[0] + edge[1]
    at_p, at_q = edge[1] / total, edge[0] / total
    return PlaneClosest(region, weights_at(i, at_p, j, at_q), add2(scale2(p, at_p), scale2(q, at_q)), tests)


def weights_at(i: int, weight_i: float, j: int, weight_j: float) -> PlaneWeights:
    """The weights of the vertices in two slots; that of the third is 0."""
    return (
        weight_i if i == 0 else weight_j if j == 0 else 0.0,
        weight_i if i == 1 else weight_j if j == 1 else 0.0,
        weight_i if i == 2 else weight_j if j == 2 else 0.0,
    )


def _nearest_feature(points: tuple[Vec2, Vec2, Vec2], tests: PlaneTests) -> PlaneClosest:
    """The nearest of all vertices, and of all edges that the origin lies beside, if rounding contradicts itself."""
    best, least = PlaneClosest(PlaneRegion.VERTEX_C, (0.0, 0.0, 1.0), points[2], tests), norm2(points[2])
    for slot in (1, 0):
        distance = norm2(points[slot])
        if distance < least:
            best = PlaneClosest(VERTEX_REGIONS[slot], weights_at(slot, 1.0, slot, 1.0), points[slot], tests)
            least = distance
    for number in (2, 1, 0):
        edge, (i, j) = tests.edges[number], PLANE_EDGES[number]
        if edge[0] > 0 and edge[1] > 0:
            candidate = _on_edge(EDGE_REGIONS[number], points[i], points[j], edge, tests)
            distance = norm2(candidate.point)
            if distance < least:
                best, least = candidate, distance
    return best
