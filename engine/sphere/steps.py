"""Bounding spheres as a test of a pair, as a trace: sums three squares, one per step.

Ericson, Real-Time Collision Detection, 2005, §4.3 (sphere–sphere), §5.2.5 (sphere–AABB); Arvo, A simple method for
box-sphere intersection testing, Graphics Gems, 1990.

1. Two spheres intersect if their centres are no further apart than the sum of the radii.  Both sides are squared to
   avoid a root: Δx² + Δy² + Δz² ≤ (r_A + r_B)².  Each step adds one square.
2. If one shape is a sphere or a point and the other a sharp axis-aligned box, the box gets no bounding sphere: the
   sphere's centre is clamped to the box, one axis per step, which gives the box's closest point, and its squared
   distance is compared with r².
3. One square root is taken at the end, for the distance in the answer.

Spheres apart prove that the shapes are apart.  Spheres that intersect prove nothing, unless the shapes are spheres
themselves (or sphere and box, as in 2): then the answer is complete, including the depth.  Point–sphere is the same
test with a radius of 0.

The sphere of a shape does not change as it rotates; its axis-aligned box does, and is recomputed (see volumes.py).
Everything is relative to A's position.

How it can fail: the sphere of a long shape is nearly empty, and the verdict stays `undecided` (`VOLUMES_MEET`).
Squares of lengths beyond `HUGE` overflow, and if all lengths are below its inverse they underflow: `DEGENERATE_INPUT`.
"""

from enum import IntEnum
from math import inf
from typing import NamedTuple

from gjkscope.engine.geometry.volumes import HUGE, Volumes, axis_vector, both_volumes, clamp, with_coordinate
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit, Result, Trace, Verdict, all_steps, verdict_of
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import ZERO, Vec3, add, along, norm, sub, unit


class VolumeTest(IntEnum):
    """Which two volumes are tested."""

    BALLS = 0
    BALL_A_BOX_B = 1
    BOX_A_BALL_B = 2


class State(NamedTuple):
    """The square of one axis.  Coordinates are relative to A's position."""

    iteration: int  # also the axis: 0, 1, 2 are x, y, z
    test: VolumeTest
    offset: float  # on this axis: from A's centre or clamped point to B's
    square: float
    squared: float  # of the distance, from the axes so far
    radius_a: float  # of the ball around A; 0 where its box is tested
    radius_b: float
    limit: float  # the square of both together
    closest_a: Vec3  # A's centre, or the point of its box nearest to B's centre; on the axes so far, 0 on the others
    closest_b: Vec3
    volumes_a: Volumes
    volumes_b: Volumes
    exact: bool  # the shapes are the volumes that are tested
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All three steps on two placed shapes of any kind."""
    steps = run(*both_volumes(shape_a, pose_a, shape_b, pose_b))
    return Trace("sphere", steps, result(steps[-1], pose_a.position, size_of(shape_a, pose_a, shape_b, pose_b)))


def start(a: Volumes, b: Volumes) -> State:
    """The square of the x axis.  Takes volumes as `both_volumes` gives them."""
    test = _test(a, b)
    radius_a = 0.0 if test == VolumeTest.BOX_A_BALL_B else a.ball.radius
    radius_b = 0.0 if test == VolumeTest.BALL_A_BOX_B else b.ball.radius
    reach = radius_a + radius_b
    exact = test != VolumeTest.BALLS or (a.is_ball and b.is_ball)
    state = State(0, test, 0.0, 0.0, 0.0, radius_a, radius_b, reach * reach, ZERO, ZERO, a, b, exact, Exit.RUNNING)
    points = [_points(state, axis) for axis in range(3)]
    largest = max(reach, *(abs(at_b - at_a) for at_a, at_b in points))
    if largest != 0 and not 1 / HUGE <= largest <= HUGE:
        return state._replace(exit=Exit.DEGENERATE_INPUT)
    return _add_axis(state)


def step(state: State) -> State:
    """The square of the next axis; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = _add_axis(state._replace(iteration=state.iteration + 1))
    if state.iteration < 2:
        return state
    return state._replace(exit=Exit.SEPARATING_AXIS if state.squared > state.limit else Exit.VOLUMES_MEET)


