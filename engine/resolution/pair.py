"""Push-out of a pair: two bodies that overlap are moved apart until they touch.

The narrow phase gives the direction of least depth; A moves back along it and B forward, each by its share of the
depth.  The shares follow the inverse masses: the lighter body moves more, a fixed one (mass 0) not at all (Millington,
Game Physics Engine Development, 2010, chapter 7).

1. Measure the depth and the normal.
2. Move A by −depth · normal · its share and B by depth · normal · its share, and measure again.
3. Stop once they touch or are apart.  One push separates two convex bodies; a second one is needed if the depth is
   known less precisely than the tolerance for touching.

How it can fail: two fixed bodies cannot move (`BOTH_FIXED`).  If the narrow phase cannot measure the depth, the exit is
`DEPTH_UNKNOWN`; if the push is lost in the rounding of large coordinates, `NO_PROGRESS`.
For a body against many triangles see terrain.py.
"""

from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple

from gjkscope.engine.arguments import length
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import check_options, result_only
from gjkscope.engine.result import Exit, Result, Verdict, all_steps
from gjkscope.engine.shapes.kinds import Shape, as_pair
from gjkscope.engine.vectors import ZERO, Vec3, add, scale

# The same answer as the default query, GJK with EPA if the cores overlap, but without a search for certificates.
DEPTH = "epa"

# Two or three pushes are enough; the limit only guards against a fault.
ITERATION_LIMIT = 8


class State(NamedTuple):
    """One measurement of a pair, and the push that follows from it."""

    iteration: int
    result: Result  # of the poses before
    before_a: Pose
    before_b: Pose
    share_a: float  # of the push: 0 … 1, their sum is 1; both 0 if nothing can move
    share_b: float
    push_a: Vec3  # metres, world
    push_b: Vec3
    pose_a: Pose  # after the push
    pose_b: Pose
    exit: Exit


@dataclass(frozen=True)
class PairResolution:
    """A push-out of a pair, step by step, and where the bodies are after it.

    >>> from gjkscope import Box, Pose, resolve_pair
    >>> done = resolve_pair(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(1.5, 0, 0)), mass_a=0)
    >>> done.pose_a.position, [round(x, 6) for x in done.pose_b.position], done.exit.words
    ((0.0, 0.0, 0.0), [2.0, 0.0, 0.0], 'no overlap')
    """

    steps: tuple[Any, ...]  #: named tuples, of the method's own type
    pose_a: Pose  #: of A after it
    pose_b: Pose  #: of B after it
    exit: Exit  #: why it ended


class Bodies(NamedTuple):
    """The constants of a run."""

    shape_a: Shape
    shape_b: Shape
    share_a: float
    share_b: float
    algorithm: str


def resolve_pair(
    shape_a: Shape,
    pose_a: Any,
    shape_b: Shape,
    pose_b: Any,
    mass_a: float = 1.0,
    mass_b: float = 1.0,
    algorithm: str = DEPTH,
) -> PairResolution:
    """Pushes two overlapping bodies apart along the direction of least depth, without rotating them.

    Shapes and poses are as for `query`.  `mass_a` and `mass_b` are in kilograms; 0 means fixed.  Each body moves by its
    share of the depth, in proportion to its inverse mass.  `algorithm` is the narrow phase that measures the depth.
    Bodies that do not overlap are not moved.

    Raises `ValueError`, naming the argument and the value, if an argument is invalid.

    Source: Millington, Game Physics Engine Development, 2010, chapter 7.

    >>> from gjkscope import Box, Pose, resolve_pair
    >>> done = resolve_pair(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(1.5, 0, 0)))
    >>> round(done.pose_a.position[0], 6), round(done.pose_b.position[0], 6)
    (-0.25, 1.75)
    """
    check_options(algorithm, DEFAULT)
    shares = shares_of(length("mass_a", mass_a, zero=True), length("mass_b", mass_b, zero=True))
    bodies = Bodies(shape_a, shape_b, *shares, algorithm)
    steps = all_steps(start(bodies, *as_pair(shape_a, pose_a, shape_b, pose_b)), lambda state: step(bodies, state))
    return PairResolution(steps, steps[-1].pose_a, steps[-1].pose_b, steps[-1].exit)


def start(bodies: Bodies, pose_a: Pose, pose_b: Pose) -> State:
    """The depth at the initial poses, and the first push."""
    return _push_apart(bodies, pose_a, pose_b, 0)


def step(bodies: Bodies, state: State) -> State:
    """The depth after the last push, and the next push; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    return _push_apart(bodies, state.pose_a, state.pose_b, state.iteration + 1)


def translate(pose: Pose, push: Vec3) -> Pose:
    """The pose after a translation."""
    return pose._replace(position=add(pose.position, push))


def is_somewhere(pose: Pose) -> bool:
    """Whether the position is finite: sums of huge coordinates overflow."""
    return all(isfinite(coordinate) for coordinate in pose.position)


def _push_apart(bodies: Bodies, pose_a: Pose, pose_b: Pose, iteration: int) -> State:
    result = result_only(bodies.shape_a, pose_a, bodies.shape_b, pose_b, bodies.algorithm)
    share_a, share_b = bodies.share_a, bodies.share_b
    still = State(
        iteration,
        result,
        pose_a,
        pose_b,
        share_a,
        share_b,
        push_a=ZERO,
        push_b=ZERO,
        pose_a=pose_a,
        pose_b=pose_b,
        exit=_without_push(result, bodies),
    )
    push = result.push_out
    if still.exit != Exit.RUNNING or push is None:
        return still
    push_a, push_b = scale(push, share_a), scale(push, -share_b)
    after_a, after_b = translate(pose_a, push_a), translate(pose_b, push_b)
    if not (is_somewhere(after_a) and is_somewhere(after_b)):
        return still._replace(exit=Exit.DEPTH_UNKNOWN)
    reason = Exit.RUNNING
    if (after_a, after_b) == (pose_a, pose_b):
        reason = Exit.NO_PROGRESS
    elif iteration + 1 >= ITERATION_LIMIT:
        reason = Exit.ITERATION_LIMIT
    return still._replace(push_a=push_a, push_b=push_b, pose_a=after_a, pose_b=after_b, exit=reason)


def _without_push(result: Result, bodies: Bodies) -> Exit:
    """Why there is no push; `RUNNING` if there is one."""
    if result.verdict in (Verdict.SEPARATED, Verdict.TOUCHING):
        return Exit.CLEAR
    if bodies.share_a == bodies.share_b == 0:
        return Exit.BOTH_FIXED
    return Exit.DEPTH_UNKNOWN if result.push_out is None else Exit.RUNNING


def shares_of(mass_a: float, mass_b: float) -> tuple[float, float]:
    """Each body's share of the push: its inverse mass over the sum of both."""
    if mass_a == 0 or mass_b == 0:
        return (0.0 if mass_a == 0 else 1.0, 0.0 if mass_b == 0 else 1.0)
    # As quotients: the sum of two large masses may overflow, and so may the inverse of a small one.
    return 1 / (1 + mass_a / mass_b), 1 / (1 + mass_b / mass_a)
