"""Points of a shape: the nearest one to any point, and one to begin with."""

from functools import lru_cache

from gjkscope.engine.construction.outline import shape_outline
from gjkscope.engine.gjk.algorithm import ALGORITHM
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.result import Verdict
from gjkscope.engine.shapes.kinds import Point, Shape
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import Vec3, along, unit

TOWARDS: Vec3 = (0.3, 0.5, 0.8)  # where the camera usually is, so that a point on this side of a solid can be seen


def nearest_point(shape: Shape, pose: Pose, point: Vec3) -> Vec3:
    """The point of the shape (of its convex hull, if it is a mesh) that is nearest to `point`: itself, if it is inside.

    The arguments must be validated; metres, world coordinates.  For a 2D shape z is ignored.
    """
    wanted = (point[0], point[1], 0.0) if shape.dimension == 2 else point
    # 3D GJK treats 2D shapes as flat.
    result = ALGORITHM.trace(Point(), Pose(position=wanted), shape, pose, DEFAULT).result
    if result.verdict is Verdict.SEPARATED and result.witness_b is not None:
        return result.witness_b
    return wanted


@lru_cache(maxsize=64)
def first_point(shape: Shape, pose: Pose) -> Vec3:
    """A point of the shape to begin with: in the middle of a 2D shape, on the surface of a solid."""
    if shape.dimension == 2:
        return nearest_point(shape, pose, apply(pose, shape_outline(shape).center))
    core, direction = convex(shape, pose), unit(TOWARDS)
    return along(support(core, direction)[0], direction, core.radius)
