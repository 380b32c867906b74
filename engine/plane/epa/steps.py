"""EPA in the plane, the expanding polygon algorithm: the penetration depth of two convex 2D shapes, as a trace.

van den Bergen, Proximity queries and penetration depth computation on 3D game objects, Game Developers Conference
2001; Collision Detection in Interactive 3D Environments, 2003, §4.3.8.

The depth is the distance from the origin, which is inside A − B, to the boundary of A − B.  As in GJK, A − B is never
built: the algorithm expands a polygon of its points, always where the boundary may be nearest.

1. Seed: the simplex that GJK ended with.  If it has no area (the origin lies on a vertex or an edge), it is extended in
   directions in which it has no extent; if A − B has no extent there either, it is flat and the depth is 0.
2. Search: the support point w of A − B along the outward normal of the edge nearest to the origin.
3. Bounds: the polygon is part of A − B, so the depth is at least the distance of the nearest edge.  No point of A − B
   lies beyond the line through w perpendicular to the normal n, so the depth is at most n·w, for every n tried.
4. If w is no further than the edge, the edge lies on the boundary: its normal and distance are the result.
5. Otherwise insert w between the ends of the edge: two edges replace one.  Repeat from 2.

Departures from the papers, and why:
- The algorithm runs on the cores of the shapes; if they are separated, the result follows from GJK's distance minus the
  radii, and there is nothing to expand.
- The nearest edge is the one whose line is nearest, with a negative distance if the origin lies outside: a seed need
  not contain the origin.  The foot of the perpendicular need not be tested: around an origin inside a convex polygon,
  it always lies on the edge whose line is nearest.
- There is no horizon to find: all vertices are support points, so w is beyond one edge only.

How it can fail: an edge as short as the rounding error has a meaningless normal.  It is set aside once w turns out to
be another vertex of the polygon; the bounds remain valid.  If no edge is left, the exit is `NO_PROGRESS`, and the
result is the best normal tried.

numba compiles the functions of the steps unchanged, apart from `_copy` and `_remembered`: compiled code keeps only the
last step, and changes its lists in place.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any, NamedTuple

from gjkscope.engine.gjk.steps import ROUNDINGS, close_enough, wanted_gap
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.plane.cores import PlaneCore, PlaneVertex, plane_cores, reach_in_plane, support_of_difference
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.gjk.simplex import PlaneSimplex
from gjkscope.engine.plane.vectors import (
    ORIGIN2,
    Vec2,
    add2,
    cross2,
    dot2,
    in_plane,
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

# The expansion eventually reaches A − B itself, which has at most as many vertices as A and B together.  The limit only
# bounds time and memory.
ITERATION_LIMIT = 20_000

GROWTH_DIRECTIONS: tuple[Vec2, ...] = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
"""The directions in which a seed of one vertex is extended."""


class PlaneSearchReason(IntEnum):
    """Why a direction was searched."""

    SEED = 0  # no search yet
    GROWTH = 1  # the seed has no area, and no extent in this direction
    EDGE = 2  # normal of the edge nearest to the origin


class PlaneEdge(NamedTuple):
    """An edge of the polygon, from one vertex to the next one anticlockwise."""

    normal: Vec2  # unit, outward
    distance: float  # of its line from the origin, metres; negative if the origin is outside
    set_aside: bool  # its normal is meaningless: it is never searched again


class PlaneDepthPoint(NamedTuple):
    """The point of A − B to which the depth is measured, given as the points of both cores whose difference it is."""

    point: Vec2  # relative to A's position, as all points here
    a: Vec2
    b: Vec2


class State(NamedTuple):
    """A step of EPA in the plane, with all quantities that determined it.

    Edge i of a polygon leads from its vertex i to the next one; the vertices are anticlockwise.  A seed of one or two
    vertices has no edges.
    """

    iteration: int
    aim: PlaneSearchReason
    direction: Vec2  # unit, the search direction
    support: PlaneVertex
    before: Sequence[PlaneVertex]  # the polygon before the step; empty in the first
    edges_before: Sequence[PlaneEdge]
    chosen: int  # the edge of `before` whose normal was searched; −1 for none
    polygon: Sequence[PlaneVertex]  # after the step
    edges: Sequence[PlaneEdge]
    nearest: int  # the edge of `polygon` to search next; −1 for none
    tries: int  # directions tried since the seed last grew
    lower: float  # best bounds so far on the cores' signed distance, metres
    upper: float
    normal: Vec2  # the direction that gave the best lower bound
    contact: PlaneDepthPoint
    reach: float  # largest coordinate so far; rounding errors are relative to it
    roundoff: float  # unit roundoff of the arithmetic
    gap: float  # difference of the bounds at which the search may end, metres; see `wanted_gap`
    radius: float  # sum of both radii
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """Runs EPA on two placed 2D shapes of any kind, starting where GJK ended, and returns all steps.

    There is only one step if GJK has already determined the distance.
    """
    a, b = plane_cores(shape_a, pose_a, shape_b, pose_b, options.float32)
    size, origin = size_of(shape_a, pose_a, shape_b, pose_b), in_plane(pose_a.position)
    gap = wanted_gap(options, shape_a, shape_b)
    if options.float32:
        return trace_in_float32(_trace, a, b, origin, size * COARSER, gap)
    return _trace(a, b, origin, size, gap)


def start(_a: PlaneCore, _b: PlaneCore, gjk_state: gjk.State) -> State:
    """The first step: the seed is GJK's last simplex without vertices that add no dimension."""
    return seed_polygon(gjk_state, [], [], [], [])


