"""GJK in the plane: the distance between two convex 2D shapes, as a trace.

Gilbert, Johnson, Keerthi, A fast procedure for computing the distance between complex objects in three-dimensional
space, IEEE Journal of Robotics and Automation 4(2), 1988; van den Bergen, Collision Detection in Interactive 3D
Environments, 2003, chapter 4.  In the plane a simplex has at most three vertices, and a triangle encloses the origin.

The distance between A and B is the distance from the origin to A − B = { a − b }.  The algorithm never builds this
polygon: it keeps a simplex of up to three of its points and moves it towards the origin.  One step:

1. Search direction: from the simplex towards the origin: −v for a vertex v, or perpendicular to an edge.
2. Support: the point w of A − B that lies furthest in that direction, s(d) = s_A(d) − s_B(−d).
3. Bounds: no point of A − B lies beyond the line through w perpendicular to d, so −d·w (d a unit vector) is a lower
   bound of the signed distance; the distance of the closest point so far is an upper bound.  If the bounds meet, this
   is the result.
4. Otherwise add w to the simplex, find the Voronoi region that contains the origin, and drop the vertices that do not
   belong to its feature.
5. If the origin is inside a triangle, the shapes overlap.

Departures from the papers, and why:
- The algorithm runs on the cores of the shapes (see plane/cores.py); radii are subtracted at the end.
- Everything is relative to A's position, so that shapes far from the world's origin lose no precision.
- The direction from an edge is its normal, not −v, where v is the closest point: if v is short, it consists of rounding
  errors.
- If the origin lies on an edge, it may be on the boundary of A − B or inside.  Both sides of the edge are searched, one
  step each: if A − B ends at the edge on one side, the bounds meet at 0.

How it can fail: if the origin lies on a vertex, or on an edge that has points of A − B on both sides, no direction is
left to search: the exit is `TOUCHING`, which proves contact but not the depth.  If rounding hides any progress, the
exit is `NO_PROGRESS`, and the bounds show what is certain.  Coordinates whose products overflow or underflow, above
1e150 or all below 1e-150, end in `DEGENERATE_INPUT`.

The functions of the steps use only floats and tuples of fixed length, so that numba can compile them unchanged.
"""

from math import inf
from typing import NamedTuple

from gjkscope.engine.gjk.steps import ITERATION_LIMIT, ROUNDINGS, close_enough, wanted_gap
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.plane.cores import PlaneCore, PlaneVertex, plane_cores, reach_in_plane, support_of_difference
from gjkscope.engine.plane.gjk.simplex import (
    EDGE_REGIONS,
    PLANE_EDGES,
    VERTEX_REGIONS,
    WHOLE_PLANE_SIMPLEX,
    PlaneClosest,
    PlaneRegion,
    PlaneSimplex,
    PlaneTests,
    PlaneWeights,
    closest_in_plane,
    closest_on_segment2,
    weights_at,
)
from gjkscope.engine.plane.vectors import (
    ORIGIN2,
    Vec2,
    add2,
    cross2,
    dot2,
    in_plane,
    in_space,
    neg2,
    norm2,
    right2,
    scale2,
    sub2,
    unit2,
)
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import COARSER, trace_in_float32
from gjkscope.engine.result import (
    TOUCHING,
    Exit,
    RawAnswer,
    Result,
    Trace,
    all_steps,
    bounds_only,
    result_of,
    verdict_number,
)
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3


class State(NamedTuple):
    """A step of GJK in the plane, with all quantities that determined it.

    Coordinates are relative to A's position.  `candidate` is the simplex with the new support added.
    """

    iteration: int
    direction: Vec2  # unit, the search direction
    support: PlaneVertex
    before: PlaneSimplex  # of size 0 in the first step
    candidate: PlaneSimplex
    region: PlaneRegion  # of the candidate
    tests: PlaneTests  # of the candidate
    weights: PlaneWeights  # barycentric, of the simplex
    simplex: PlaneSimplex
    closest_before: Vec2  # the closest point before the step
    closest: Vec2  # the point of the simplex that is nearest to the origin
    lower: float  # best bounds so far on the cores' signed distance, metres
    upper: float
    normal: Vec2  # the direction that gave the best lower bound
    reach: float  # largest coordinate so far; rounding errors are relative to it
    radius: float  # sum of both radii: the cores' distance minus the shapes' distance
    roundoff: float  # unit roundoff of the arithmetic
    gap: float  # difference of the bounds at which the search may end, metres; see `wanted_gap`
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """Runs GJK on two placed 2D shapes of any kind and returns all steps."""
    a, b = plane_cores(shape_a, pose_a, shape_b, pose_b, options.float32)
    size, origin = size_of(shape_a, pose_a, shape_b, pose_b), in_plane(pose_a.position)
    gap = wanted_gap(options, shape_a, shape_b)
    if options.float32:
        return trace_in_float32(_trace, a, b, origin, size * COARSER, gap)
    return _trace(a, b, origin, size, gap)


