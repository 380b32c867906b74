"""SAT in the plane as a registered algorithm."""

from math import inf

from gjkscope.engine.options import Options
from gjkscope.engine.plane.sat import steps
from gjkscope.engine.plane.sat.explain import BEATS, axis_origin, explain, headline
from gjkscope.engine.plane.sat.steps import PlaneAxis, State
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.records import Algorithm, AxisView, Bounds, Stepping
from gjkscope.engine.shapes.kinds import Shape


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    pair = steps.prepare(shape_a, pose_a, shape_b, pose_b, options)
    return Stepping(steps.start, steps.step, (pair,), (pair,))


def _bounds(step: State) -> Bounds:
    return -step.chosen.overlap, inf


def _axis(step: State) -> PlaneAxis | None:
    return step.axis if step.axis.same_as < 0 else None


ALGORITHM = Algorithm(
    name="sat",
    title="SAT, separating axes",
    order=30,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    options=("float32",),
    explain=explain,
    headline=headline,
    bounds=_bounds,
    axes=AxisView(_axis, axis_origin),
    visits_features=True,
    beats=BEATS,
)
