"""The supporting faces of Jolt's shapes: the part of a shape that may touch along a direction.

- Hulls, boxes, triangles: the face whose normal is nearest to the direction; of 16 or more corners, every second one,
  of 32 or more every third one, and so on.
- Sphere: none, as a single point touches.
- Capsule: the segment on its side, if both ends are equally far along the direction, within 2 cm; otherwise none.
- Cylinder: the segment on its side if the direction is nearer to it than to the axis; otherwise eight points of a rim.
- Cone: the segment from rim to apex if the direction is nearer to the side's normal than to the axis; otherwise eight
  points of the base's rim, and none at the apex.
- The eight points are turned so that one lies in the direction, if that is more than 5° from the axis.

Corners of a capsule are numbered as its ends.  Those of a rim have the numbers 0 to 7 at the negative end of the axis
and 8 to 15 at the positive one; a segment on the side of a cylinder or a cone has 16 and 17, in the same order.

Source: Jolt Physics 5.5.0 (commit 23dadd0e; the same at 3b47ec39 of June 2026, https://github.com/jrouwe/JoltPhysics):
`GetSupportingFace` in Jolt/Physics/Collision/Shape/ConvexHullShape.cpp, SphereShape.h, CapsuleShape.cpp,
CylinderShape.cpp and TaperedCylinderShape.cpp; cCapsuleProjectionSlop in Jolt/Physics/PhysicsSettings.h.  Up to 5.2.0
the side of a cylinder was preferred beyond the angle of a rim seen from the centre, and rims were not turned.

A cone is a tapered cylinder with a top radius of 0.  A rounding is Jolt's convex radius, which lies inside: its faces
are those of a sharp shape that contains the rounded one.  Every second corner is counted from this engine's first one,
and nearly coplanar triangles are merged by its own tolerance; Jolt's hulls leave out corners within 1 mm of the others
(`ConvexHullShapeSettings::mHullTolerance`).
"""

from collections.abc import Callable
from math import hypot
from typing import Any

from gjkscope.engine.contacts.hulls import FacePolygon, Loop, face_polygon, facing, has_faces, place_hull
from gjkscope.engine.contacts.rims import axis_direction, rim_points, split_along
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.shapes.axial import AxialShape
from gjkscope.engine.shapes.capsule import Capsule
from gjkscope.engine.shapes.cone import Cone
from gjkscope.engine.shapes.cylinder import Cylinder
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.shapes.sphere import Sphere
from gjkscope.engine.vectors import ZERO, Vec3, add, dot, scale, transposed_times, unit

Local = tuple[Loop, tuple[Vec3, ...]]
"""Numbers and corners, in the shape's frame."""

RIM = 8  # points, as in Jolt
BASE, TOP, SIDE = tuple(range(RIM)), tuple(range(RIM, 2 * RIM)), (2 * RIM, 2 * RIM + 1)
ENDS = (0, 1)
CAPSULE_SLOP = 0.02  # metres, whatever the size: Jolt's cCapsuleProjectionSlop
MANY_CORNERS = 16  # of a hull's face: half of what Jolt's SupportingFace holds
TURN_SQUARE = 0.00765427  # Jolt's number: the square of the tangent of 5°
LEAST_RADIUS = 1e-3  # metres, of the base of a cone: Jolt's cMinRadius
NONE: Local = (), ()

SUPPORTED = "boxes, hulls and triangles without a rounding, spheres, capsules, cylinders, and cones without a rounding"


def is_supported_by_jolt(shape: Shape) -> bool:
    if isinstance(shape, Cone):
        return shape.rounding == 0
    return type(shape) in _ROUND or has_faces(shape)


def jolt_face(shape: Any, pose: Pose, direction: Vec3, owner: str) -> FacePolygon:
    """The part that may touch along a unit vector, in the world."""
    if (local := _ROUND.get(type(shape))) is None:
        hull = place_hull(shape, pose)
        return _thin(face_polygon(hull, facing(hull, direction), owner))
    numbers, corners = local(shape, transposed_times(pose.rotation, direction))
    return FacePolygon(owner, numbers, tuple(apply(pose, corner) for corner in corners))


def _thin(face: FacePolygon) -> FacePolygon:
    """Fewer than 16 corners, so that Jolt's array has room for those that clipping adds."""
    pace = (len(face.corners) + MANY_CORNERS) // MANY_CORNERS
    return face._replace(numbers=face.numbers[::pace], corners=face.corners[::pace])


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
    if dot(across, across) > height * height:
        return SIDE, _side(shape, unit(across), half, shape.radius, shape.radius)
    corners, is_turned = _rim(shape, radius, half if height > 0 else -half, direction)
    first = 2 if is_turned else 0
    return _from(first, TOP, corners) if height > 0 else _reverse_from(first, BASE, corners)


def _of_cone(shape: Cone, direction: Vec3) -> Local:
    axis, slope = axis_direction(shape), hypot(shape.radius, 2 * shape.half_height)
    height, across = split_along(axis, direction)
    outward = unit(across)
    side_normal = add(scale(outward, 2 * shape.half_height / slope), scale(axis, shape.radius / slope))
    if abs(dot(side_normal, direction)) > abs(height):
        return SIDE, _side(shape, outward, shape.half_height, shape.radius, 0.0)
    if height > 0 or shape.radius <= LEAST_RADIUS:
        return NONE
    corners, is_turned = _rim(shape, shape.radius, -shape.half_height, direction)
    return _reverse_from(1 if is_turned else RIM - 1, BASE, corners)


def _rim(shape: AxialShape, radius: float, end: float, direction: Vec3) -> tuple[tuple[Vec3, ...], bool]:
    """Eight points, and whether they are turned towards a direction that is not nearly along the axis."""
    height, across = split_along(axis_direction(shape), direction)
    if dot(across, across) <= TURN_SQUARE * height * height:
        return rim_points(shape, RIM, radius, end), False
    return rim_points(shape, RIM, radius, end, unit(across)), True


def _from(first: int, numbers: Loop, corners: tuple[Vec3, ...]) -> Local:
    """A loop that begins at Jolt's first corner, as the first of equally good points is taken."""
    return (*numbers[first:], *numbers[:first]), (*corners[first:], *corners[:first])


def _reverse_from(first: int, numbers: Loop, corners: tuple[Vec3, ...]) -> Local:
    return _from(len(numbers) - 1 - first, numbers[::-1], corners[::-1])


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