def seed_polygon(gjk_state: gjk.State, polygon: Any, edges: Any, before: Any, edges_before: Any) -> State:
    """The first step, with these lists, which are empty: its polygon and edges, and those before it."""
    _span(gjk_state, polygon)
    point_a, point_b = gjk.weighted_witnesses(gjk_state.simplex, gjk_state.weights)
    reason = Exit.DISTANCE_KNOWN if distance_known_in_plane(gjk_state) else Exit.RUNNING
    state = State(
        iteration=0,
        aim=PlaneSearchReason.SEED,
        direction=gjk_state.direction,
        support=gjk_state.support,
        before=before,
        edges_before=edges_before,
        chosen=-1,
        polygon=polygon,
        edges=edges,
        nearest=-1,
        tries=0,
        lower=gjk_state.lower,
        upper=gjk_state.upper,
        normal=gjk_state.normal,
        contact=PlaneDepthPoint(gjk_state.closest, point_a, point_b),
        reach=gjk_state.reach,
        roundoff=gjk_state.roundoff,
        gap=gjk_state.gap,
        radius=gjk_state.radius,
        exit=reason,
    )
    return _with_edges(state, polygon) if len(polygon) == 3 and state.exit == Exit.RUNNING else state


def step(a: PlaneCore, b: PlaneCore, state: State) -> State:
    """The next step: grow the seed, or expand the polygon.  A state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    return _expand(a, b, state) if len(state.edges) > 0 else _grow(a, b, state)


def run(a: PlaneCore, b: PlaneCore, gjk_state: gjk.State) -> tuple[State, ...]:
    """All steps up to the one with an exit, starting from GJK's last step, `gjk_state`."""
    return all_steps(start(a, b, gjk_state), lambda state: step(a, b, state))


def result(a: PlaneCore, b: PlaneCore, gjk_state: gjk.State, last: State, origin: Vec2, size: float) -> Result:
    """The result for the shapes themselves, including their radii, from the last step.

    `origin` is A's position, `size` is `bounds.size`.
    """
    if last.exit == Exit.DISTANCE_KNOWN:
        return replace(gjk.result(a, b, gjk_state, origin, size), algorithm="epa", exit=last.exit, steps=1)
    return result_of("epa", last.exit, last.iteration + 1, depth_answer_in_plane(a, b, last, origin, size))


def distance_known_in_plane(gjk_state: gjk.State) -> bool:
    """Whether GJK's result is final: the cores are separated, or just touch, or the input is degenerate."""
    if gjk_state.exit == Exit.ORIGIN_ENCLOSED:
        return False
    met = gjk_state.upper - gjk_state.lower <= gjk.plane_rounding(gjk_state)
    ended = gjk_state.exit == Exit.DEGENERATE_INPUT or gjk_state.exit == Exit.WITHIN_TOLERANCE
    return met or gjk_state.lower > 0 or ended


def _trace(a: PlaneCore, b: PlaneCore, origin: Vec2, size: float, gap: float) -> Trace:
    gjk_state = gjk.run(a, b, gap)[-1]
    steps = run(a, b, gjk_state)
    return Trace("epa", steps, result(a, b, gjk_state, steps[-1], origin, size))


