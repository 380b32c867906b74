"""GJK on two placed shapes, by the chosen sub-distance method and in the chosen precision."""

from gjkscope.engine.gjk.stepping import run_with_method
from gjkscope.engine.gjk.steps import State, result, run, wanted_gap
from gjkscope.engine.options import DEFAULT, REGIONS, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import in_single
from gjkscope.engine.result import Trace
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import Convex, convex


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """Runs GJK on two placed shapes of any kind and returns all steps."""
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    size, gap = size_of(shape_a, pose_a, shape_b, pose_b), wanted_gap(options, shape_a, shape_b)

    def traced(a: Convex, b: Convex, size: float, gap: float) -> Trace:
        steps = _run(a, b, gap, options.subdistance)
        return Trace("gjk", steps, result(a, b, steps[-1], size))

    return in_single(traced, a, b, size, gap) if options.float32 else traced(a, b, size, gap)


def _run(a: Convex, b: Convex, gap: float, method: str) -> tuple[State, ...]:
    return run(a, b, gap) if method == REGIONS else run_with_method(a, b, gap, method)
