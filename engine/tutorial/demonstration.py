"""The procedures for lessons as registered algorithms, by dimension."""

from typing import Any

from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.records import Algorithm, Bounds, Stepping
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.tutorial import nearest, nearest_in_plane
from gjkscope.engine.tutorial.explain import Step, explain, headline


def _bounds(step: Step) -> Bounds:
    return step.lower - step.radius, step.upper - step.radius


def _nearest(module: Any) -> Algorithm:
    def stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
        cores = module.prepare(shape_a, pose_a, shape_b, pose_b)
        return Stepping(module.start, module.step, cores, cores)

    return Algorithm(
        name="nearest",
        title="Nearest feature of a simplex",
        order=100,
        state=module.State,
        trace=module.trace,
        stepping=stepping,
        explain=explain,
        headline=headline,
        bounds=_bounds,
    )


DEMONSTRATIONS = {2: (_nearest(nearest_in_plane),), 3: (_nearest(nearest),)}