def run(a: Volumes, b: Volumes) -> tuple[State, ...]:
    """All three steps."""
    return all_steps(start(a, b), step)


def result(last: State, origin: Vec3, size: float) -> Result:
    """The result for the shapes, from the last step; `origin` is A's position, `size` as in `bounds.size`."""
    steps = last.iteration + 1
    if last.exit == Exit.DEGENERATE_INPUT:
        return Result("sphere", Verdict.UNDECIDED, last.exit, steps)
    distance, normal = center_gap(last)
    lower = distance - (last.radius_a + last.radius_b)
    if not last.exact:
        proved = normal if last.exit == Exit.SEPARATING_AXIS else None
        return Result("sphere", verdict_of(lower, inf, size), last.exit, steps, normal=proved, lower=lower)
    point_a, point_b = _cores(last, distance, normal)
    witness_a = along(add(point_a, origin), normal, last.radius_a)
    witness_b = along(add(point_b, origin), normal, -last.radius_b)
    verdict = verdict_of(lower, lower, size)
    return Result("sphere", verdict, last.exit, steps, lower, normal, witness_a, witness_b, lower, lower)


def center_gap(last: State) -> tuple[float, Vec3]:
    """The distance of the centres, or of centre and box, after the last step, and the direction from A to B.

    Metres, and a unit vector.  For a centre inside the box the distance is negative: to the nearest side.
    """
    way = sub(last.closest_b, last.closest_a)
    if norm(way) > 0:
        return norm(way), unit(way)
    if last.test == VolumeTest.BALLS:  # concentric: all directions are equal
        return 0.0, axis_vector(0, 1)
    return _way_out(last)


def _test(a: Volumes, b: Volumes) -> VolumeTest:
    if a.is_ball and b.is_box and not b.is_ball:
        return VolumeTest.BALL_A_BOX_B
    if a.is_box and b.is_ball and not a.is_ball:
        return VolumeTest.BOX_A_BALL_B
    return VolumeTest.BALLS


def _points(state: State, axis: int) -> tuple[float, float]:
    """The coordinates of both centres on one axis; for a box, the other's centre clamped to it."""
    a, b = state.volumes_a, state.volumes_b
    at_a, at_b = a.ball.center[axis], b.ball.center[axis]
    if state.test == VolumeTest.BALL_A_BOX_B:
        return at_a, clamp(a.ball.center, b.box, axis)
    if state.test == VolumeTest.BOX_A_BALL_B:
        return clamp(b.ball.center, a.box, axis), at_b
    return at_a, at_b


def _add_axis(state: State) -> State:
    """The state with the axis added to the squared distance."""
    axis = state.iteration
    at_a, at_b = _points(state, axis)
    offset = at_b - at_a
    return state._replace(
        offset=offset,
        square=offset * offset,
        squared=state.squared + offset * offset,
        closest_a=with_coordinate(state.closest_a, axis, at_a),
        closest_b=with_coordinate(state.closest_b, axis, at_b),
    )


def _way_out(last: State) -> tuple[float, Vec3]:
    """For a centre inside the box: minus its distance to the nearest side, and the direction from A to B."""
    box = last.volumes_b.box if last.test == VolumeTest.BALL_A_BOX_B else last.volumes_a.box
    center = last.closest_a
    ways = [(box.hi[i] - center[i], i, 1) for i in range(3)] + [(center[i] - box.lo[i], i, -1) for i in range(3)]
    depth, axis, sign = min(ways)
    return -depth, axis_vector(axis, -sign if last.test == VolumeTest.BALL_A_BOX_B else sign)


def _cores(last: State, distance: float, normal: Vec3) -> tuple[Vec3, Vec3]:
    """Witness points without the radii.  The box's is its closest point, or where the way out leaves it."""
    if last.test == VolumeTest.BALL_A_BOX_B:
        return last.closest_a, along(last.closest_a, normal, distance)
    if last.test == VolumeTest.BOX_A_BALL_B:
        return along(last.closest_b, normal, -distance), last.closest_b
    return last.closest_a, last.closest_b
