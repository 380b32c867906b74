"""Bounding volumes and their tests: simple shapes around shapes, which cheaply rule out collisions.

Ericson, Real-Time Collision Detection, 2005, chapter 4 (AABBs, spheres), §5.1.3 and §5.2.5 (closest point of a box,
sphere against AABB).

An axis-aligned bounding box (AABB) is given by its least and greatest corner, a ball by its centre and radius.  A ball
does not change as its shape rotates.  A box does: it is either recomputed from the shape's support points (tight), or
computed from the local box rotated with the shape (loose: cheaper and never smaller).

The tests compare coordinates and squared lengths; none takes a square root, as a > b ≥ 0 is equivalent to a² > b².
All volumes are closed: sharing one point is an intersection.  Squared lengths must lie between 1 / `HUGE` and `HUGE`.
"""

from typing import NamedTuple

from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes import bounds
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import DOUBLE, IDENTITY, ZERO, Mat3, Vec3, dot, sub

# A quarter turn computed from a quaternion has 2e-16 in place of 0: such a box is still its own AABB up to rounding.
ALIGNED = 8 * DOUBLE

# Squares of lengths beyond this may overflow (the largest double is 1.8e308), and below its inverse underflow.
HUGE = 1e150

MEET = -1  # in place of an axis: two boxes intersect


class Aabb(NamedTuple):
    """An axis-aligned box: its least and its greatest corner, metres."""

    lo: Vec3
    hi: Vec3


class Ball(NamedTuple):
    """A solid sphere."""

    center: Vec3
    radius: float  # metres


class Volumes(NamedTuple):
    """The volumes around one placed shape, metres."""

    box: Aabb  # tight
    loose: Aabb  # around the local box, which rotates with the shape
    ball: Ball
    is_box: bool  # the shape fills its tight box: a point, or a sharp axis-aligned box
    is_ball: bool  # the shape fills its ball: a point or a sphere


def both_volumes(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> tuple[Volumes, Volumes]:
    """The volumes of both shapes, relative to A's position: far from the origin they lose no digits."""
    there = pose_b._replace(position=sub(pose_b.position, pose_a.position))
    return volumes(shape_a, pose_a._replace(position=ZERO)), volumes(shape_b, there)


def volumes(shape: Shape, pose: Pose) -> Volumes:
    """All volumes of a placed shape."""
    is_box, is_ball = shape.fills_box(is_aligned(pose.rotation)), shape.fills_ball()
    box, loose = Aabb(*bounds.aabb(shape, pose)), Aabb(*bounds.loose_aabb(shape, pose))
    return Volumes(box, loose, Ball(*bounds.bounding_sphere(shape, pose)), is_box, is_ball)


def point_aabb(point: Vec3, box: Aabb) -> bool:
    """Whether the point is in the box: between its sides on each axis."""
    return all(box.lo[i] <= point[i] <= box.hi[i] for i in range(3))


def aabb_aabb(a: Aabb, b: Aabb) -> bool:
    """Whether two boxes intersect: on each axis, neither begins after the other ends."""
    return apart_on(a, b) == MEET


def apart_on(a: Aabb, b: Aabb) -> int:
    """The first axis (0, 1, 2: x, y, z) with a gap between the boxes; `MEET` if there is none.

    Coordinates are compared directly, without rounding.
    """
    for axis in range(3):
        if a.hi[axis] < b.lo[axis] or b.hi[axis] < a.lo[axis]:
            return axis
    return MEET


def point_sphere(point: Vec3, ball: Ball) -> bool:
    """Whether the point is in the ball: its squared distance from the centre is no more than the squared radius."""
    return squared_distance(point, ball.center) <= ball.radius * ball.radius


def sphere_sphere(a: Ball, b: Ball) -> bool:
    """Whether two balls intersect: the squared distance of the centres is at most the squared sum of the radii."""
    reach = a.radius + b.radius
    return squared_distance(a.center, b.center) <= reach * reach


def sphere_aabb(ball: Ball, box: Aabb) -> bool:
    """Whether a ball intersects a box: the point of the box closest to the centre is in the ball."""
    return point_sphere(closest_in_aabb(ball.center, box), ball)


def closest_in_aabb(point: Vec3, box: Aabb) -> Vec3:
    """The point of the box closest to `point`: each coordinate clamped to the box's interval."""
    return (clamp(point, box, 0), clamp(point, box, 1), clamp(point, box, 2))


def clamp(point: Vec3, box: Aabb, axis: int) -> float:
    """The point's coordinate on an axis, clamped to the box."""
    return min(max(point[axis], box.lo[axis]), box.hi[axis])


def squared_distance(p: Vec3, q: Vec3) -> float:
    """The squared distance of two points, m²."""
    offset = sub(q, p)
    return dot(offset, offset)


def is_aligned(rotation: Mat3) -> bool:
    """Whether a rotation maps each axis to an axis of either sign, up to rounding."""
    return all(abs(x) <= ALIGNED or abs(abs(x) - 1) <= ALIGNED for row in rotation for x in row)


def axis_vector(axis: int, sign: int) -> Vec3:
    """The unit vector along an axis (0, 1, 2), times `sign` (1 or −1)."""
    x, y, z = IDENTITY[axis]
    return (sign * x + 0.0, sign * y + 0.0, sign * z + 0.0)  # + 0.0 turns −0 into 0


def with_coordinate(v: Vec3, axis: int, value: float) -> Vec3:
    """The vector with its coordinate on `axis` replaced by `value`."""
    return (value if axis == 0 else v[0], value if axis == 1 else v[1], value if axis == 2 else v[2])
