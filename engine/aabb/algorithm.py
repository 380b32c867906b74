"""The test of two bounding boxes as a registered algorithm."""

from math import inf, sqrt

from gjkscope.engine.aabb import steps
from gjkscope.engine.aabb.explain import explain, headline
from gjkscope.engine.aabb.steps import State
from gjkscope.engine.geometry.volumes import both_volumes
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.records import Algorithm, Bounds, Stepping
from gjkscope.engine.shapes.kinds import Shape


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    return Stepping(steps.start, steps.step, both_volumes(shape_a, pose_a, shape_b, pose_b), ())


def _bounds(step: State) -> Bounds:
    return (sqrt(step.squared) if step.squared > 0 else step.chosen.gap), inf


ALGORITHM = Algorithm(
    name="aabb",
    title="Bounding boxes (AABB)",
    order=70,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    explain=explain,
    headline=headline,
    bounds=_bounds,
)
