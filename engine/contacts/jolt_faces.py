"""The supporting faces of Jolt's shapes: which part of a shape may touch along a direction.

- Hulls, boxes, triangles: the face whose normal is nearest to the direction.
- Sphere: none, as a single point touches.
- Capsule: the segment on its side, if both ends are equally far along the direction, within 2 cm; otherwise none.
- Cylinder: the segment on its side if the direction is nearer to it than to a rim seen from the centre; otherwise eight
  points of a rim.
- Cone: the segment from rim to apex if the direction is nearer to the side's normal than to the axis; otherwise eight
  points of the base's rim, and none at the apex.

Corners of a capsule are numbered as its ends.  Those of a rim have the numbers 0 to 7 at the negative end of the axis
and 8 to 15 at the positive one; a segment on the side of a cylinder or a cone has 16 and 17, in the same order.

Source: Jolt Physics, GetSupportingFace in Jolt/Physics/Collision/Shape/SphereShape.h, CapsuleShape.cpp,
CylinderShape.cpp and TaperedCylinderShape.cpp; cCapsuleProjectionSlop in Jolt/Physics/PhysicsSettings.h
(https://github.com/jrouwe/JoltPhysics).

A cone is a tapered cylinder with a top radius of 0.  A rounding is Jolt's convex radius, which lies inside: its faces
are those of a sharp shape that contains the rounded one.
"""

from collections.abc import Callable
from math import hypot
from typing import Any

from gjkscope.engine.contacts.hulls import FacePolygon, Loop, face_polygon, facing, has_faces, placed_hull
from gjkscope.engine.contacts.rims import axis_direction, rim_points, split_along
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.shapes.axial import AxialShape
from gjkscope.engine.shapes.capsule import Capsule
from gjkscope.engine.shapes.cone import Cone
from gjkscope.engine.shapes.cylinder import Cylinder
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.shapes.sphere import Sphere
from gjkscope.engine.vectors import ZERO, Vec3, add, dot, norm, scale, transposed_times, unit

Local = tuple[Loop, tuple[Vec3, ...]]
"""Numbers and corners, in the shape's frame."""

RIM = 8  # points, as in Jolt
BASE, TOP, SIDE = tuple(range(RIM)), tuple(range(RIM, 2 * RIM)), (2 * RIM, 2 * RIM + 1)
ENDS = (0, 1)
CAPSULE_SLOP = 0.02  # metres, whatever the size: Jolt's cCapsuleProjectionSlop
NONE: Local = (), ()

SUPPORTED = "boxes, hulls and triangles without a rounding, spheres, capsules, cylinders, and cones without a rounding"


def supported_by_jolt(shape: Shape) -> bool:
    if isinstance(shape, Cone):
        return shape.rounding == 0
    return type(shape) in _ROUND or has_faces(shape)


def jolt_face(shape: Any, pose: Pose, direction: Vec3, owner: str) -> FacePolygon:
    """What may touch along a unit vector, in the world."""
    if (local := _ROUND.get(type(shape))) is None:
        hull = placed_hull(shape, pose)
        return face_polygon(hull, facing(hull, direction), owner)
    numbers, corners = local(shape, transposed_times(pose.rotation, direction))
    return FacePolygon(owner, numbers, tuple(apply(pose, corner) for corner in corners))


def _of_sphere(_shape: Sphere, _direction: Vec3) -> Local:
    return NONE


def _of_capsule(shape: Capsule, direction: Vec3) -> Local:
    height, across = split_along(axis_direction(shape), direction)
    if across == ZERO or 2 * shape.half_height * abs(height) >= CAPSULE_SLOP:
        return NONE
    return ENDS, _side(shape, unit(across), shape.half_height, shape.radius, shape.radius)


def _of_cylinder(shape: Cylinder, direction: Vec3) -> Local:
    height, across = split_along(axis_direction(shape), direction)
    radius, half = shape.radius + shape.rounding, shape.half_height + shape.rounding
    if norm(across) * half > radius * abs(height):
        return SIDE, _side(shape, unit(across), half, shape.radius, shape.radius)
    if height > 0:
        return TOP, rim_points(shape, RIM, radius, half)
    return BASE[::-1], rim_points(shape, RIM, radius, -half)[::-1]


def _of_cone(shape: Cone, direction: Vec3) -> Local:
    axis, slope = axis_direction(shape), hypot(shape.radius, 2 * shape.half_height)
    height, across = split_along(axis, direction)
    outward = unit(across)
    side_normal = add(scale(outward, 2 * shape.half_height / slope), scale(axis, shape.radius / slope))
    if abs(dot(side_normal, direction)) > abs(height):
        return SIDE, _side(shape, outward, shape.half_height, shape.radius, 0.0)
    if height > 0:
        return NONE
    return BASE[::-1], rim_points(shape, RIM, shape.radius, -shape.half_height)[::-1]


def _side(shape: AxialShape, outward: Vec3, half: float, base_radius: float, top_radius: float) -> tuple[Vec3, ...]:
    """The ends of the side in a direction perpendicular to the axis."""
    return tuple(
        add(scale(axis_direction(shape), height), scale(outward, radius + shape.rounding))
        for height, radius in ((-half, base_radius), (half, top_radius))
    )


_ROUND: dict[type[Shape], Callable[[Any, Vec3], Local]] = {
    Sphere: _of_sphere,
    Capsule: _of_capsule,
    Cylinder: _of_cylinder,
    Cone: _of_cone,
}
