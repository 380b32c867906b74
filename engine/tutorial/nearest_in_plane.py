"""The nearest feature of a 2D simplex, as one step: the Voronoi region of the whole simplex that contains the origin.

For pairs of a point and a 2D shape of up to three vertices; otherwise as in nearest.py.
"""

from typing import NamedTuple

from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.plane.cores import PlaneCore, PlaneVertex, plane_cores
from gjkscope.engine.plane.gjk.simplex import (
    PLANE_EDGES,
    PlaneRegion,
    PlaneSimplex,
    PlaneTests,
    PlaneWeights,
    closest_in_plane,
    closest_on_segment2,
    simplex_in_plane,
    vertices_in_plane,
    weights_at,
)
from gjkscope.engine.plane.gjk.steps import answer_in_plane, moved_in_plane, weighted_witnesses
from gjkscope.engine.plane.vectors import ORIGIN2, Vec2, dot2, in_plane, neg2, norm2, right2, sub2, unit2
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit, Result, Trace, bounds_only, result_of, verdict_number
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.tutorial.nearest import check_simplex
from gjkscope.engine.vectors import Vec3


class State(NamedTuple):
    """The only step.  Fields are named as in a step of GJK in the plane; coordinates are relative to A's position."""

    iteration: int
    candidate: PlaneSimplex  # all of A − B, without the radii
    region: PlaneRegion
    tests: PlaneTests
    weights: PlaneWeights  # barycentric, of the closest point, for the vertices of the candidate
    simplex: PlaneSimplex  # the nearest feature
    closest: Vec2  # the point of the simplex that is nearest to the origin
    boundary: PlaneWeights  # of the nearest point of the boundary; as `weights` unless the origin is inside
    lower: float  # signed distance of the cores, metres
    upper: float
    normal: Vec2  # unit, from A to B
    radius: float  # sum of both radii
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """The step on two placed 2D shapes.  Raises `NotApplicable` unless A − B has at most three vertices."""
    a, b = prepare(shape_a, pose_a, shape_b, pose_b)
    state, size = start(a, b), size_of(shape_a, pose_a, shape_b, pose_b)
    return Trace("nearest", (state,), _result(a, b, state, in_plane(pose_a.position), size))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> tuple[PlaneCore, PlaneCore]:
    """The cores, relative to A's position.  Raises `NotApplicable` as `trace` does."""
    check_simplex(shape_a, shape_b)
    return plane_cores(shape_a, pose_a, shape_b, pose_b)


def start(a: PlaneCore, b: PlaneCore) -> State:
    """The region that contains the origin, and the closest point."""
    pairs = [(i, j) for i in range(len(a.vertices)) for j in range(len(b.vertices))]
    whole = simplex_in_plane(
        [
            PlaneVertex(sub2(a.vertices[i], b.vertices[j]), a.vertices[i], b.vertices[j], i, j, birth)
            for birth, (i, j) in enumerate(pairs)
        ]
    )
    nearest = closest_in_plane(whole)
    weights = nearest.weights
    distance, normal, boundary = norm2(nearest.point), unit2(neg2(nearest.point)), weights
    if nearest.region == PlaneRegion.INTERIOR:
        distance, normal, boundary = _nearest_edge(whole)
    reason = Exit.CONVERGED if distance > 0 else Exit.TOUCHING
    return State(
        iteration=0,
        candidate=whole,
        region=nearest.region,
        tests=nearest.tests,
        weights=weights,
        simplex=simplex_in_plane([vertex for i, vertex in enumerate(vertices_in_plane(whole)) if weights[i] > 0]),
        closest=nearest.point,
        boundary=boundary,
        lower=distance,
        upper=distance,
        normal=normal,
        radius=a.radius + b.radius,
        exit=Exit.ORIGIN_ENCLOSED if nearest.region == PlaneRegion.INTERIOR else reason,
    )


def step(_a: PlaneCore, _b: PlaneCore, state: State) -> State:
    """There is only one step: the state is returned unchanged."""
    return state


def relocate_triangle(state: State, shift: Vec3) -> State:
    """The state with its simplex translated by `shift`, and the region of that; the rest is unchanged."""
    candidate = moved_in_plane(state.candidate, in_plane(shift))
    nearest = closest_in_plane(candidate)
    return state._replace(candidate=candidate, region=nearest.region, tests=nearest.tests)


def _nearest_edge(triangle: PlaneSimplex) -> tuple[float, Vec2, PlaneWeights]:
    """Minus the distance of the nearest edge from the origin, which is inside; its outward normal; and its weights."""
    edges = []
    for i, j in PLANE_EDGES:
        p, q = triangle.vertices[i].point, triangle.vertices[j].point
        normal = unit2(right2(sub2(q, p)))
        normal = normal if dot2(normal, p) > 0 else neg2(normal)
        at_p, at_q, _ = closest_on_segment2(p, q).weights
        edges.append((-dot2(normal, p), normal, weights_at(i, at_p, j, at_q)))
    return max(edges)


def _result(a: PlaneCore, b: PlaneCore, state: State, origin: Vec2, size: float) -> Result:
    """The result for the shapes, including their radii."""
    distance = state.upper - state.radius
    verdict = verdict_number(distance, distance, size)
    if state.normal == ORIGIN2:  # the origin lies on the simplex: there is no direction from it
        return result_of("nearest", state.exit, 1, bounds_only(verdict, distance, distance))
    points = weighted_witnesses(state.candidate, state.boundary)
    answer = answer_in_plane(a, b, verdict, (distance, distance), state.normal, points, origin)
    return result_of("nearest", state.exit, 1, answer)
