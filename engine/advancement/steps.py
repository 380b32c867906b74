"""Conservative advancement: the time at which two moving bodies first touch, found without overshooting.

A discrete test looks at the bodies once per tick, so a fast body can pass through a thin one between two ticks
(tunnelling).  This is a continuous test: it advances time by steps in which nothing can touch.

Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, PhD thesis, Berkeley 1996, §2.3; the bound for bodies
that turn as in Zhang, Lee, Kim, Interactive continuous collision detection for non-convex polyhedra, The Visual
Computer 22, 2006.

1. Measure the gap at this time, and its normal n (from A to B).
2. Bound the speed at which anything can close it:  μ = (v_A − v_B) · n + |ω_A × n| · r_A + |ω_B × n| · r_B.  A point at
   the arm r moves at v + ω × r, where (ω × r) · n = (n × ω) · r is along the normal.  n × ω is perpendicular to the
   axis ω, so this is at most |ω × n| times the longest arm from that axis, which is constant as the body rotates; and
   the gap along n is never more than the distance.
3. Nothing can touch for gap / μ seconds: advance by that time and repeat.
4. If the gap is within the tolerance for touching, this is the first contact.  If μ ≤ 0, the gap along n never shrinks
   and the bodies never touch.  If gap / μ exceeds the time left, there is no contact in it.

Departures: the arms are those of the cores, since rotating a ball about its centre changes nothing; so a spinning
sphere costs nothing.  Nor does rotation about an axis of symmetry u (cylinder, cone, capsule, ellipsoid of revolution):
only the part of ω perpendicular to u matters, its length |ω × u| is constant, and |ω × u| times the longest arm is a
second bound.  Velocities are constant.  A mesh is replaced by its convex hull.

The tolerance is that for touching, 1e-9 of the size, as the narrow phase is no finer.  Without rotation the steps are
Newton's on a convex function and double the number of digits each time.  With rotation each step closes the same
fraction of the gap, which is smaller the further μ is above the true speed.

How it can fail: the steps are short if a body spins fast and approaches slowly, and they may reach `ITERATION_LIMIT`.
If a step is lost in the rounding of the time, the exit is `NO_PROGRESS`; if the narrow phase cannot decide,
`DEPTH_UNKNOWN`.  In all these cases nothing touches before the time reached, and nothing is known beyond it.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.advancement.motion import Motion, as_motion, move_pose
from gjkscope.engine.arguments import length, short_repr
from gjkscope.engine.pose import RIGID_TOLERANCE, Pose, as_pose
from gjkscope.engine.query import result_only
from gjkscope.engine.resolution.pair import DEPTH, is_somewhere
from gjkscope.engine.result import Exit, Verdict, all_steps
from gjkscope.engine.shapes.kinds import Box, CurvedShape, PolytopeShape, Shape, as_solid
from gjkscope.engine.shapes.support import SHAPES_KEPT, Core, convex, core, place_core, support
from gjkscope.engine.vectors import ZERO, Vec3, cross, dot, neg, norm, sub, transposed_times, unit

Floats = npt.NDArray[np.float64]

# If the bound is fifty times the true speed, it takes some thousand steps from the size to a billionth of it.
ITERATION_LIMIT = 1000

# A rotation may be off by `RIGID_TOLERANCE` per entry, which stretches an angular velocity by a few times as much.
STRETCH = 1 + 10 * RIGID_TOLERANCE


class State(NamedTuple):
    """The pair at one time, and how far it is safe to advance from there."""

    iteration: int
    time: float  # seconds since the start
    pose_a: Pose  # at that time
    pose_b: Pose
    verdict: Verdict
    gap: float  # along the normal, metres; 0 where they meet
    normal: Vec3  # unit, from A to B; zero if unknown
    witness_a: Vec3 | None
    witness_b: Vec3 | None
    closing: float  # of the origins along the normal, m/s; < 0 moving apart
    turning_a: float  # what A's rotation can add to it, m/s
    turning_b: float
    bound: float  # the sum of the three: nothing closes the gap faster
    advance: float  # seconds, to the next time
    exit: Exit


@dataclass(frozen=True)
class Advancement:
    """A search for the first contact of two moving bodies, step by step.

    `time` is that of the first contact, seconds; None if there is none or it is unknown.  Nothing touches before
    `free_until`, seconds.

    >>> from gjkscope import Advancement, Motion, Pose, Sphere, first_contact
    >>> there = Pose(position=(5, 0, 0))
    >>> found = first_contact(Sphere(1), Pose(), Motion(velocity=(2, 0, 0)), Sphere(1), there, Motion(), duration=1)
    >>> isinstance(found, Advancement), found.time, found.free_until, found.exit.words
    (True, None, 1.0, 'no contact')
    """

    duration: float  #: seconds, as asked
    steps: tuple[Any, ...]  #: of the method's own type
    time: float | None
    free_until: float
    exit: Exit  #: why the search stopped


class MovingBody(NamedTuple):
    """A moving body: what is constant from step to step."""

    shape: Shape
    pose: Pose  # at the start
    motion: Motion


class Turning(NamedTuple):
    """How fast rotation can move a point of a core along a normal n: |ω × n| · arm, and never more than `most`."""

    arm: float  # metres, from the axis of rotation
    most: float  # m/s


class Flight(NamedTuple):
    """Two moving bodies, and the limits of time and steps."""

    a: MovingBody
    b: MovingBody
    turning_a: Turning
    turning_b: Turning
    duration: float  # seconds
    limit: int  # on the number of steps


def first_contact(
    shape_a: Shape,
    pose_a: Any,
    motion_a: Motion,
    shape_b: Shape,
    pose_b: Any,
    motion_b: Motion,
    duration: float,
) -> Advancement:
    """Finds the time at which two moving bodies first touch within `duration` seconds (> 0).

    Shapes and poses (at time 0) are as for `query`; `motion_a` and `motion_b` are constant velocities, as for `Motion`.
    `Advancement.time` is the time of first contact in seconds, or `None`; nothing touches before `free_until`.

    Raises `ValueError`, naming the argument and the value, if an argument is invalid or a body would leave the range of
    double precision; `NotApplicable` (a `ValueError`) for 2D shapes.

    Sources: Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, PhD thesis, Berkeley 1996, §2.3; Zhang,
    Lee, Kim, The Visual Computer 22, 2006.

    >>> from gjkscope import Motion, Pose, Sphere, first_contact
    >>> flying = Motion(velocity=(2, 0, 0))
    >>> found = first_contact(Sphere(1), Pose(), flying, Sphere(1), Pose(position=(5, 0, 0)), Motion(), duration=2)
    >>> round(found.time, 6), found.exit.words
    (1.5, 'first contact')
    """
    duration = length("duration", duration)
    a = _moving(shape_a, pose_a, motion_a, duration, "a")
    b = _moving(shape_b, pose_b, motion_b, duration, "b")
    return run(flight(a, b, duration))


def flight(a: MovingBody, b: MovingBody, duration: float, limit: int = ITERATION_LIMIT) -> Flight:
    """The input of `run`, from validated bodies."""
    return Flight(a, b, turning_bounds(a), turning_bounds(b), duration, limit)


def run(flight: Flight) -> Advancement:
    """All steps; the bodies are validated."""
    steps = all_steps(start(flight), lambda state: step(flight, state))
    last = steps[-1]
    time = last.time if last.exit == Exit.FIRST_CONTACT else None
    free = flight.duration if last.exit in (Exit.NO_CONTACT, Exit.MOVING_APART) else last.time
    return Advancement(flight.duration, steps, time, free, last.exit)


def start(flight: Flight) -> State:
    """The gap at the start, and the first advance."""
    return _at(flight, 0.0, 0)


def step(flight: Flight, state: State) -> State:
    """The gap after the last advance, and the next advance; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    return _at(flight, state.time + state.advance, state.iteration + 1)


