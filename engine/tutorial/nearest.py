"""The nearest feature of a simplex, as one step: the Voronoi region of the whole simplex that contains the origin.

For pairs of a point and a shape of up to four vertices.  Their A − B is a simplex, so the sub-problem that GJK solves
in each of its steps (gjk/simplex.py) answers the whole question.  Moving one of the shapes moves the origin through
the regions of the same simplex.

Plan:
1. List the vertices of A − B, w0 to w3.
2. Find the region that contains the origin, and with it the closest point.
3. If the origin is outside, the closest point's distance is that of the shapes; if it is inside, the distance of the
   nearest face is the depth.  Radii are subtracted at the end.
"""

from dataclasses import replace
from typing import NamedTuple

from gjkscope.engine import gjk
from gjkscope.engine.gjk.simplex import (
    FACES,
    Closest,
    Region,
    Tests,
    Weights,
    closest_on_point,
    closest_on_segment,
    closest_on_tetrahedron,
    closest_on_triangle,
)
from gjkscope.engine.gjk.steps import Simplex, Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit, NotApplicable, Result, Trace, verdict_of
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import PolytopeShape, Shape
from gjkscope.engine.shapes.support import Convex, convex
from gjkscope.engine.vectors import ZERO, Vec3, add, along, cross, dot, neg, norm, row_times, sub, unit

MOST_VERTICES = {2: 3, 3: 4}
"""The most vertices of a simplex, by dimension."""


class State(NamedTuple):
    """The only step.  Fields are named as in a step of GJK; coordinates are relative to A's position."""

    iteration: int
    candidate: Simplex  # all of A − B, without the radii
    region: Region
    tests: Tests
    weights: Weights  # barycentric, of the closest point; 0 for vertices that do not belong to the nearest feature
    simplex: Simplex  # the nearest feature
    closest: Vec3  # the point of the simplex that is nearest to the origin
    boundary: Weights  # of the nearest point of the boundary; the same as `weights` unless the origin is inside
    lower: float  # signed distance of the cores, metres
    upper: float
    normal: Vec3  # unit, from A to B
    radius: float  # sum of both radii
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """The step on two placed 3D shapes.  Raises `NotApplicable` unless A − B has at most four vertices."""
    a, b = prepare(shape_a, pose_a, shape_b, pose_b)
    state = start(a, b)
    return Trace("nearest", (state,), _result(a, b, state, pose_a.position, size_of(shape_a, pose_a, shape_b, pose_b)))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> tuple[Convex, Convex]:
    """The cores, relative to A's position.  Raises `NotApplicable` as `trace` does."""
    check_simplex(shape_a, shape_b)
    return gjk.relative(convex(shape_a, pose_a), convex(shape_b, pose_b))


def check_simplex(shape_a: Shape, shape_b: Shape) -> None:
    """Raises `NotApplicable` unless one shape has one vertex, and the other no more than a simplex has."""
    counts = [_vertex_count(shape_a), _vertex_count(shape_b)]
    most = MOST_VERTICES[shape_a.dimension]
    if min(counts) != 1 or max(counts) > most:
        raise NotApplicable(
            f"nearest: takes a point and a shape of up to {most} vertices, got {shape_a.kind} and {shape_b.kind}"
        )


def start(a: Convex, b: Convex) -> State:
    """The region that contains the origin, and the closest point."""
    vertices = [_vertex(p, q, i, j) for i, p in enumerate(_world_vertices(a)) for j, q in enumerate(_world_vertices(b))]
    vertices = [vertex._replace(birth=birth) for birth, vertex in enumerate(vertices)]
    whole = _simplex(vertices)
    nearest = _closest(whole)
    kept = [slot for slot in range(whole.size) if nearest.weights[slot] > 0]
    distance, normal, boundary = norm(nearest.point), unit(neg(nearest.point)), nearest.weights
    if nearest.region == Region.INTERIOR:
        distance, normal, boundary = _nearest_face([vertex.point for vertex in vertices], nearest.tests)
    reason = Exit.CONVERGED if distance > 0 else Exit.TOUCHING
    return State(
        iteration=0,
        candidate=whole,
        region=nearest.region,
        tests=nearest.tests,
        weights=nearest.weights,
        simplex=_simplex([vertices[slot] for slot in kept]),
        closest=nearest.point,
        boundary=boundary,
        lower=distance,
        upper=distance,
        normal=normal,
        radius=a.radius + b.radius,
        exit=Exit.ORIGIN_ENCLOSED if nearest.region == Region.INTERIOR else reason,
    )


