"""The clamp of a sphere's centre to a box as a registered algorithm."""

from math import inf

from gjkscope.engine.clamp import steps
from gjkscope.engine.clamp.explain import explain, headline
from gjkscope.engine.clamp.steps import State
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.records import Algorithm, Bounds, Stepping
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.kinds import Shape


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    pair = steps.prepare(shape_a, pose_a, shape_b, pose_b)
    return Stepping(steps.start, steps.step, (pair,), (pair,))


def _bounds(step: State) -> Bounds:
    """Each axis beyond which the centre lies adds to the distance; inside, all axes must be known."""
    known = step.distance - step.radius
    if step.exit != Exit.RUNNING:
        return known, known
    return (known if step.distance > 0 else -inf), inf


ALGORITHM = Algorithm(
    name="clamp",
    title="Sphere and box, clamped",
    order=36,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    explain=explain,
    headline=headline,
    bounds=_bounds,
)