@lru_cache(maxsize=SHAPES_KEPT)
def reach(shape: Shape) -> float:
    """The longest arm from the shape's origin to a point of its core, metres."""
    if isinstance(shape, CurvedShape):
        return shape.arm()
    if isinstance(shape, Box):
        return norm(shape.half_extents)
    return _furthest(_corners(shape, core(shape)))


def turning_bounds(body: MovingBody) -> Turning:
    """The bounds for the body's rotation, which are valid while its angular velocity is constant."""
    inner = core(body.shape)
    local = transposed_times(place_core(inner, body.pose).rotation, body.motion.angular_velocity)
    arm = _arm(body.shape, inner, local)
    return Turning(arm, norm(_changing(body.shape, local)) * arm)


def most_turning(shape: Shape, motion: Motion) -> float:
    """No less than `turning_bounds(…).most`, m/s, at any pose: with the arm from the origin instead of the axis."""
    turn = motion.angular_velocity
    return 0.0 if turn == ZERO else norm(turn) * reach(shape) * STRETCH


def turning_speed(motion: Motion, bounds: Turning, normal: Vec3) -> float:
    """How fast rotation can move any point of a core along the normal, m/s."""
    return min(norm(cross(motion.angular_velocity, normal)) * bounds.arm, bounds.most)


