"""Alternating projections: the nearest point of B, then that of A, and so on, as a trace.

Cheney, Goldstein, Proximity maps for convex sets, Proceedings of the American Mathematical Society 10(3), 1959: the
points converge to the closest points of two convex sets.  One step:

1. From a point x near A, walk to B's nearest point q, and from there to A's nearest point p.
2. Bounds: the distance of p and q is an upper bound.  The plane through p perpendicular to q − p nearly separates the
   shapes: the gap between their extents along q − p is a lower bound.  If the bounds meet, this is the result.
3. The next walk starts at p or, better, where the last two walks would lead: if each repeats the one before it, shorter
   by a constant factor, the end is known (the secant method; Anderson, Iterative procedures for nonlinear integral
   equations, Journal of the ACM 12(4), 1965, with one earlier step).  If the distance has grown since, it starts at the
   best p instead.

It needs the nearest point of a shape to a point, which has a formula for boxes, cylinders, cones, ellipsoids, and the
segments and points within capsules and spheres.  In return, a step knows both shapes' curvature, where GJK collects one
support point after the other: it takes some four steps instead of nine.

Ellipsoids are treated as a smaller body with a margin around it (`nearest.margin_of`).  This is exact, and measures the
depth of overlaps that are no deeper than the margin.

Everything is in the frame of A's core, so that a step transforms only between two frames.

How it can fail: cores that overlap by more than the margins have no closest points, and the exit is `DEPTH_UNKNOWN`.
Near contact, the walks between two almost parallel surfaces barely advance: `ITERATION_LIMIT`.
"""

from math import inf
from typing import NamedTuple

from gjkscope.engine.alternating.nearest import extent, has_nearest_point, has_tiny_size, margin_of, point_in_core
from gjkscope.engine.gjk.steps import ROUNDINGS, close_enough, overflows, relative, wanted_gap
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose, is_square
from gjkscope.engine.result import (
    TOUCHING,
    Exit,
    NotApplicable,
    RawAnswer,
    Trace,
    all_steps,
    bounds_only,
    result_of,
    verdict_number,
)
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import Convex, convex
from gjkscope.engine.vectors import (
    ZERO,
    Mat3,
    Vec3,
    add,
    along,
    column,
    dot,
    neg,
    norm,
    row_times,
    sub,
    transposed_times,
    unit,
)

# Separated pairs take some four steps, pairs near contact seven, and one in twenty of these more than this many, as the
# nearest point jumps between two features.  GJK then takes as long as fifty more of these steps.
ITERATION_LIMIT = 40


TAKEN = "boxes, capsules, cones, cylinders, ellipsoids, spheres and points"


class CorePair(NamedTuple):
    """Two cores and their margins, and how to go from A's frame to B's.  Lengths in metres."""

    a: Convex
    b: Convex
    turn: Mat3  # B's axes in A's frame, as columns
    offset: Vec3  # of B's centre, in A's frame
    margin_a: float
    margin_b: float
    radius: float  # sum of both radii
    rounding: float  # the error of a distance
    gap: float  # difference of the bounds at which the search may end
    is_in_range: bool  # whether no product overflows or underflows


