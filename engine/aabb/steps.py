"""Axis-aligned bounding boxes as a test of a pair, as a trace: x, y and z, one a step.

Cohen, Lin, Manocha, Ponamgi, I-COLLIDE: an interactive and exact collision detection system for large-scale
environments, I3D 1995; Ericson, Real-Time Collision Detection, 2005, §4.2.

Plan for an axis:
1. Take both intervals, from the tight boxes as the shapes stand now.
2. Compute the gap, or minus the overlap: how far A must move back along the axis.
3. Compute the coordinate of the boxes' closest points: the facing sides, or the middle of the common interval.
4. Add the squared gap to the squared distance of the boxes.

A gap on one axis proves that the boxes, and so the shapes, are apart; a program that needs only yes or no stops there.
Here the other axes follow, since together they give the distance of the boxes, a lower bound of the shapes' distance.
Boxes that intersect prove nothing, unless the shapes are their own bounding boxes: then the answer is complete,
including the depth.  A point is a box without extent, so point–AABB is the same test.

Everything is relative to A's position, so that shapes far from the origin lose no digits.

How it can fail: the box of a long, thin, rotated shape is nearly empty, and the verdict stays `undecided`
(`VOLUMES_MEET`) for pairs that are far apart.  Coordinates beyond `HUGE` end in `DEGENERATE_INPUT`; the squares of tiny
coordinates may underflow, but no test depends on them.
"""

from math import inf
from typing import NamedTuple

from gjkscope.engine.geometry.volumes import HUGE, Volumes, axis_vector, both_volumes, with_coordinate
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit, Result, Trace, Verdict, all_steps, verdict_of
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import ZERO, Vec3, add, norm, sub, unit


class AxisGap(NamedTuple):
    """Both boxes on one axis, metres."""

    number: int  # 0, 1, 2: x, y, z
    interval_a: tuple[float, float]
    interval_b: tuple[float, float]
    sign: int  # 1: the shorter way for A to clear B is in the negative direction; −1: in the positive direction
    gap: float  # > 0: the gap; < 0: minus the length of that way, also if one interval contains the other


class State(NamedTuple):
    """The test of one axis.  Coordinates are relative to A's position."""

    iteration: int
    axis: AxisGap
    chosen: AxisGap  # widest gap so far, or least overlap
    squared: float  # of the boxes' distance, from the axes so far
    closest_a: Vec3  # of the box of A, on the axes so far; 0 on the others
    closest_b: Vec3
    volumes_a: Volumes
    volumes_b: Volumes
    exact: bool  # both shapes are their own boxes
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All three steps on two placed shapes of any kind."""
    steps = run(*both_volumes(shape_a, pose_a, shape_b, pose_b))
    return Trace("aabb", steps, result(steps[-1], pose_a.position, size_of(shape_a, pose_a, shape_b, pose_b)))


def start(a: Volumes, b: Volumes) -> State:
    """The test of the x axis.  Takes volumes as `both_volumes` gives them."""
    axis = axis_gap(a, b, 0)
    first = State(0, axis, axis, 0.0, ZERO, ZERO, a, b, a.is_box and b.is_box, Exit.RUNNING)
    sides = (*a.box.lo, *a.box.hi, *b.box.lo, *b.box.hi)
    if not all(-HUGE <= side <= HUGE for side in sides):
        return first._replace(exit=Exit.DEGENERATE_INPUT)
    return _add_axis(first)


def step(state: State) -> State:
    """The test of the next axis; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    axis = axis_gap(state.volumes_a, state.volumes_b, state.iteration + 1)
    chosen = axis if axis.gap > state.chosen.gap else state.chosen
    state = _add_axis(state._replace(iteration=axis.number, axis=axis, chosen=chosen))
    if axis.number < 2:
        return state
    return state._replace(exit=Exit.SEPARATING_AXIS if chosen.gap > 0 else Exit.VOLUMES_MEET)


def run(a: Volumes, b: Volumes) -> tuple[State, ...]:
    """All three steps."""
    return all_steps(start(a, b), step)


def result(last: State, origin: Vec3, size: float) -> Result:
    """The result for the shapes, from the last step; `origin` is A's position, `size` as in `bounds.size`."""
    steps = last.iteration + 1
    if last.exit == Exit.DEGENERATE_INPUT:
        return Result("aabb", Verdict.UNDECIDED, last.exit, steps)
    between = sub(last.closest_b, last.closest_a)
    apart = last.exit == Exit.SEPARATING_AXIS
    lower = norm(between) if apart else last.chosen.gap
    normal = unit(between) if apart else axis_vector(last.chosen.number, last.chosen.sign)
    if not last.exact:
        verdict = verdict_of(lower, inf, size)
        return Result("aabb", verdict, last.exit, steps, normal=normal if apart else None, lower=lower)
    witness_a, witness_b = (last.closest_a, last.closest_b) if apart else _facing_sides(last)
    witnesses = add(witness_a, origin), add(witness_b, origin)
    return Result("aabb", verdict_of(lower, lower, size), last.exit, steps, lower, normal, *witnesses, lower, lower)


def axis_gap(a: Volumes, b: Volumes, number: int) -> AxisGap:
    """Both boxes on the axis of that number."""
    interval_a = (a.box.lo[number], a.box.hi[number])
    interval_b = (b.box.lo[number], b.box.hi[number])
    ahead, behind = interval_b[0] - interval_a[1], interval_a[0] - interval_b[1]
    return AxisGap(number, interval_a, interval_b, 1 if ahead >= behind else -1, max(ahead, behind))


def _add_axis(state: State) -> State:
    """The state with the axis added to the distance and the closest points."""
    axis = state.axis
    gap = max(axis.gap, 0.0)
    at_a, at_b = _sides(axis) if gap > 0 else (_middle(axis), _middle(axis))
    return state._replace(
        squared=state.squared + gap * gap,
        closest_a=with_coordinate(state.closest_a, axis.number, at_a),
        closest_b=with_coordinate(state.closest_b, axis.number, at_b),
    )


def _sides(axis: AxisGap) -> tuple[float, float]:
    """The facing sides of both boxes along the separating direction."""
    (low_a, high_a), (low_b, high_b) = axis.interval_a, axis.interval_b
    return (high_a, low_b) if axis.sign > 0 else (low_a, high_b)


def _middle(axis: AxisGap) -> float:
    """The middle of the common interval."""
    low = max(axis.interval_a[0], axis.interval_b[0])
    return low + (min(axis.interval_a[1], axis.interval_b[1]) - low) / 2


def _facing_sides(state: State) -> tuple[Vec3, Vec3]:
    """Points of both boxes, as far apart as the least overlap and along its axis."""
    at_a, at_b = _sides(state.chosen)
    number = state.chosen.number
    return with_coordinate(state.closest_a, number, at_a), with_coordinate(state.closest_b, number, at_b)