def step(_a: Convex, _b: Convex, state: State) -> State:
    """There is only one step: the state is returned unchanged."""
    return state


def relocate_simplex(state: State, shift: Vec3) -> State:
    """The state with its simplex translated by `shift`, and the region of that; the rest is unchanged."""
    a, b, c, d = (v._replace(point=add(v.point, shift), a=add(v.a, shift)) for v in state.candidate.vertices)
    candidate = state.candidate._replace(vertices=(a, b, c, d))
    nearest = _closest(candidate)
    return state._replace(candidate=candidate, region=nearest.region, tests=nearest.tests)


def _vertex_count(shape: Shape) -> int:
    """The number of the core's vertices; 0 for one without."""
    return len(shape.corners()) if isinstance(shape, PolytopeShape) else 0


def _world_vertices(core: Convex) -> list[Vec3]:
    """The vertices of a core, in world axes."""
    assert len(core.vertices) > 0, "a box has too many vertices"
    return [add(row_times(core.rotation, (x, y, z)), core.position) for x, y, z in core.vertices.tolist()]


def _vertex(a: Vec3, b: Vec3, index_a: int, index_b: int) -> Vertex:
    return Vertex(sub(a, b), a, b, index_a, index_b, 0)


def _simplex(vertices: list[Vertex]) -> Simplex:
    a, b, c, d = [*vertices, *[vertices[-1]] * 3][:4]
    return Simplex((a, b, c, d), len(vertices))


def _closest(simplex: Simplex) -> Closest:
    a, b, c, d = (vertex.point for vertex in simplex.vertices)
    if simplex.size == 1:
        return closest_on_point(a)
    if simplex.size == 2:
        return closest_on_segment(a, b)
    if simplex.size == 3:
        return closest_on_triangle(a, b, c)
    return closest_on_tetrahedron(a, b, c, d)


def _nearest_face(points: list[Vec3], tests: Tests) -> tuple[float, Vec3, Weights]:
    """Minus the distance of the nearest face from the origin, which is inside; its outward normal; and its weights."""
    index = max(range(4), key=lambda i: tests.sides[i])
    i, j, k = FACES[index]
    normal = unit(cross(sub(points[j], points[i]), sub(points[k], points[i])))
    on_face, weights = closest_on_triangle(points[i], points[j], points[k]).weights, [0.0] * 4
    weights[i], weights[j], weights[k] = on_face[:3]
    outward = normal if dot(normal, points[i]) > 0 else neg(normal)
    return tests.sides[index], outward, (weights[0], weights[1], weights[2], weights[3])


def _result(a: Convex, b: Convex, state: State, origin: Vec3, size: float) -> Result:
    """The result for the shapes, including their radii."""
    distance = state.upper - state.radius
    result = Result("nearest", verdict_of(distance, distance, size), state.exit, 1, lower=distance, upper=distance)
    if state.normal == ZERO:  # the origin lies on the simplex: there is no direction from it
        return result
    on_a, on_b = ZERO, ZERO
    for vertex, weight in zip(state.candidate.vertices, state.boundary, strict=True):
        on_a, on_b = along(on_a, vertex.a, weight), along(on_b, vertex.b, weight)
    witness_a = along(add(on_a, origin), state.normal, a.radius)
    witness_b = along(add(on_b, origin), state.normal, -b.radius)
    return replace(result, signed_distance=distance, normal=state.normal, witness_a=witness_a, witness_b=witness_b)