def relocate_in_plane(state: State, shift: Vec3) -> State:
    """The state with its candidate translated by `shift`, and the region of that; the rest is unchanged."""
    candidate = moved_in_plane(state.candidate, in_plane(shift))
    nearest = closest_in_plane(candidate)
    return state._replace(candidate=candidate, region=nearest.region, tests=nearest.tests)


def moved_in_plane(simplex: PlaneSimplex, by: Vec2) -> PlaneSimplex:
    """The simplex translated, as if A were."""
    a, b, c = (vertex._replace(point=add2(vertex.point, by), a=add2(vertex.a, by)) for vertex in simplex.vertices)
    return PlaneSimplex((a, b, c), simplex.size)


def start(a: PlaneCore, b: PlaneCore, gap: float = 0.0) -> State:
    """The first step: the support point in the direction from A's centre to B's; `gap` is as in `State`."""
    direction = unit2(sub2(b.center, a.center))
    if direction == ORIGIN2:
        direction = (1.0, 0.0)
    vertex = support_of_difference(a, b, direction, 0)
    simplex = PlaneSimplex((vertex, vertex, vertex), 1)
    nearest, reach = closest_in_plane(simplex), reach_in_plane(vertex)
    at_origin = norm2(nearest.point) <= ROUNDINGS * a.roundoff * reach
    reason = Exit.TOUCHING if at_origin else Exit.RUNNING
    return State(
        iteration=0,
        direction=direction,
        support=vertex,
        before=simplex._replace(size=0),
        candidate=simplex,
        region=nearest.region,
        tests=nearest.tests,
        weights=nearest.weights,
        simplex=simplex,
        closest_before=nearest.point,
        closest=nearest.point,
        lower=-dot2(direction, vertex.point),
        upper=norm2(nearest.point),
        normal=direction,
        reach=reach,
        radius=a.radius + b.radius,
        roundoff=a.roundoff,
        gap=gap,
        exit=reason,
    )


def step(a: PlaneCore, b: PlaneCore, state: State) -> State:
    """The next step: search towards the origin, update the bounds, then reduce the simplex.

    A state that has an exit is returned unchanged.
    """
    if state.exit != Exit.RUNNING:
        return state
    direction = _search_direction(state)
    vertex = support_of_difference(a, b, direction, state.iteration + 1)
    bound = -dot2(direction, vertex.point)
    searched = state._replace(
        iteration=state.iteration + 1,
        direction=direction,
        support=vertex,
        before=state.simplex,
        closest_before=state.closest,
        lower=max(state.lower, bound),
        normal=direction if bound > state.lower else state.normal,
        reach=max(state.reach, reach_in_plane(vertex)),
    )
    reason = _reason_to_stop(searched)
    return _advance(searched) if reason == Exit.RUNNING else _stop(searched, reason)


def run(a: PlaneCore, b: PlaneCore, gap: float = 0.0) -> tuple[State, ...]:
    """All steps from the first to the one with an exit; `gap` is as in `State`."""
    return all_steps(start(a, b, gap), lambda state: step(a, b, state))


def result(a: PlaneCore, b: PlaneCore, last: State, origin: Vec2, size: float) -> Result:
    """The result for the shapes themselves, including their radii, from the last step.

    `origin` is A's position, `size` is `bounds.size`.
    """
    return result_of("gjk", last.exit, last.iteration + 1, distance_answer_in_plane(a, b, last, origin, size))


def plane_rounding(state: State) -> float:
    """The rounding error of a distance, in metres; smaller distances count as contact."""
    return ROUNDINGS * state.roundoff * state.reach


def weighted_witnesses(simplex: PlaneSimplex, weights: PlaneWeights) -> tuple[Vec2, Vec2]:
    """The points of both cores whose difference is the weighted sum of the vertices, relative to A's position."""
    a, b = ORIGIN2, ORIGIN2
    for i in range(simplex.size):
        vertex, weight = simplex.vertices[i], weights[i]
        a, b = add2(a, scale2(vertex.a, weight)), add2(b, scale2(vertex.b, weight))
    return a, b


