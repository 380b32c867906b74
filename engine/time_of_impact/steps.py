"""Time of impact: the first contact of two moving bodies, as a root of a separation function, by bilateral advancement.

Catto, Continuous Collision, Game Developers Conference 2013; Box2D v3.1.1 (8c661469, `b2TimeOfImpact`, src/distance.c)
and Box3D v0.1.0 (8441b4a0, `b3TimeOfImpact`, src/distance.c) find times of impact in this way.

1. Axis: GJK measures the bodies at t₁, at first the start.  The nearest features give an axis, and the axis a
   separation function s(t): how far apart the bodies are along it.  If this is no more than the target, t₁ is the time
   of impact.
2. Push back: let t₂ be the end of a span in which the bodies turn little.  Find the two points that are deepest along
   the axis at t₂.  If s(t₂) is above the target, the axis still separates the bodies there: no contact in this span.
3. Root: the same two points are apart at t₁ and too deep at t₂, so at some time between they are at the target.  Find
   it by the secant method and bisection in turn, and let it be the new t₂.
4. Push back again, on the same axis: other points may be deeper there.  If none is, nothing is deeper than the target
   at t₂: let it be the new t₁, and begin again with a new axis.

So t₁ grows and t₂ shrinks until they meet: advancement from both sides.

Departures: engines search one tick, here the whole duration is searched in spans.  Bodies move at constant velocity
and angular velocity, exactly.  Engines move the centre along a straight line and interpolate the rotation between both
ends of the tick: Box2D v3 the cosine and the sine of the angle, Box3D a quaternion, each linearly and then normalised
(`b2GetSweepTransform`, `b3GetSweepTransform`; Box2D v2.4 interpolated the angle itself).  The target is half the
tolerance for touching, relative to the pair's size, where Box2D's is a slop of 5 mm; the band around it is half as wide
on each side.  Between two edges the axis stands still, as between two points, and is not their cross product at each
time, which may vanish if they turn.  A curved core counts as one point.  A mesh is replaced by its convex hull.

How it can fail: s is known only at the times where it is measured.  If nothing turns, this is enough: along an axis
that stands still s is a minimum of straight lines, so it is positive wherever it is positive on both sides.  If a body
turns, s may fall below zero and rise again between t₁ and t₂: a contact is missed, or one that is not the first is
found.  Engines accept this, since bodies turn little in a tick.  `free_until` is 0 then: conservative advancement
proves more.
"""

from enum import Enum
from math import isfinite
from typing import Any, NamedTuple

from gjkscope.engine.advancement.motion import Motion, as_motion, move_pose
from gjkscope.engine.advancement.steps import Advancement
from gjkscope.engine.arguments import length, short_repr
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.pose import Pose, as_pose
from gjkscope.engine.resolution.pair import is_somewhere
from gjkscope.engine.result import TOUCHING, Exit, all_steps
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape, as_solid
from gjkscope.engine.time_of_impact.separation import (
    Separation,
    SeparationAxis,
    Sweep,
    cores_at,
    deepest,
    of_points,
    poses_at,
    separation_axis,
)
from gjkscope.engine.vectors import ZERO, Vec3, norm

# The target separation and how far it may be missed, relative to size.  Bodies within both count as touching.
TARGET = TOUCHING / 2
BAND = TOUCHING / 4

# How far a body may turn in a span, radians: what 15 rad/s are in a tick of 1/60 s.
SPAN = 0.25

ROOT_LIMIT = 100  # every other one halves the bracket: as many as a float can tell apart
ITERATION_LIMIT = 2000  # some dozens are usual; curved bodies that turn take more


class Phase(Enum):
    """What a step does."""

    AXIS = "axis"
    PUSH_BACK = "push back"
    ROOT = "root"


