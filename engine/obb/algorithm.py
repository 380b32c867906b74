"""The axes of two boxes as a registered algorithm."""

from math import inf

from gjkscope.engine.obb import steps
from gjkscope.engine.obb.explain import box_axis, explain, headline
from gjkscope.engine.obb.steps import State
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.records import Algorithm, AxisView, Bounds, Stepping
from gjkscope.engine.result import Exit
from gjkscope.engine.sat.explain import provenance
from gjkscope.engine.sat.steps import Axis
from gjkscope.engine.shapes.kinds import Shape


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    pair = steps.prepare(shape_a, pose_a, shape_b, pose_b)
    return Stepping(steps.start, steps.step, (pair,), (pair,))


def _bounds(step: State) -> Bounds:
    """The least overlap is the depth once all axes are known."""
    lower = steps.lower_bound(step)
    return lower, (lower if step.exit == Exit.ALL_AXES_OVERLAP else inf)


def _axis(step: State) -> Axis | None:
    axis = box_axis(step)
    return None if axis.skipped else axis


ALGORITHM = Algorithm(
    name="obb",
    title="Box axes (OBB)",
    order=35,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    explain=explain,
    headline=headline,
    bounds=_bounds,
    axes=AxisView(_axis, provenance),
)
