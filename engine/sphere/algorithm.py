"""The test of two bounding spheres as a registered algorithm."""

from math import inf, sqrt

from gjkscope.engine.geometry.volumes import both_volumes
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.records import Algorithm, Bounds, Stepping
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.sphere import steps
from gjkscope.engine.sphere.explain import explain, headline
from gjkscope.engine.sphere.steps import State, VolumeTest


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    return Stepping(steps.start, steps.step, both_volumes(shape_a, pose_a, shape_b, pose_b), ())


def _bounds(step: State) -> Bounds:
    """No lower bound while the centre is inside the box on all axes so far: it may be deep inside."""
    known = step.squared > 0 or step.test == VolumeTest.BALLS
    return (sqrt(step.squared) - (step.radius_a + step.radius_b) if known else -inf), inf


ALGORITHM = Algorithm(
    name="sphere",
    title="Bounding spheres",
    order=80,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    explain=explain,
    headline=headline,
    bounds=_bounds,
)