def answer_in_plane(
    a: PlaneCore,
    b: PlaneCore,
    verdict: int,
    bounds: tuple[float, float],
    normal: Vec2,
    points: tuple[Vec2, Vec2],
    origin: Vec2,
) -> RawAnswer:
    """The numbers of a result whose upper bound is its distance.

    `points` are the witness points on the cores, relative to A's position, `origin`.
    """
    lower, upper = bounds
    witness_a = add2(add2(points[0], origin), scale2(normal, a.radius))
    witness_b = add2(add2(points[1], origin), scale2(normal, -b.radius))
    proved = min(lower, upper)  # bounds that have met may cross by a rounding error
    return RawAnswer(verdict, proved, upper, upper, in_space(normal), in_space(witness_a), in_space(witness_b))


def _trace(a: PlaneCore, b: PlaneCore, origin: Vec2, size: float, gap: float) -> Trace:
    steps = run(a, b, gap)
    return Trace("gjk", steps, result(a, b, steps[-1], origin, size))


def distance_answer_in_plane(a: PlaneCore, b: PlaneCore, last: State, origin: Vec2, size: float) -> RawAnswer:
    """The numbers of `result`."""
    lower, upper = last.lower - last.radius, last.upper - last.radius
    narrow = upper - lower <= TOUCHING * size
    verdict = verdict_number(upper if narrow else lower, upper, size)
    known = last.exit in (Exit.CONVERGED, Exit.WITHIN_TOLERANCE) or (narrow and last.exit != Exit.DEGENERATE_INPUT)
    if last.exit == Exit.ORIGIN_ENCLOSED or not known:
        return bounds_only(verdict, lower, upper)
    points = weighted_witnesses(last.simplex, last.weights)
    return answer_in_plane(a, b, verdict, (lower, upper), last.normal, points, origin)


def _search_direction(state: State) -> Vec2:
    """The unit vector from the simplex towards the origin."""
    if state.simplex.size == 1:
        return unit2(neg2(state.closest))
    p, q = state.simplex.vertices[0].point, state.simplex.vertices[1].point
    normal = unit2(right2(sub2(q, p)))
    nearer = p if dot2(p, p) < dot2(q, q) else q
    height = dot2(normal, nearer)  # of the edge above the origin
    if state.upper <= plane_rounding(state):  # the origin lies on the edge: search the side that is not known yet
        height = _height_of_dropped(state, normal, nearer)
    return neg2(normal) if height > 0 else normal


def _height_of_dropped(state: State, normal: Vec2, edge_point: Vec2) -> float:
    """How far the vertex that the last step dropped lies beyond the edge along `normal`; 0 if it dropped none."""
    for i in range(state.candidate.size):
        vertex = state.candidate.vertices[i]
        if not is_kept(state.simplex, vertex):
            return dot2(normal, sub2(vertex.point, edge_point))
    return 0.0


def is_kept(simplex: PlaneSimplex, vertex: PlaneVertex) -> bool:
    """Whether the vertex is one of the simplex."""
    for i in range(simplex.size):
        if simplex.vertices[i].birth == vertex.birth:
            return True
    return False


def _reason_to_stop(state: State) -> Exit:
    """Why the new support point ends the search; `RUNNING` if it does not."""
    if _out_of_range(state):
        return Exit.DEGENERATE_INPUT
    if state.upper - state.lower <= plane_rounding(state):
        return Exit.CONVERGED
    if close_enough(state.lower, state.upper, state.radius, state.gap):
        return Exit.WITHIN_TOLERANCE
    if _is_found_again(state.simplex, state.support):
        return _stuck(state)
    return Exit.ITERATION_LIMIT if state.iteration >= ITERATION_LIMIT else Exit.RUNNING


def _is_found_again(simplex: PlaneSimplex, vertex: PlaneVertex) -> bool:
    """Whether the simplex has a vertex of the same two vertices of A and B."""
    for i in range(simplex.size):
        known = simplex.vertices[i]
        if known.index_a == vertex.index_a and known.index_b == vertex.index_b:
            return True
    return False


def _out_of_range(state: State) -> bool:
    """Whether the region tests, which are products of two coordinates, may overflow or underflow."""
    small, large = state.reach, ROUNDINGS * state.reach
    return small * small * state.roundoff == 0 or large * large == inf