def depth_answer_in_plane(a: PlaneCore, b: PlaneCore, last: State, origin: Vec2, size: float) -> RawAnswer:
    """The numbers of `result`, if EPA had something to expand."""
    lower, upper = last.lower - last.radius, max(last.lower, last.upper) - last.radius
    met = upper - lower <= TOUCHING * size
    verdict = verdict_number(lower, lower if met else upper, size)
    if last.lower > 0 and not met:  # the nearest feature of separated shapes need not be an edge
        return bounds_only(verdict, lower, upper)
    answer = gjk.answer_in_plane(a, b, verdict, (lower, lower), last.normal, plane_contact_points(last), origin)
    return answer._replace(lower=lower, upper=upper)


def plane_contact_points(last: State) -> tuple[Vec2, Vec2]:
    """The contact points; what they lack of the depth, a rounding error, is split evenly."""
    rest = scale2(sub2(scale2(last.normal, -last.lower), sub2(last.contact.a, last.contact.b)), 0.5)
    return add2(last.contact.a, rest), sub2(last.contact.b, rest)


def _rounding(state: State) -> float:
    """The rounding error of a distance, in metres."""
    return ROUNDINGS * state.roundoff * state.reach


# --- the seed ---


def _span(gjk_state: gjk.State, polygon: Any) -> None:
    """Adds those of GJK's vertices to an empty polygon that add a dimension; three become anticlockwise."""
    rounding = gjk.plane_rounding(gjk_state)
    for i in range(gjk_state.simplex.size):
        vertex = gjk_state.simplex.vertices[i]
        if _adds_dimension(polygon, vertex.point, rounding):
            polygon.append(vertex)
    _turn(polygon)


def _turn(polygon: Any) -> None:
    """Makes three vertices anticlockwise."""
    if len(polygon) == 3:
        p, q, r = polygon[0], polygon[1], polygon[2]
        if not cross2(sub2(q.point, p.point), sub2(r.point, p.point)) > 0:
            polygon[1], polygon[2] = r, q


def _adds_dimension(seed: Any, point: Vec2, rounding: float) -> bool:
    """Whether the point is further than rounding from the point or the line through the vertices."""
    if len(seed) == 0:
        return True
    away = sub2(point, seed[0].point)
    if len(seed) == 1:
        return norm2(away) > rounding
    return abs(cross2(away, unit2(sub2(seed[1].point, seed[0].point)))) > rounding


def _grow(a: PlaneCore, b: PlaneCore, state: State) -> State:
    """Searches a direction in which the seed has no extent."""
    grown = _search(a, b, state, PlaneSearchReason.GROWTH, _growth_direction(state), -1)
    if _adds_dimension(state.polygon, grown.support.point, _rounding(grown)):
        polygon = _copy(state.polygon)
        polygon.append(grown.support)
        _turn(polygon)
        grown = grown._replace(polygon=polygon, tries=0)
        return _with_edges(grown, polygon) if len(polygon) == 3 else grown
    tries, most = state.tries + 1, 2 if len(state.polygon) == 2 else len(GROWTH_DIRECTIONS)
    return grown._replace(tries=tries, exit=Exit.NO_INTERIOR if tries == most else Exit.RUNNING)


def _growth_direction(state: State) -> Vec2:
    """The next direction to try: square to a segment, on both sides, or all four axes from a point."""
    if len(state.polygon) < 2:
        return GROWTH_DIRECTIONS[state.tries]
    normal = unit2(right2(sub2(state.polygon[1].point, state.polygon[0].point)))
    return normal if state.tries == 0 else neg2(normal)


# --- the expansion ---


def _expand(a: PlaneCore, b: PlaneCore, state: State) -> State:
    """Searches beyond the nearest edge, and inserts the support point between its ends."""
    edge = state.edges[state.nearest]
    searched = _search(a, b, state, PlaneSearchReason.EDGE, edge.normal, state.nearest)
    height = dot2(edge.normal, searched.support.point)
    if height - edge.distance <= _rounding(searched):
        return searched._replace(exit=Exit.CONVERGED)
    if close_enough(searched.lower, searched.upper, searched.radius, searched.gap):
        return searched._replace(exit=Exit.WITHIN_TOLERANCE)
    if searched.lower > _rounding(searched):
        return searched._replace(exit=Exit.SEPARATING_AXIS)
    if searched.iteration >= ITERATION_LIMIT:
        return searched._replace(exit=Exit.ITERATION_LIMIT)
    if _is_vertex(searched.support, state.polygon):
        return _set_aside(searched, state.nearest)
    return _split_edge(searched, state.nearest)


