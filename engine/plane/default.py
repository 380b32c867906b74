"""The default run on 2D shapes: GJK, then EPA if the cores overlap."""

from dataclasses import replace

from gjkscope.engine.gjk.steps import wanted_gap
from gjkscope.engine.options import Options
from gjkscope.engine.plane.cores import PlaneCore, plane_cores
from gjkscope.engine.plane.epa import steps as epa
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.vectors import Vec2, in_plane
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import COARSER, trace_in_float32
from gjkscope.engine.result import Exit, Trace
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape


def default_in_plane(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Trace:
    """The trace of the default run on two placed 2D shapes."""
    a, b = plane_cores(shape_a, pose_a, shape_b, pose_b, options.float32)
    size, origin = size_of(shape_a, pose_a, shape_b, pose_b), in_plane(pose_a.position)
    gap = wanted_gap(options, shape_a, shape_b)
    if options.float32:
        return trace_in_float32(_gjk_then_epa, a, b, origin, size * COARSER, gap)
    return _gjk_then_epa(a, b, origin, size, gap)


def with_epa_in_plane(
    gjk_steps: tuple[gjk.State, ...], shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose
) -> Trace:
    """The default run, given GJK's steps in double precision."""
    size = size_of(shape_a, pose_a, shape_b, pose_b)
    return _then_epa(*plane_cores(shape_a, pose_a, shape_b, pose_b), in_plane(pose_a.position), size, gjk_steps)


def _gjk_then_epa(a: PlaneCore, b: PlaneCore, origin: Vec2, size: float, gap: float) -> Trace:
    return _then_epa(a, b, origin, size, gjk.run(a, b, gap))


def _then_epa(a: PlaneCore, b: PlaneCore, origin: Vec2, size: float, gjk_steps: tuple[gjk.State, ...]) -> Trace:
    """GJK's steps, followed by EPA's if GJK's bounds have not met."""
    depth = epa.run(a, b, gjk_steps[-1])
    if depth[-1].exit == Exit.DISTANCE_KNOWN:
        return Trace("gjk", gjk_steps, gjk.result(a, b, gjk_steps[-1], origin, size))
    answer = epa.result(a, b, gjk_steps[-1], depth[-1], origin, size)
    steps = (*gjk_steps, *depth)
    return Trace("gjk+epa", steps, replace(answer, algorithm="gjk+epa", steps=len(steps)))
