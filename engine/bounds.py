"""Bounding volumes (first version by the lead, so that engine imports; the geometry engineer replaces it)."""

from .pose import Pose
from .shapes import Shape
from .support import convex, support
from .vectors import Vec3, neg


def aabb(shape: Shape, pose: Pose) -> tuple[Vec3, Vec3]:
    core = convex(shape, pose)
    axes: tuple[Vec3, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    lo = [support(core, neg(axis))[0][i] - core.radius for i, axis in enumerate(axes)]
    hi = [support(core, axis)[0][i] + core.radius for i, axis in enumerate(axes)]
    return (lo[0], lo[1], lo[2]), (hi[0], hi[1], hi[2])


def size(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> float:
    """The longest side of the larger shape's world AABB (design §2)."""
    boxes = (aabb(shape_a, pose_a), aabb(shape_b, pose_b))
    return max(h - low for lo, hi in boxes for low, h in zip(lo, hi, strict=True))
