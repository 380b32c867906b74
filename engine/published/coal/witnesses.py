"""The points of the two shapes that belong to the answer (`getClosestPoints`, `getWitnessPointsAndNormal`)."""

from gjkscope.engine.published.coal.eigen import PRECISION, across_axis, eigen_norm, eigen_triple, eigen_unit, times
from gjkscope.engine.published.coal.regions import CoalVertices, shown_vertices
from gjkscope.engine.published.coal.shapes import CoalDifference
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult
from gjkscope.engine.published.ieee import divide, root
from gjkscope.engine.result import Verdict
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, neg, scale, sub

Weighted = tuple[float, list[float]]  # a squared distance from the origin, and the weights of the corners


def gjk_witnesses(simplex: CoalVertices, ray: Vec3) -> tuple[Vec3, Vec3, Vec3]:
    """The points of A and B, and the normal between them."""
    first, second = _points(simplex)
    between = sub(second, first)
    return first, second, eigen_unit(between) if eigen_norm(between) > PRECISION else neg(eigen_unit(ray))


def epa_witnesses(
    corners: CoalVertices, normal: Vec3, depth: float, decisions: EngineDecisions
) -> tuple[Vec3, Vec3, Vec3]:
    """Those of a face of the polytope."""
    first, second = _points(corners)
    between = sub(first, second) if depth >= 0 else sub(second, first)
    is_between = decisions.holds("between witnesses", eigen_norm(between), PRECISION, shown_vertices(*corners))
    return first, second, eigen_unit(between) if is_between else normal


def flat_witnesses(simplex: CoalVertices) -> tuple[Vec3, Vec3, Vec3]:
    """Those of a difference without volume, with its normal: what a corrected EPA returns."""
    first, second = _points(simplex)
    edges = [sub(vertex.w, simplex[0].w) for vertex in simplex[1:]]
    normal = cross(*edges) if len(edges) == 2 else ZERO
    if not dot(normal, normal) > 0:
        normal = across_axis(next((edge for edge in edges if dot(edge, edge) > 0), (0.0, 1.0, 0.0)))
    return first, second, eigen_unit(normal)


def placed_answer(difference: CoalDifference, distance: float, found: tuple[Vec3, Vec3, Vec3]) -> ClaimedResult:
    """The answer in world coordinates: both points are half the distance from their middle, along the normal."""
    first, second, normal = found
    first = add(first, scale(normal, difference.a.radius))
    second = sub(second, scale(normal, difference.b.radius))
    middle = difference.a.to_world(scale(add(first, second), 0.5))
    normal = times(difference.a.rotation, normal)
    half = scale(normal, 0.5 * distance)
    return ClaimedResult(verdict_at(distance), distance, normal, sub(middle, half), add(middle, half))


def verdict_at(distance: float) -> Verdict:
    if distance == 0:
        return Verdict.TOUCHING
    return Verdict.SEPARATED if distance > 0 else Verdict.PENETRATING


def _points(simplex: CoalVertices) -> tuple[Vec3, Vec3]:
    if len(simplex) == 1:
        return simplex[0].w0, simplex[0].w1
    weights = _weights(simplex)
    first, second = ZERO, ZERO
    for weight, vertex in zip(weights, simplex, strict=True):
        first, second = add(first, scale(vertex.w0, weight)), add(second, scale(vertex.w1, weight))
    return first, second


def _weights(simplex: CoalVertices) -> list[float]:
    points = [vertex.w for vertex in simplex]
    if len(points) == 2:
        return _on_segment(*points)
    return _on_triangle(*points)[1] if len(points) == 3 else _in_tetrahedron(*points)


def _on_segment(a: Vec3, b: Vec3) -> list[float]:
    way = sub(b, a)
    along, square = dot(way, neg(a)), dot(way, way)
    if along <= 0:
        return [1.0, 0.0]
    if along > square:
        return [0.0, 1.0]
    return [1 - along / square, along / square]


def _on_edge(a: Vec3, b: Vec3) -> Weighted:
    """`Project::projectLineOrigin`."""
    way = sub(b, a)
    square = dot(way, way)
    if not square > 0:
        return -1.0, [0.0, 0.0]
    along = -dot(a, way)
    weight = 1.0 if along >= square else 0.0 if along <= 0 else along / square
    nearest = b if along >= square else a if along <= 0 else add(a, scale(way, weight))
    return dot(nearest, nearest), [1 - weight, weight]


def _on_triangle(a: Vec3, b: Vec3, c: Vec3) -> Weighted:
    """`Project::projectTriangleOrigin`."""
    corners, sides = (a, b, c), (sub(a, b), sub(b, c), sub(c, a))
    normal = cross(sides[0], sides[1])
    square = dot(normal, normal)
    if not square > 0:
        return -1.0, [0.0, 0.0, 0.0]
    least, weights = -1.0, [0.0, 0.0, 0.0]
    for i, corner in enumerate(corners):
        if dot(corner, cross(sides[i], normal)) > 0:
            j = (i + 1) % 3
            distance, (first, second) = _on_edge(corner, corners[j])
            if least < 0 or distance < least:
                least, weights = distance, [0.0, 0.0, 0.0]
                weights[i], weights[j] = first, second
    if least >= 0:
        return least, weights
    foot = scale(normal, divide(dot(a, normal), square))
    first = divide(eigen_norm(cross(sides[1], sub(b, foot))), root(square))
    second = divide(eigen_norm(cross(sides[2], sub(c, foot))), root(square))
    return dot(foot, foot), [first, second, 1 - first - second]


def _in_tetrahedron(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> list[float]:
    """`Project::projectTetrahedraOrigin`."""
    corners, spokes = (a, b, c, d), (sub(a, d), sub(b, d), sub(c, d))
    volume = eigen_triple(*spokes)
    if volume * dot(a, cross(sub(b, c), sub(a, b))) > 0:
        return [*_on_triangle(a, b, c)[1], 0.0]
    least, weights = -1.0, [0.0, 0.0, 0.0, 0.0]
    if not abs(volume) > 0:
        return weights
    for i in range(3):
        j = (i + 1) % 3
        if volume * dot(d, cross(spokes[i], spokes[j])) > 0:
            distance, (first, second, third) = _on_triangle(corners[i], corners[j], d)
            if least < 0 or distance < least:
                least, weights = distance, [0.0, 0.0, 0.0, third]
                weights[i], weights[j] = first, second
    if least >= 0:
        return weights
    inner = [eigen_triple(c, b, d) / volume, eigen_triple(a, c, d) / volume, eigen_triple(b, a, d) / volume]
    return [*inner, 1 - (inner[0] + inner[1] + inner[2])]
