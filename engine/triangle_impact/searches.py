"""The continuous tests as searches for the first contact of two moving triangles, segments or points.

Each vertex moves on a straight line from where it is at the start to where it is at the end of the duration.  Those of
a body that does not turn do; those of one that turns really move on arcs, and nothing is claimed about them:
`free_until` is 0.  No elementary test finds triangles that intersect from the start, so the distance at the start is
asked first.

- By the cubic: one step is one elementary test; the answer is the earliest root.  As it can miss a contact, nothing is
  claimed to be free before it.
- By inclusion: one step is one box of (t, u, v) of one of the tests.  Nothing touches before the time that it reports.
"""

from typing import Any, NamedTuple

from gjkscope.engine.advancement.motion import Motion, as_motion, move_pose
from gjkscope.engine.advancement.steps import Advancement
from gjkscope.engine.arguments import length
from gjkscope.engine.pose import Pose, as_pose
from gjkscope.engine.query import trace
from gjkscope.engine.resolution.pair import DEPTH, is_somewhere
from gjkscope.engine.result import Exit, Verdict, all_steps
from gjkscope.engine.shapes.kinds import PolytopeShape, Shape, as_solid
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.triangle_impact import inclusion
from gjkscope.engine.triangle_impact.cubic import CubicTest, cubic_test
from gjkscope.engine.triangle_impact.elements import ElementaryTest, elements_of
from gjkscope.engine.triangle_impact.inclusion import InclusionStep, InclusionTask, free_until, inclusion_task
from gjkscope.engine.vectors import ZERO, Vec3, add, row_times

CORNERS = 3
ELEMENT = 4  # vertices of an elementary test, on both bodies together


class CubicState(NamedTuple):
    """One elementary test by the cubic."""

    iteration: int
    time: float  # of the first meeting so far, seconds; the duration if there is none
    pose_a: Pose  # at that time
    pose_b: Pose
    duration: float  # seconds
    turns: bool  # a body turns: the lines are chords of arcs
    verdict: Verdict  # at the start
    element: ElementaryTest
    tested: CubicTest
    exit: Exit


class InclusionState(NamedTuple):
    """One box of an elementary test by inclusion."""

    iteration: int
    time: float  # the start of the box, seconds
    pose_a: Pose  # at that time
    pose_b: Pose
    duration: float  # seconds
    turns: bool
    verdict: Verdict  # at the start
    element: ElementaryTest
    examined: InclusionStep
    exit: Exit


class FlyingTriangles(NamedTuple):
    """Two moving bodies and their elementary tests."""

    poses: tuple[Pose, Pose]  # at the start
    motions: tuple[Motion, Motion]
    duration: float
    verdict: Verdict  # at the start
    elements: tuple[ElementaryTest, ...]

    @property
    def turns(self) -> bool:
        return any(motion.angular_velocity != ZERO for motion in self.motions)


def impact_by_cubic(
    shape_a: Shape, pose_a: Any, motion_a: Any, shape_b: Shape, pose_b: Any, motion_b: Any, duration: float
) -> Advancement:
    """The first contact according to the roots of the cubics.  Arguments and errors as of `first_contact`."""
    tick = _tick(shape_a, pose_a, motion_a, shape_b, pose_b, motion_b, duration)
    steps = all_steps(_start_cubic(tick), lambda state: _step_cubic(tick, state))
    last = steps[-1]
    return Advancement(duration, steps, last.time if last.exit == Exit.FIRST_CONTACT else None, 0.0, last.exit)


def impact_by_inclusion(
    shape_a: Shape, pose_a: Any, motion_a: Any, shape_b: Shape, pose_b: Any, motion_b: Any, duration: float
) -> Advancement:
    """The first contact by halving boxes.  Arguments and errors as of `first_contact`."""
    tick = _tick(shape_a, pose_a, motion_a, shape_b, pose_b, motion_b, duration)
    task = inclusion_task(tick.elements)
    steps = all_steps(_start_inclusion(tick, task), lambda state: _step_inclusion(tick, task, state))
    last = steps[-1]
    known = last.verdict is Verdict.SEPARATED and not last.turns
    free = duration * free_until(last.examined) if known else 0.0
    return Advancement(duration, steps, last.time if last.exit == Exit.FIRST_CONTACT else None, free, last.exit)


def takes_features(shape_a: Shape, shape_b: Shape) -> bool:
    """Whether the searches apply: to a triangle and a triangle, a segment or a point, and to two segments."""
    corners = [_corner_count(shape) for shape in (shape_a, shape_b)]
    return min(corners) > 0 and sum(corners) >= ELEMENT and max(corners) <= CORNERS