class State(NamedTuple):
    """One walk to B and back to A.  Points are in A's frame unless stated otherwise; metres."""

    iteration: int
    begin: Vec3  # where the walk begins
    on_b: Vec3  # B's nearest point to it
    on_a: Vec3  # A's nearest point to that
    distance: float  # between them
    earlier_begin: Vec3  # of the walk before, or of this one if there is none to extrapolate from
    earlier_on_a: Vec3
    begin_seen: Vec3  # the three points relative to A's position, in world axes
    on_b_seen: Vec3
    on_a_seen: Vec3
    least: float  # the least distance so far
    closest_b: Vec3  # the points at that distance
    closest_a: Vec3
    lower: float  # best bounds so far on the cores' signed distance
    upper: float
    normal: Vec3  # the direction that gave the best lower bound; in A's frame
    margin: float  # sum of both margins
    radius: float  # sum of both radii
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed boxes, capsules, cones, cylinders, ellipsoids, spheres or points.

    Raises `NotApplicable` for other shapes.
    """
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    steps = run(pair)
    answer = answer_of_walks(pair, steps[-1], pose_a.position, size_of(shape_a, pose_a, shape_b, pose_b))
    return Trace("alternating", steps, result_of("alternating", steps[-1].exit, len(steps), answer))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> CorePair:
    """The pair for `start` and `step`.  Raises `NotApplicable` as `trace` does."""
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    if not (has_nearest_point(a) and has_nearest_point(b)):
        kinds = f"{shape_a.kind} and {shape_b.kind}"
        raise NotApplicable(f"alternating projections take {TAKEN}, not {kinds}")
    if not takes_cores(a, b):
        raise NotApplicable("alternating projections take poses whose axes are perpendicular up to rounding")
    return core_pair(*relative(a, b), wanted_gap(options, shape_a, shape_b))


def takes_cores(a: Convex, b: Convex) -> bool:
    """Whether both cores have formulas for nearest points, and perpendicular axes."""
    known = has_nearest_point(a) and has_nearest_point(b)
    return known and is_square(a.rotation, a.roundoff) and is_square(b.rotation, b.roundoff)


def core_pair(a: Convex, b: Convex, gap: float) -> CorePair:
    """The pair of two cores that are relative to A's position, as `gjk.relative` returns them."""
    offset = transposed_times(a.rotation, b.position)
    reach = norm(a.size) + norm(b.size) + norm(offset)
    return CorePair(
        a,
        b,
        _turn(a.rotation, b.rotation),
        offset,
        margin_of(a),
        margin_of(b),
        a.radius + b.radius,
        ROUNDINGS * a.roundoff * reach,
        gap,
        reach == 0 or not (overflows(reach, a.roundoff) or has_tiny_size(a) or has_tiny_size(b)),
    )


def start(pair: CorePair) -> State:
    """The walk that begins at A's centre."""
    nothing = State(
        iteration=-1,
        begin=ZERO,
        on_b=ZERO,
        on_a=ZERO,
        distance=inf,
        earlier_begin=ZERO,
        earlier_on_a=ZERO,
        begin_seen=ZERO,
        on_b_seen=ZERO,
        on_a_seen=ZERO,
        least=inf,
        closest_b=ZERO,
        closest_a=ZERO,
        lower=-inf,
        upper=inf,
        normal=ZERO,
        margin=pair.margin_a + pair.margin_b,
        radius=pair.radius,
        exit=Exit.RUNNING,
    )
    if not pair.is_in_range:
        return nothing._replace(iteration=0, exit=Exit.DEGENERATE_INPUT)
    return _next_walk(pair, nothing, ZERO, False)


def step(pair: CorePair, state: State) -> State:
    """The next walk; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    if state.distance > state.least + pair.rounding:
        return _next_walk(pair, state, state.closest_a, False)
    return _next_walk(pair, state, _extrapolate(state), True)


def run(pair: CorePair) -> tuple[State, ...]:
    """All steps."""
    return all_steps(start(pair), lambda state: step(pair, state))


def is_measured(state: State) -> bool:
    """Whether the walks have ended at the closest points."""
    return state.exit in (Exit.CONVERGED, Exit.WITHIN_TOLERANCE)


def answer_of_walks(pair: CorePair, last: State, origin: Vec3, size: float) -> RawAnswer:
    """The result for the shapes, including their radii; `origin` is A's position, `size` is `bounds.size`."""
    lower, upper = last.lower - pair.radius, last.upper - pair.radius
    if last.exit == Exit.DEGENERATE_INPUT:
        return bounds_only(verdict_number(-inf, inf, size), -inf, inf)
    narrow = upper - lower <= TOUCHING * size
    verdict = verdict_number(upper if narrow else lower, upper, size)
    if not is_measured(last):
        return bounds_only(verdict, lower, upper)
    a, b = pair.a, pair.b
    normal = row_times(a.rotation, last.normal)
    witness_a = along(add(row_times(a.rotation, last.closest_a), origin), normal, a.radius + pair.margin_a)
    witness_b = along(add(row_times(a.rotation, last.closest_b), origin), normal, -b.radius - pair.margin_b)
    proved = upper if upper < lower else lower  # bounds that have met may cross by a rounding error
    return RawAnswer(verdict, proved, upper, upper, normal, witness_a, witness_b)


