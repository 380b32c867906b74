"""SAT as a registered algorithm."""

from math import inf

from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.records import Algorithm, AxisView, Bounds, Stepping
from gjkscope.engine.sat import steps
from gjkscope.engine.sat.explain import BEATS, explain, headline, provenance
from gjkscope.engine.sat.steps import Axis, State
from gjkscope.engine.shapes.kinds import Shape


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    pair = steps.prepare(shape_a, pose_a, shape_b, pose_b, options)
    return Stepping(steps.start, steps.step, (pair,), (pair,))


def _bounds(step: State) -> Bounds:
    return (-inf if step.chosen.skipped else -step.chosen.overlap), inf


def _axis(step: State) -> Axis | None:
    return None if step.axis.skipped else step.axis


ALGORITHM = Algorithm(
    name="sat",
    title="SAT, separating axes",
    order=30,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    options=("float32", "edge_pairs"),
    explain=explain,
    headline=headline,
    bounds=_bounds,
    axes=AxisView(_axis, provenance),
    visits_features=True,
    beats=BEATS,
)