def _changing(shape: Shape, turn: Vec3) -> Vec3:
    """The part of an angular velocity (core's frame) that changes the core: without that about its symmetry axis."""
    if isinstance(shape, CurvedShape):
        return shape.effective_turn(turn)
    if isinstance(shape, PolytopeShape):
        return turn
    raise ValueError(f"shape: neither a polytope nor curved: {shape!r}")


def _arm(shape: Shape, inner: Core, turn: Vec3) -> float:
    """The longest arm from the axis `turn` (core's frame) to a point of the core, metres, or slightly more."""
    if isinstance(shape, CurvedShape):
        return shape.arm()
    corners = _corners(shape, inner)
    axis = np.array(unit(turn))
    heights = corners[:, :1] * axis[0] + corners[:, 1:2] * axis[1] + corners[:, 2:] * axis[2]
    return _furthest(corners - heights * axis)


def _corners(shape: Shape, inner: Core) -> Floats:
    """The corners of a polytope in its core's frame, (n, 3)."""
    if isinstance(shape, Box):
        return np.array(shape.corners())
    if isinstance(shape, PolytopeShape):
        return inner.vertices
    raise ValueError(f"shape: neither a polytope nor curved: {shape!r}")


def _furthest(points: Floats) -> float:
    """The greatest distance of points (n, 3) from the origin."""
    x, y, z = np.abs(points).max(axis=0).tolist()
    largest = norm((x, y, z))  # scaled first: the squares may overflow or underflow
    return float(np.sqrt(((points / largest) ** 2).sum(axis=1).max())) * largest if largest > 0 else 0.0


def _at(flight: Flight, time: float, iteration: int) -> State:
    a, b = flight.a, flight.b
    pose_a, pose_b = move_pose(a.pose, a.motion, time), move_pose(b.pose, b.motion, time)
    answer = result_only(a.shape, pose_a, b.shape, pose_b, DEPTH)
    normal = answer.normal or ZERO
    apart = answer.verdict is Verdict.SEPARATED
    gap = _gap(a.shape, pose_a, b.shape, pose_b, normal) if apart else 0.0
    closing = dot(sub(a.motion.velocity, b.motion.velocity), normal)
    turning_a = turning_speed(a.motion, flight.turning_a, normal)
    turning_b = turning_speed(b.motion, flight.turning_b, normal)
    bound = closing + turning_a + turning_b
    here = State(
        iteration,
        time,
        pose_a,
        pose_b,
        answer.verdict,
        gap,
        normal,
        answer.witness_a,
        answer.witness_b,
        closing,
        turning_a,
        turning_b,
        bound,
        advance=gap / bound if apart and bound > 0 else 0.0,
        exit=Exit.RUNNING,
    )
    return here._replace(exit=_exit(here, flight))


def _exit(here: State, flight: Flight) -> Exit:
    if here.verdict is Verdict.UNDECIDED:
        return Exit.DEPTH_UNKNOWN
    if here.verdict is not Verdict.SEPARATED:
        return Exit.FIRST_CONTACT
    if here.normal == ZERO:
        return Exit.DEPTH_UNKNOWN
    if here.bound <= 0:
        return Exit.MOVING_APART
    if here.time + here.advance > flight.duration:
        return Exit.NO_CONTACT
    if not here.time + here.advance > here.time:
        return Exit.NO_PROGRESS
    return Exit.ITERATION_LIMIT if here.iteration + 1 >= flight.limit else Exit.RUNNING


def _gap(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, normal: Vec3) -> float:
    """The gap along the normal, metres: never more than the distance, whatever the normal."""
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    between = sub(support(b, neg(normal))[0], support(a, normal)[0])
    return dot(normal, between) - a.radius - b.radius


def _moving(shape: Any, pose: Any, motion: Any, duration: float, side: str) -> MovingBody:
    name = f"motion_{side}"
    moving = MovingBody(as_solid(shape, f"shape_{side}"), as_pose(pose, f"pose_{side}"), as_motion(motion, name))
    angle = norm(moving.motion.angular_velocity) * duration
    if angle == inf or not is_somewhere(move_pose(moving.pose, moving.motion, duration)):
        raise ValueError(f"{name}: must keep the body within double precision, got {short_repr(motion)}")
    return moving
