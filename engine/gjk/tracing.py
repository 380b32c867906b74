"""GJK on two placed shapes, in the chosen variant and precision."""

from gjkscope.engine.gjk.stepping import run_gjk_variant, variant_of
from gjkscope.engine.gjk.steps import result, run, wanted_gap
from gjkscope.engine.options import DEFAULT, Options
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
        variant = variant_of(options)
        steps = run(a, b, gap) if variant is None else run_gjk_variant(a, b, gap, variant)
        return Trace("gjk", steps, result(a, b, steps[-1], size))

    return in_single(traced, a, b, size, gap) if options.float32 else traced(a, b, size, gap)