def _advance(state: State) -> State:
    """Adds the new vertex to the simplex and keeps the vertices of the Voronoi region that contains the origin."""
    candidate = _with(state.simplex, state.support)
    other_side_known = state.candidate.size == 3  # the last step dropped a vertex on the other side of the edge
    nearest = closest_in_plane(candidate)
    if nearest.region == PlaneRegion.INTERIOR:
        if _depth(candidate) > plane_rounding(state):
            return _end_enclosed(
                state._replace(candidate=candidate, region=nearest.region, tests=nearest.tests), nearest
            )
        nearest = _on_nearest_edge(candidate, nearest)
    state = state._replace(candidate=candidate, region=nearest.region, tests=nearest.tests)
    distance = norm2(nearest.point)
    if nearest.weights[candidate.size - 1] > 0 and distance <= state.upper + plane_rounding(state):
        simplex, weights = _keep_weighted(candidate, nearest.weights)
        at_vertex = simplex.size == 1 and distance <= plane_rounding(state)
        return state._replace(
            weights=weights,
            simplex=simplex,
            closest=nearest.point,
            upper=min(state.upper, distance),
            exit=Exit.TOUCHING if at_vertex else Exit.RUNNING,
        )
    state = state._replace(region=WHOLE_PLANE_SIMPLEX[candidate.size - 2])
    on_edge = candidate.size == 3 and state.upper <= plane_rounding(state)
    if on_edge and not other_side_known:
        return state
    return state._replace(exit=_stuck(state))


def _with(simplex: PlaneSimplex, vertex: PlaneVertex) -> PlaneSimplex:
    a, b, _ = simplex.vertices
    return PlaneSimplex((a, vertex, vertex), 2) if simplex.size == 1 else PlaneSimplex((a, b, vertex), 3)


def _keep_weighted(simplex: PlaneSimplex, weights: PlaneWeights) -> tuple[PlaneSimplex, PlaneWeights]:
    """The vertices with positive weight, moved to the first slots in the order in which they were found."""
    i, j, k, count = 0, 0, 0, 0
    for slot in range(simplex.size):
        if weights[slot] > 0:
            i = slot if count == 0 else i
            j = slot if count <= 1 else j
            k = slot
            count += 1
    v = simplex.vertices
    kept = (weights[i], weights[j] if count > 1 else 0.0, weights[k] if count > 2 else 0.0)
    return PlaneSimplex((v[i], v[j], v[k]), count), kept


def _end_enclosed(state: State, nearest: PlaneClosest) -> State:
    return state._replace(
        weights=nearest.weights,
        simplex=state.candidate,
        closest=ORIGIN2,
        upper=-_depth(state.candidate),
        exit=Exit.ORIGIN_ENCLOSED,
    )


def _depth(triangle: PlaneSimplex) -> float:
    """The distance of the origin, inside the triangle, from the nearest of its edges."""
    return _edge_distance(triangle, _nearest_edge(triangle))


def _nearest_edge(triangle: PlaneSimplex) -> int:
    """The number of the edge nearest to the origin, which is inside the triangle; the first of several."""
    nearest, least = 0, _edge_distance(triangle, 0)
    for number in (1, 2):
        distance = _edge_distance(triangle, number)
        if distance < least:
            nearest, least = number, distance
    return nearest


def _edge_distance(triangle: PlaneSimplex, number: int) -> float:
    i, j = PLANE_EDGES[number]
    p, q = triangle.vertices[i].point, triangle.vertices[j].point
    return abs(cross2(p if dot2(p, p) < dot2(q, q) else q, unit2(sub2(q, p))))


def _on_nearest_edge(triangle: PlaneSimplex, nearest: PlaneClosest) -> PlaneClosest:
    """The origin is inside the triangle, but within rounding of an edge: that edge's region instead."""
    number = _nearest_edge(triangle)
    i, j = PLANE_EDGES[number]
    on_edge = closest_on_segment2(triangle.vertices[i].point, triangle.vertices[j].point)
    weights = weights_at(i, on_edge.weights[0], j, on_edge.weights[1])
    region = EDGE_REGIONS[number]
    if weights[i] == 0 or weights[j] == 0:
        region = VERTEX_REGIONS[j if weights[i] == 0 else i]
    return PlaneClosest(region, weights, on_edge.point, nearest.tests)


def _stop(state: State, reason: Exit) -> State:
    """Ends the search with the previous simplex; the state holds that simplex's own tests."""
    simplex = state.simplex
    tests = closest_in_plane(simplex).tests
    return state._replace(candidate=simplex, region=WHOLE_PLANE_SIMPLEX[simplex.size - 1], tests=tests, exit=reason)


def _stuck(state: State) -> Exit:
    """The exit if no nearer point is found: contact if the origin lies on the simplex."""
    return Exit.TOUCHING if state.upper <= plane_rounding(state) else Exit.NO_PROGRESS
