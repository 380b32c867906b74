"""Alternating projections as a registered algorithm."""

from gjkscope.engine.alternating import steps
from gjkscope.engine.alternating.explain import explain, headline
from gjkscope.engine.alternating.steps import State
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.records import Algorithm, Stepping, core_bounds
from gjkscope.engine.shapes.kinds import Shape


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    pair = steps.prepare(shape_a, pose_a, shape_b, pose_b, options)
    return Stepping(steps.start, steps.step, (pair,), (pair,))


ALGORITHM = Algorithm(
    name="alternating",
    title="Alternating projections",
    order=37,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    explain=explain,
    headline=headline,
    bounds=core_bounds,
    options=("tolerance",),
)