def _corner_count(shape: Shape) -> int:
    """How many corners the shape has, 0 if it is rounded or not a polytope."""
    if not isinstance(shape, PolytopeShape) or shape.rounding + shape.ball_radius() > 0:
        return 0
    return len(shape.corners())


def _start_cubic(tick: FlyingTriangles) -> CubicState:
    begun = CubicState(
        0, 0.0, *tick.poses, tick.duration, tick.turns, tick.verdict, tick.elements[0], _tested(tick, 0), Exit.RUNNING
    )
    if tick.verdict is not Verdict.SEPARATED:
        return begun._replace(exit=_exit_at_start(tick.verdict))
    return _with_time(tick, begun, tick.duration)


def _step_cubic(tick: FlyingTriangles, state: CubicState) -> CubicState:
    if state.exit != Exit.RUNNING:
        return state
    number = state.iteration + 1
    if number < len(tick.elements):
        ahead = state._replace(iteration=number, element=tick.elements[number], tested=_tested(tick, number))
        return _with_time(tick, ahead, state.time)
    found = state.time < tick.duration or (state.tested.time == 1)
    return state._replace(iteration=number, exit=Exit.FIRST_CONTACT if found else Exit.NO_CONTACT)


def _with_time(tick: FlyingTriangles, state: CubicState, earliest: float) -> CubicState:
    own = state.tested.time
    time = earliest if own is None else min(earliest, own * tick.duration)
    pose_a, pose_b = _poses_at(tick, time)
    return state._replace(time=time, pose_a=pose_a, pose_b=pose_b)


def _tested(tick: FlyingTriangles, number: int) -> CubicTest:
    return cubic_test(tick.elements[number])


def _start_inclusion(tick: FlyingTriangles, task: InclusionTask) -> InclusionState:
    begun = _inclusion_state(tick, inclusion.start(task))
    return begun if tick.verdict is Verdict.SEPARATED else begun._replace(exit=_exit_at_start(tick.verdict))


def _step_inclusion(tick: FlyingTriangles, task: InclusionTask, state: InclusionState) -> InclusionState:
    if state.exit != Exit.RUNNING:
        return state
    return _inclusion_state(tick, inclusion.step(task, state.examined))


def _inclusion_state(tick: FlyingTriangles, examined: InclusionStep) -> InclusionState:
    time = tick.duration * examined.box[0][0]
    pose_a, pose_b = _poses_at(tick, time)
    return InclusionState(
        iteration=examined.iteration,
        time=time,
        pose_a=pose_a,
        pose_b=pose_b,
        duration=tick.duration,
        turns=tick.turns,
        verdict=tick.verdict,
        element=tick.elements[examined.element],
        examined=examined,
        exit=examined.exit,
    )


def _exit_at_start(verdict: Verdict) -> Exit:
    return Exit.DEPTH_UNKNOWN if verdict is Verdict.UNDECIDED else Exit.FIRST_CONTACT


def _poses_at(tick: FlyingTriangles, time: float) -> tuple[Pose, Pose]:
    a, b = (move_pose(pose, motion, time) for pose, motion in zip(tick.poses, tick.motions, strict=True))
    return a, b


def _tick(
    shape_a: Any, pose_a: Any, motion_a: Any, shape_b: Any, pose_b: Any, motion_b: Any, duration: float
) -> FlyingTriangles:
    seconds = length("duration", duration)
    a, b = as_solid(shape_a, "shape_a"), as_solid(shape_b, "shape_b")
    poses = as_pose(pose_a, "pose_a"), as_pose(pose_b, "pose_b")
    motions = as_motion(motion_a, "motion_a"), as_motion(motion_b, "motion_b")
    corners = []
    for side, shape, pose, motion in zip("ab", (a, b), poses, motions, strict=True):
        moved = move_pose(pose, motion, seconds)
        if not is_somewhere(moved):
            raise ValueError(f"motion_{side}: must keep the body within double precision, got {motion!r}")
        corners += [_corners(shape, pose, side), _corners(shape, moved, side)]
    elements = elements_of(*corners)
    if not elements:
        raise ValueError(f"shape_a, shape_b: must be a triangle and any, or two edges, got {a.kind} and {b.kind}")
    verdict = trace(a, poses[0], b, poses[1], DEPTH).result.verdict
    return FlyingTriangles(poses, motions, seconds, verdict, elements)


def _corners(shape: Shape, pose: Pose, side: str) -> list[Vec3]:
    """The corners in the world.  Raises `ValueError` unless the shape is a triangle, a segment or a point."""
    corners = shape.corners() if isinstance(shape, PolytopeShape) else ()
    if not 0 < len(corners) <= CORNERS or convex(shape, pose).radius > 0:
        raise ValueError(f"shape_{side}: must be a triangle, a segment or a point without rounding, got {shape.kind}")
    return [add(row_times(pose.rotation, corner), pose.position) for corner in corners]
