"""Exact arithmetic in the plane: the signed distance of two convex 2D shapes without rounding, as a trace.

All coordinates of a pair are integers times a common power of two (arithmetic/integers.py), so every comparison below
is exact; only the final square root is rounded, to the nearest double.

Plan:
1. Build the outline of A − B, a convex polygon (exact/outline.py).
2. Measure one edge per step: on which side of its line the origin lies, how far the line is away, and which point of
   the edge is nearest to the origin.
3. If the origin lies on the inner side of all edges, the shapes overlap, and the depth is the distance of the nearest
   line.  Otherwise the distance is that of the nearest point of an edge.

The algorithm runs on the cores of the shapes and subtracts the radii at the end.  It does nothing that GJK, EPA or SAT
do, and so does not repeat their errors.

How it can fail: it cannot, but the number of steps is that of the corners of A and B together.
"""

from dataclasses import replace
from math import isfinite
from typing import NamedTuple

from gjkscope.engine.arithmetic.integers import (
    IntegerCore,
    IntegerPair,
    Length,
    bracket,
    compare_length,
    length_in_metres,
    less,
    metres,
    nearest,
    place_pair,
    vertex,
)
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.plane.exact.outline import ExactPlaneVertex, exact_outline
from gjkscope.engine.plane.outline import Int2
from gjkscope.engine.plane.vectors import Vec2, in_plane, in_space, unit2
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit, Result, Trace, Verdict, all_steps
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3, along

Weights2 = tuple[int, int]


class PlaneExactPair(NamedTuple):
    """Two placed 2D shapes in integers, and the outline of A − B."""

    pair: IntegerPair
    outline: tuple[ExactPlaneVertex, ...]


class PlaneExactEdge(NamedTuple):
    """What one edge of A − B shows.  Edge i leads from vertex i of the outline to the next; lengths are exact."""

    number: int
    side: int  # of the origin: 1 inside the line, 0 on it, −1 outside
    outward: Int2  # the normal, of any length; zero if A − B is a point
    line: Length  # signed distance that the line proves as a lower bound: minus its distance if the origin is inside
    weights: Weights2  # of the nearest point: barycentric weights of both ends, times their sum
    near: Length  # the distance of that point from the origin


class State(NamedTuple):
    """The measurement of one edge, and the best edges so far.

    Floats are in metres, rounded to the nearest double, for display only.
    """

    iteration: int  # which edge, from 0
    outline: tuple[ExactPlaneVertex, ...]
    edge: PlaneExactEdge
    distance: float  # of the edge's line from the origin; negative if the origin is outside
    closest: Vec2  # the point of the edge that is nearest to the origin
    highest: PlaneExactEdge  # the edge whose line gives the best lower bound so far
    nearest: PlaneExactEdge  # the edge with the nearest point so far
    inside: bool  # the origin lies on the inner side of all edges so far
    lower: float  # best bounds so far on the cores' signed distance
    upper: float
    normal: Vec2  # unit, from A to B: of the best lower bound
    radius: float  # sum of both radii: the cores' distance minus the shapes' distance
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """Measures all edges of A − B of two placed 2D shapes of any kind."""
    placed = prepare(shape_a, pose_a, shape_b, pose_b)
    steps = run(placed)
    return Trace("exact", steps, result(placed, steps[-1]))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> PlaneExactPair:
    """Two placed 2D shapes in integers."""
    pair = place_pair(shape_a, pose_a, shape_b, pose_b)
    return PlaneExactPair(pair, exact_outline(pair))


def start(placed: PlaneExactPair) -> State:
    """The measurement of the first edge."""
    edge = _measure_edge(placed, 0)
    radius = placed.pair.a.radius + placed.pair.b.radius
    state = State(
        iteration=0,
        outline=placed.outline,
        edge=edge,
        distance=0.0,
        closest=(0.0, 0.0),
        highest=edge,
        nearest=edge,
        inside=edge.side > 0,
        lower=0.0,
        upper=0.0,
        normal=(0.0, 0.0),
        radius=length_in_metres(radius, 1, placed.pair.unit),
        exit=Exit.RUNNING,
    )
    return _conclude(placed, state)


def step(placed: PlaneExactPair, state: State) -> State:
    """The measurement of the next edge.  A state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    edge = _measure_edge(placed, state.iteration + 1)
    state = state._replace(
        iteration=state.iteration + 1,
        edge=edge,
        highest=edge if less(state.highest.line, edge.line) else state.highest,
        nearest=edge if less(edge.near, state.nearest.near) else state.nearest,
        inside=state.inside and edge.side > 0,
    )
    return _conclude(placed, state)


def run(placed: PlaneExactPair) -> tuple[State, ...]:
    """All steps."""
    return all_steps(start(placed), lambda state: step(placed, state))


def result(placed: PlaneExactPair, last: State) -> Result:
    """The result for the shapes themselves, including their radii, from the last step."""
    truth = true_distance(placed, last)
    lower, upper = bracket(truth)
    verdict = (Verdict.PENETRATING, Verdict.TOUCHING, Verdict.SEPARATED)[compare_length(truth, 0.0) + 1]
    normal = in_space(last.normal)
    answer = Result("exact", verdict, last.exit, last.iteration + 1, normal=normal, lower=lower, upper=upper)
    witness_a, witness_b = _witnesses(placed, last)
    if not all(isfinite(number) for number in (lower, upper, *witness_a, *witness_b)):
        return answer  # beyond the range of doubles
    return replace(answer, signed_distance=nearest(truth), witness_a=witness_a, witness_b=witness_b)


def true_distance(placed: PlaneExactPair, last: State) -> Length:
    """The exact signed distance of the shapes, from the last step."""
    return _core_distance(last)._replace(radius=placed.pair.a.radius + placed.pair.b.radius)


def contact_edge(state: State) -> PlaneExactEdge:
    """The edge that contains the point of A − B's boundary nearest to the origin, after the last step."""
    return state.highest if state.inside else state.nearest


