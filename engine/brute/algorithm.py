"""Brute force as a registered algorithm."""

from gjkscope.engine.brute import steps
from gjkscope.engine.brute.explain import explain, headline
from gjkscope.engine.brute.steps import State
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.records import Algorithm, Bounds, Change, Stepping
from gjkscope.engine.shapes.kinds import Shape


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    pair = steps.prepare(shape_a, pose_a, shape_b, pose_b, options)
    return Stepping(steps.start, steps.step, (pair,), (pair,))


def _changes(before: State, step: State) -> set[Change]:
    return {Change.PHASE_CHANGED} if (step.phase, step.side) != (before.phase, before.side) else set()


def _bounds(step: State) -> Bounds:
    known = step.known
    return known.lower, -known.depth if known.depth > 0 else known.nearest.distance


ALGORITHM = Algorithm(
    name="brute",
    title="Brute force, ray parity",
    order=50,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    options=("crossings",),
    explain=explain,
    headline=headline,
    changes=_changes,
    bounds=_bounds,
    of_surfaces=True,
    visits_features=True,
)