def _split_edge(state: State, index: int) -> State:
    """Inserts the support point between the ends of an edge: two edges replace it."""
    polygon, edges, end = _copy(state.polygon), _copy(state.edges), index + 1
    edges[index] = _edge(polygon[index].point, state.support.point)
    _insert(edges, end, _edge(state.support.point, polygon[end if end < len(polygon) else 0].point))
    _insert(polygon, end, state.support)
    return _choose(state._replace(polygon=polygon, edges=edges))


def _insert(items: Any, place: int, item: Any) -> None:
    items.append(item)
    for i in range(len(items) - 1, place, -1):
        items[i] = items[i - 1]
    items[place] = item


def _copy(items: Any) -> Any:
    """A copy for the next state to change.  (A named function, so that compiled code can omit the copy.)"""
    return items.copy()


def _remembered(items: Any, _: Any) -> Any:
    """The items of the state before.  (Compiled code, which changes them, copies them into the second list.)"""
    return items


def _search(a: PlaneCore, b: PlaneCore, state: State, aim: PlaneSearchReason, direction: Vec2, chosen: int) -> State:
    """The state with the support point in a direction, and the bound that follows."""
    vertex = support_of_difference(a, b, direction, state.support.birth + 1)
    bound = -dot2(direction, vertex.point)
    better = bound > state.lower
    return state._replace(
        iteration=state.iteration + 1,
        aim=aim,
        direction=direction,
        support=vertex,
        before=_remembered(state.polygon, state.before),
        edges_before=_remembered(state.edges, state.edges_before),
        chosen=chosen,
        lower=bound if better else state.lower,
        normal=direction if better else state.normal,
        contact=_foot(state.polygon, chosen) if better and chosen >= 0 else state.contact,
        reach=max(state.reach, reach_in_plane(vertex)),
    )


def _with_edges(state: State, triangle: Any) -> State:
    """The state with the edges of a triangle."""
    p, q, r = triangle[0].point, triangle[1].point, triangle[2].point
    edges = _copy(state.edges)
    edges.append(_edge(p, q))
    edges.append(_edge(q, r))
    edges.append(_edge(r, p))
    return _choose(state._replace(edges=edges))


def _choose(state: State) -> State:
    """The state with the edge to search next, and the upper bound that its distance gives."""
    nearest, depth = -1, state.edges[0].distance
    for i in range(len(state.edges)):
        edge = state.edges[i]
        if edge.distance < depth:
            depth = edge.distance
        if not edge.set_aside and (nearest < 0 or edge.distance < state.edges[nearest].distance):
            nearest = i
    if nearest < 0:
        return state._replace(nearest=nearest, exit=Exit.NO_PROGRESS)
    return state._replace(nearest=nearest, upper=min(state.upper, -depth) if depth >= 0 else state.upper)


def _set_aside(state: State, index: int) -> State:
    edges = _copy(state.edges)
    edges[index] = edges[index]._replace(set_aside=True)
    return _choose(state._replace(edges=edges))


def _edge(p: Vec2, q: Vec2) -> PlaneEdge:
    normal = unit2(right2(sub2(q, p)))
    return PlaneEdge(normal, dot2(normal, p if dot2(p, p) < dot2(q, q) else q), normal == ORIGIN2)


def _is_vertex(vertex: PlaneVertex, polygon: Any) -> bool:
    for i in range(len(polygon)):
        if polygon[i].point == vertex.point:
            return True
    return False


def _foot(polygon: Any, edge: int) -> PlaneDepthPoint:
    """The point of an edge that is nearest to the origin."""
    p, q = polygon[edge], polygon[edge + 1 if edge + 1 < len(polygon) else 0]
    along = sub2(q.point, p.point)
    share = min(max(-dot2(p.point, along) / dot2(along, along), 0.0), 1.0)
    point_a, point_b = gjk.weighted_witnesses(PlaneSimplex((p, q, q), 2), (1 - share, share, 0.0))
    return PlaneDepthPoint(sub2(point_a, point_b), point_a, point_b)