def separating_direction(state: State) -> Int2:
    """The direction, from A to B and of any length, that proves the lower bound; not zero."""
    edge = contact_edge(state)
    if state.inside or edge.near.square == 0:
        return edge.outward if edge.outward != (0, 0) else (1, 0)
    x, y = _nearest_point(state.outline, edge)
    return (-x, -y)


def _core_distance(state: State) -> Length:
    """The signed distance of the cores: minus the depth, or the distance."""
    return state.highest.line if state.inside else state.nearest.near


def _measure_edge(placed: PlaneExactPair, number: int) -> PlaneExactEdge:
    """The edge from vertex `number` of the outline to the next."""
    (px, py), (qx, qy) = _ends(placed.outline, number)
    x, y, unit = qx - px, qy - py, placed.pair.unit
    offset, square = px * qy - py * qx, x * x + y * y
    from_p, from_q = -(px * x + py * y), qx * x + qy * y  # (o − p)·(q − p) and (o − q)·(p − q)
    weights = (from_q, from_p)
    if from_p <= 0:
        weights = (1, 0)
    elif from_q <= 0:
        weights = (0, 1)
    edge = PlaneExactEdge(number, (offset > 0) - (offset < 0), (y, -x), _ZERO, weights, _ZERO)
    nx, ny = _nearest_point(placed.outline, edge)
    near = Length(1, nx * nx + ny * ny, sum(weights) ** 2, 0, unit)
    line = Length(-1 if offset > 0 else 1, offset * offset, square, 0, unit) if square else near
    return edge._replace(line=line, near=near)


_ZERO = Length(1, 0, 1, 0, 0)


def _ends(outline: tuple[ExactPlaneVertex, ...], number: int) -> tuple[Int2, Int2]:
    return outline[number].exact, outline[(number + 1) % len(outline)].exact


def _nearest_point(outline: tuple[ExactPlaneVertex, ...], edge: PlaneExactEdge) -> Int2:
    """The point of the edge that is nearest to the origin, times the sum of its weights."""
    (px, py), (qx, qy) = _ends(outline, edge.number)
    wp, wq = edge.weights
    return (wp * px + wq * qx, wp * py + wq * qy)


def _conclude(placed: PlaneExactPair, state: State) -> State:
    """The state with its numbers in metres, the bounds so far, and its exit after the last edge."""
    unit, edge = placed.pair.unit, state.edge
    x, y = _nearest_point(state.outline, edge)
    state = state._replace(
        distance=0.0 - nearest(edge.line),
        closest=in_plane(metres((x, y, 0), sum(edge.weights), unit)),
        lower=nearest(state.highest.line),
        upper=nearest(state.nearest.near),
        normal=_unit(state.highest.outward),
    )
    if state.iteration + 1 < len(state.outline):
        return state
    distance = _core_distance(state)
    truth = nearest(distance)
    return state._replace(
        lower=truth,
        upper=truth,
        normal=_unit(separating_direction(state)),
        exit=Exit.CONVERGED if distance.square else Exit.TOUCHING,
    )


def _witnesses(placed: PlaneExactPair, last: State) -> tuple[Vec3, Vec3]:
    """The points of both shapes whose difference is the nearest point of A − B's boundary; world, metres."""
    edge, (a, b, unit) = contact_edge(last), placed.pair
    p, q = last.outline[edge.number], last.outline[(edge.number + 1) % len(last.outline)]
    on_a = _weighted_mean(a, (p.index_a, q.index_a), edge.weights, unit)
    on_b = _weighted_mean(b, (p.index_b, q.index_b), edge.weights, unit)
    radius_a, radius_b = length_in_metres(a.radius, 1, unit), length_in_metres(b.radius, 1, unit)
    normal = in_space(last.normal)
    return along(on_a, normal, radius_a), along(on_b, normal, -radius_b)


def _weighted_mean(core: IntegerCore, ends: tuple[int, int], weights: Weights2, unit: int) -> Vec3:
    """The weighted mean of two vertices of a core, metres."""
    (px, py, _), (qx, qy, _) = vertex(core, ends[0]), vertex(core, ends[1])
    wp, wq = weights
    return metres((wp * px + wq * qx, wp * py + wq * qy, 0), wp + wq, unit)


def _unit(direction: Int2) -> Vec2:
    largest = max(abs(direction[0]), abs(direction[1]), 1)
    return unit2((direction[0] / largest, direction[1] / largest))