def _next_walk(pair: CorePair, state: State, begin: Vec3, follows: bool) -> State:
    """The next walk, from `begin`; if it `follows` the last one, the next may extrapolate from both."""
    on_b = _nearest_on_b(pair, begin)
    on_a = point_in_core(pair.a, pair.margin_a, on_b)
    way = sub(on_b, on_a)
    distance = norm(way)
    direction = unit(way)
    bound = _lower_bound(pair, direction) if distance > 0 else -inf
    nearer = distance < state.least
    walked = state._replace(
        iteration=state.iteration + 1,
        begin=begin,
        on_b=on_b,
        on_a=on_a,
        distance=distance,
        earlier_begin=state.begin if follows else begin,
        earlier_on_a=state.on_a if follows else on_a,
        begin_seen=row_times(pair.a.rotation, begin),
        on_b_seen=row_times(pair.a.rotation, on_b),
        on_a_seen=row_times(pair.a.rotation, on_a),
        least=distance if nearer else state.least,
        closest_b=on_b if nearer else state.closest_b,
        closest_a=on_a if nearer else state.closest_a,
        lower=max(state.lower, bound),
        upper=min(state.upper, distance - state.margin),
        normal=direction if bound > state.lower else state.normal,
    )
    return walked._replace(exit=_reason_to_end(pair, walked))


def _reason_to_end(pair: CorePair, state: State) -> Exit:
    if state.distance <= pair.rounding:
        return Exit.DEPTH_UNKNOWN
    if state.upper - state.lower <= pair.rounding:
        return Exit.CONVERGED
    if close_enough(state.lower, state.upper, pair.radius, pair.gap):
        return Exit.WITHIN_TOLERANCE
    return Exit.ITERATION_LIMIT if state.iteration + 1 >= ITERATION_LIMIT else Exit.RUNNING


def _extrapolate(state: State) -> Vec3:
    """Where the walks would end if each repeated the one before it, shorter by a constant factor.

    A walk takes A's point from `begin` to `on_a`; the factor is that by which this move differs least from the last.
    """
    move, earlier = sub(state.on_a, state.begin), sub(state.earlier_on_a, state.earlier_begin)
    change = sub(move, earlier)
    square = dot(change, change)
    if square == 0.0:
        return state.on_a
    return along(state.on_a, sub(state.earlier_on_a, state.on_a), dot(change, move) / square)


def _turn(a: Mat3, b: Mat3) -> Mat3:
    """The rotation from the frame `b` to the frame `a`, given the rotations of both to the world."""
    x, y, z = transposed_times(a, column(b, 0)), transposed_times(a, column(b, 1)), transposed_times(a, column(b, 2))
    return ((x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2]))


def _nearest_on_b(pair: CorePair, p: Vec3) -> Vec3:
    """B's nearest point to a point; both in A's frame."""
    in_b = transposed_times(pair.turn, sub(p, pair.offset))
    return add(row_times(pair.turn, point_in_core(pair.b, pair.margin_b, in_b)), pair.offset)


def _lower_bound(pair: CorePair, direction: Vec3) -> float:
    """The gap between the cores' extents along a unit vector."""
    of_b = extent(pair.b, neg(transposed_times(pair.turn, direction)))
    return dot(direction, pair.offset) - extent(pair.a, direction) - of_b