class State(NamedTuple):
    """One measurement of the separation."""

    iteration: int
    phase: Phase
    time: float  # of the measurement, seconds since the start
    pose_a: Pose  # at that time
    pose_b: Pose
    axis: SeparationAxis
    normal: Vec3  # the axis at that time: unit, from A to B
    point_a: Vec3  # world, on the surfaces: deepest along it at this time, or in a search for a root at its beginning
    point_b: Vec3
    local_a: Vec3  # the points of the cores that they belong to, in the frames of the bodies
    local_b: Vec3
    separation: float  # of these along the axis, metres
    earliest: float  # t₁, seconds
    latest: float  # t₂
    low: float  # bracket of the root, seconds: above the target here …
    high: float  # … and below it there
    low_separation: float  # metres
    high_separation: float
    target: float  # metres
    band: float  # metres: the target is reached within this
    axes: int  # so far
    rounds: int  # of this search for a root, so far
    exit: Exit


def toi(
    shape_a: Shape, pose_a: Any, motion_a: Motion, shape_b: Shape, pose_b: Any, motion_b: Motion, duration: float
) -> Advancement:
    """Finds a time at which two moving bodies touch within `duration` seconds (> 0), as Box2D and Box3D do.

    Arguments, result and errors are those of `first_contact`.  If a body turns, an earlier contact may be missed:
    `free_until` is 0 then.

    Source: Catto, Continuous Collision, Game Developers Conference 2013.

    >>> from gjkscope import Motion, Pose, Sphere, toi
    >>> flying = Motion(velocity=(2, 0, 0))
    >>> found = toi(Sphere(1), Pose(), flying, Sphere(1), Pose(position=(5, 0, 0)), Motion(), duration=2)
    >>> round(found.time, 6), found.exit.words
    (1.5, 'first contact')
    """
    sweep = sweep_of(shape_a, pose_a, motion_a, shape_b, pose_b, motion_b, duration)
    steps = all_steps(start(sweep), lambda state: step(sweep, state))
    last = steps[-1]
    time = last.earliest if last.exit == Exit.FIRST_CONTACT else None
    turns = any(motion.angular_velocity != ZERO for motion in sweep.motions)
    free = sweep.duration if last.exit == Exit.NO_CONTACT else last.earliest
    return Advancement(sweep.duration, steps, time, 0.0 if turns else free, last.exit)


def sweep_of(
    shape_a: Any, pose_a: Any, motion_a: Any, shape_b: Any, pose_b: Any, motion_b: Any, duration: Any
) -> Sweep:
    """The validated input of `start` and `step`."""
    shapes = as_solid(shape_a, "shape_a"), as_solid(shape_b, "shape_b")
    poses = as_pose(pose_a, "pose_a"), as_pose(pose_b, "pose_b")
    motions = as_motion(motion_a, "motion_a"), as_motion(motion_b, "motion_b")
    seconds = length("duration", duration)
    for side, pose, motion in zip("ab", poses, motions, strict=True):
        angle = norm(motion.angular_velocity) * seconds
        if not isfinite(angle) or not is_somewhere(move_pose(pose, motion, seconds)):
            raise ValueError(f"motion_{side}: must keep the body within double precision, got {short_repr(motion)}")
    return Sweep(shapes, poses, motions, seconds, size_of(shapes[0], poses[0], shapes[1], poses[1]))


def start(sweep: Sweep) -> State:
    """The first axis, at the start."""
    return _on_new_axis(sweep, 0.0, 0, 1)


