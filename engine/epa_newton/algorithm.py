"""EPA with Newton's method as a registered algorithm."""

from gjkscope.engine.epa_newton import steps
from gjkscope.engine.epa_newton.explain import explain, headline
from gjkscope.engine.epa_newton.steps import State
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.records import Algorithm, Bounds, Change, Stepping, core_bounds
from gjkscope.engine.shapes.kinds import Shape


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    pair, gjk_state = steps.prepare(shape_a, pose_a, shape_b, pose_b, options)
    return Stepping(steps.start, steps.step, (pair, gjk_state), (pair,))


def _changes(before: State, step: State) -> set[Change]:
    grown = len(step.polytope.vertices) > len(before.polytope.vertices)
    happened = {Change.VERTEX_ADDED} if grown else {Change.NOTHING_NEW}
    return happened | ({Change.PHASE_CHANGED} if step.reason != before.reason else set())


def _bounds(step: State) -> Bounds:
    return core_bounds(step.polytope)


ALGORITHM = Algorithm(
    name="epa-newton",
    title="Newton steps with EPA",
    order=25,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    options=("tolerance",),
    explain=explain,
    headline=headline,
    changes=_changes,
    bounds=_bounds,
    seeks_depth=True,
)
