"""Bounds of shapes: axis-aligned boxes, bounding and inscribed spheres, and the size that tolerances refer to.

These functions are called in inner loops and do not validate: shapes and `Pose` values must have been validated
(`as_shape`, `as_pose`).  Bounds beyond the range of doubles are infinite.
"""

from functools import lru_cache
from math import sqrt

from gjkscope.engine.pose import RIGID_TOLERANCE, Pose, apply
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT, Convex, convex, core, local_support
from gjkscope.engine.vectors import IDENTITY, ZERO, Mat3, Vec3, add, column, dot, neg, sub, transposed_times

ROTATIONS_KEPT = 1024  # of shapes: some hundred bodies in motion, at the start and the end of a tick


def aabb(shape: Shape, pose: Pose) -> tuple[Vec3, Vec3]:
    """The tight world-axis-aligned box of a shape, as its least and its greatest corner.

    Exact for every kind of shape: its extent along an axis is that of its support point plus its radius.  The box of a
    2D shape is flat.
    """
    low, high, radius = _reach(shape, pose.rotation)
    (x0, y0, z0), (x1, y1, z1) = add(low, pose.position), add(high, pose.position)
    above = radius if shape.dimension == 3 else 0.0
    return (x0 - radius, y0 - radius, z0 - above), (x1 + radius, y1 + radius, z1 + above)


def loose_aabb(shape: Shape, pose: Pose) -> tuple[Vec3, Vec3]:
    """The world AABB of the shape's local box, which rotates with it.

    Cheaper than the tight AABB if the shape has many vertices, and never smaller except by rounding; equal for a sharp
    box.  The sign of each entry of the rotation selects one end of the local interval (Arvo, Transforming
    axis-aligned bounding boxes, Graphics Gems 1990).
    """
    local_lo, local_hi = aabb(shape, Pose())
    lo, hi = list(pose.position), list(pose.position)
    for i, row in enumerate(pose.rotation):
        for entry, low, high in zip(row, local_lo, local_hi, strict=True):
            if entry != 0:  # 0 · ∞ is 0 here, not NaN
                lo[i] += min(entry * low, entry * high)
                hi[i] += max(entry * low, entry * high)
    return (lo[0], lo[1], lo[2]), (hi[0], hi[1], hi[2])


def bounding_sphere(shape: Shape, pose: Pose) -> tuple[Vec3, float]:
    """Centre (world) and radius of a ball that contains the shape.

    The smallest one, except for triangles, hulls and meshes: theirs is centred between the two furthest apart of
    the extreme vertices along x, y and z, as Ritter's is at first (An efficient bounding sphere, Graphics Gems
    1990), and reaches the furthest vertex.
    """
    center, radius = shape.core_ball()
    return apply(pose, center), _stretch(pose.rotation) * radius + core(shape).radius


@lru_cache(maxsize=SHAPES_KEPT)
def inner_radius(shape: Shape) -> float:
    """The radius in metres of a ball around the shape's centre (`support.convex`) that is contained in the shape."""
    # A rotation may be off by RIGID_TOLERANCE per entry, which may shrink the core, but not the added radius.
    inner = shape.core_inner_radius() * (1 - 2 * RIGID_TOLERANCE)
    return inner + core(shape).radius


@lru_cache(maxsize=SHAPES_KEPT)
def thickness_of(shape: Shape) -> float:
    """Twice the inner radius, metres; of a flat shape, its extent, and of a point 0."""
    low, high = aabb(shape, Pose())
    return 2 * inner_radius(shape) or max(sub(high, low))


def size(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> float:
    """The longest side of the larger shape's world AABB, in metres; tolerances are relative to it."""
    return max(_longest_side(shape_a, pose_a.rotation), _longest_side(shape_b, pose_b.rotation))


def least_size(shape_a: Shape, shape_b: Shape) -> float:
    """A lower bound of `size` at any pair of poses, metres: half the radius of the larger shape's bounding ball."""
    return 0.5 * max(bounding_sphere(shape_a, Pose())[1], bounding_sphere(shape_b, Pose())[1])


@lru_cache(maxsize=ROTATIONS_KEPT)
def _reach(shape: Shape, rotation: Mat3) -> tuple[Vec3, Vec3, float]:
    """The least and greatest corner of a rotated shape's core at the origin, and its radius.

    Cached, like the next function, because a shape that is only translated is queried repeatedly.
    """
    core = convex(shape, Pose(rotation))
    (x0, x1), (y0, y1), (z0, z1) = interval_along(core, 0), interval_along(core, 1), interval_along(core, 2)
    return (x0, y0, z0), (x1, y1, z1), core.radius


@lru_cache(maxsize=ROTATIONS_KEPT)
def _longest_side(shape: Shape, rotation: Mat3) -> float:
    return longest_side(convex(shape, Pose(rotation)))


def longest_side(core: Convex) -> float:
    """The longest side of the world AABB of the core with its radius."""
    core = core._replace(position=ZERO)  # far from the origin, the sides are lost in rounding
    longest = 0.0
    for i in range(3):
        low, high = interval_along(core, i)
        longest = max(longest, (high + core.radius) - (low - core.radius))
    return longest


def interval_along(core: Convex, i: int) -> tuple[float, float]:
    """The interval of the core, without its radius, along axis `i` of the world."""
    axis, row = IDENTITY[i], core.rotation[i]
    low, _ = local_support(core, transposed_times(core.rotation, neg(axis)))
    high, _ = local_support(core, transposed_times(core.rotation, axis))
    return dot(row, low) + core.position[i], dot(row, high) + core.position[i]  # as `support` places them


@lru_cache(maxsize=SHAPES_KEPT)
def _stretch(rotation: Mat3) -> float:
    """The largest factor by which the rotation stretches a vector: 1 up to rounding and `RIGID_TOLERANCE`.

    By Gershgorin's theorem no eigenvalue of RᵀR is above its greatest row sum of absolute values.
    """
    columns = [column(rotation, i) for i in range(3)]
    return sqrt(max(sum(abs(dot(axis, other)) for other in columns) for axis in columns))