def step(sweep: Sweep, state: State) -> State:
    """The next measurement; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    if state.iteration + 1 >= ITERATION_LIMIT:
        return state._replace(exit=Exit.ITERATION_LIMIT)
    match state.phase:
        case Phase.AXIS:
            return _push_back(sweep, state)
        case Phase.PUSH_BACK:
            if state.separation < state.target - state.band:
                return _closer(sweep, _bracket(sweep, state))
            return _on_new_axis(sweep, state.latest, state.iteration + 1, state.axes + 1)
        case Phase.ROOT:
            is_root = _is_root(state)
            return _push_back(sweep, state._replace(latest=state.time)) if is_root else _closer(sweep, state)


def _on_new_axis(sweep: Sweep, time: float, iteration: int, axes: int) -> State:
    """The nearest features at t₁, and the separation along their axis."""
    last = gjk.run(*cores_at(sweep, time))[-1]
    axis = separation_axis(last, *poses_at(sweep, time))
    separation = deepest(sweep, axis, time)
    target, band = TARGET * sweep.size, BAND * sweep.size
    return State(
        iteration=iteration,
        phase=Phase.AXIS,
        time=time,
        pose_a=separation.pose_a,
        pose_b=separation.pose_b,
        axis=axis,
        normal=separation.normal,
        point_a=separation.point_a,
        point_b=separation.point_b,
        local_a=separation.local_a,
        local_b=separation.local_b,
        separation=separation.value,
        earliest=time,
        latest=_span_end(sweep, time),
        low=time,
        high=_span_end(sweep, time),
        low_separation=separation.value,
        high_separation=separation.value,
        target=target,
        band=band,
        axes=axes,
        rounds=0,
        exit=_exit_at(last, separation.value, target + band, TOUCHING * sweep.size),
    )


def _span_end(sweep: Sweep, time: float) -> float:
    """The end of the span that begins at `time`, seconds."""
    fastest = max(norm(motion.angular_velocity) for motion in sweep.motions)
    return min(sweep.duration, time + SPAN / fastest) if fastest > 0 else sweep.duration


def _exit_at(last: gjk.State, separation: float, reached: float, touching: float) -> Exit:
    """Why the search ends at t₁: contact, or GJK cannot tell; `RUNNING` if the axis separates the bodies."""
    if last.exit == Exit.DEGENERATE_INPUT:
        return Exit.DEPTH_UNKNOWN
    if separation > reached:
        return Exit.RUNNING
    meets = last.exit in (Exit.ORIGIN_ENCLOSED, Exit.TOUCHING) or last.upper - last.radius <= touching
    return Exit.FIRST_CONTACT if meets else Exit.NO_PROGRESS


def _push_back(sweep: Sweep, state: State) -> State:
    """The deepest points at t₂."""
    separation = deepest(sweep, state.axis, state.latest)
    ahead = _measure(state, Phase.PUSH_BACK, separation)
    if separation.value > state.target + state.band and state.latest == sweep.duration:
        return ahead._replace(exit=Exit.NO_CONTACT)
    return ahead if state.latest > state.earliest else ahead._replace(exit=Exit.NO_PROGRESS)


def _bracket(sweep: Sweep, state: State) -> State:
    """The bracket [t₁, t₂] of the root for the points that are deepest at t₂."""
    at_start = of_points(sweep, state.axis, _separation_of(state), state.earliest)
    return state._replace(
        low=state.earliest,
        high=state.latest,
        low_separation=at_start.value,
        high_separation=state.separation,
        rounds=0,
    )


def _closer(sweep: Sweep, state: State) -> State:
    """One round of the search for a root: the secant and the middle of the bracket in turn."""
    time = _between(state)
    separation = of_points(sweep, state.axis, _separation_of(state), time)
    ahead = _measure(state, Phase.ROOT, separation)._replace(rounds=state.rounds + 1)
    if separation.value > state.target:
        return ahead._replace(low=time, low_separation=separation.value)
    return ahead._replace(high=time, high_separation=separation.value)


def _between(state: State) -> float:
    """A time within the bracket; its lower end if no other is left."""
    above, below = state.low_separation - state.target, state.high_separation - state.target
    width = state.high - state.low
    time = state.low + (width * above / (above - below) if state.rounds % 2 == 0 else width / 2)
    return time if state.low < time < state.high else state.low + width / 2


def _is_root(state: State) -> bool:
    """Whether the target is reached, or the bracket can no longer be halved."""
    narrow = not state.low < state.low + (state.high - state.low) / 2 < state.high
    return abs(state.separation - state.target) < state.band or narrow or state.rounds >= ROOT_LIMIT


def _separation_of(state: State) -> Separation:
    return Separation(
        state.time,
        state.pose_a,
        state.pose_b,
        state.normal,
        state.point_a,
        state.point_b,
        state.local_a,
        state.local_b,
        state.separation,
    )


def _measure(state: State, phase: Phase, separation: Separation) -> State:
    return state._replace(
        iteration=state.iteration + 1,
        phase=phase,
        time=separation.time,
        pose_a=separation.pose_a,
        pose_b=separation.pose_b,
        normal=separation.normal,
        point_a=separation.point_a,
        point_b=separation.point_b,
        local_a=separation.local_a,
        local_b=separation.local_b,
        separation=separation.value,
    )
