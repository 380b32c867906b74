"""The supporting faces of Jolt's shapes: the part of a shape that may touch along a direction.

- Hulls, boxes, triangles: the face whose normal is nearest to the direction; of 16 or more corners, every second one,
  of 32 or more every third one, and so on.
- Sphere: none, as a single point touches.
- Capsule: the segment on its side, if both ends are equally far along the direction, within 2 cm; otherwise none.
- Cylinder: the segment on its side if the direction is nearer to it than to the axis; otherwise eight points of a rim.
- Cone: the segment from apex to rim if the direction is nearer to the side's normal than to the axis; otherwise eight
  points of the base's rim, and none at the apex.
- The eight points are turned so that one lies in the direction, if that is more than 5° from the axis.

Corners of a capsule are numbered as its ends.  Those of a rim have the numbers 0 to 7 at the negative end of the axis
and 8 to 15 at the positive one; a segment on the side of a cylinder or a cone has 16 and 17, in the same order.

Source: Jolt Physics 5.6, commit 3b47ec39 (https://github.com/jrouwe/JoltPhysics), in its order of operations:
`GetSupportingFace` of `AABox`, in Jolt/Geometry/AABox.h, and of ConvexHullShape.cpp, SphereShape.h, CapsuleShape.cpp,
CylinderShape.cpp and TaperedCylinderShape.cpp in Jolt/Physics/Collision/Shape; cCapsuleProjectionSlop in
Jolt/Physics/PhysicsSettings.h.  The same in 5.5.0, commit 23dadd0e.  Up to 5.2.0 the side of a cylinder was preferred
beyond the angle of a rim seen from the centre, and rims were not turned.

A cone is a tapered cylinder with a top radius of 0.  A rounding is Jolt's convex radius, which lies inside: its faces
are those of a sharp shape that contains the rounded one.  A flat hull, and one that Jolt's builder rejects, has the
faces of ours.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.contacts.hulls import Loop, has_faces, local_hull
from gjkscope.engine.precision import single
from gjkscope.engine.published.jolt.arithmetic import SingleTransform, divided_by, float32, single_length
from gjkscope.engine.published.jolt.shapes import jolt_hull
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.box import Box
from gjkscope.engine.shapes.capsule import Capsule
from gjkscope.engine.shapes.cone import Cone
from gjkscope.engine.shapes.cylinder import Cylinder
from gjkscope.engine.shapes.hull import Hull
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.shapes.sphere import Sphere
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.vectors import Mat3, Vec3, add, dot, neg, scale, sub

RIM = 8  # points, as in Jolt
BASE, TOP, SIDE = tuple(range(RIM)), tuple(range(RIM, 2 * RIM)), (2 * RIM + 1, 2 * RIM)
ENDS = (1, 0)  # the upper one first
CAPSULE_SLOP = 0.02  # metres, whatever the size: Jolt's cCapsuleProjectionSlop
MANY_CORNERS = 16  # of a hull's face: half of what Jolt's SupportingFace holds
TURN_SQUARE = 0.00765427  # Jolt's number: the square of the tangent of 5°
LEAST_RADIUS = 1e-3  # metres, of the base of a cone: Jolt's cMinRadius
HALF_ROOT = 0.707106769  # Jolt's number

SUPPORTED = "boxes, hulls and triangles without a rounding, spheres, capsules, cylinders, and cones without a rounding"

# The eight points of a rim of radius 1: across the axis, x and z.
UNIT_RIM = (
    (0.0, 1.0),
    (HALF_ROOT, HALF_ROOT),
    (1.0, 0.0),
    (HALF_ROOT, -HALF_ROOT),
    (0.0, -1.0),
    (-HALF_ROOT, -HALF_ROOT),
    (-1.0, 0.0),
    (-HALF_ROOT, HALF_ROOT),
)
# A box's corners by the signs of their coordinates, counter-clockwise around the ends of each axis.
POSITIVE_LOOPS = (
    ((1, -1, -1), (1, 1, -1), (1, 1, 1), (1, -1, 1)),
    ((-1, 1, -1), (-1, 1, 1), (1, 1, 1), (1, 1, -1)),
    ((-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)),
)
NEGATIVE_LOOPS = (
    ((-1, -1, -1), (-1, -1, 1), (-1, 1, 1), (-1, 1, -1)),
    ((-1, -1, -1), (1, -1, -1), (1, -1, 1), (-1, -1, 1)),
    ((-1, -1, -1), (-1, 1, -1), (1, 1, -1), (1, -1, -1)),
)


class SupportingFace(NamedTuple):
    """A face of a placed body, or a segment in its place; without corners, only a point of it can touch."""

    owner: str  # "A" or "B"
    numbers: Loop  # of its corners, counter-clockwise seen from outside
    corners: tuple[Vec3, ...]  # in single precision, in the frame that the transform leads to


class FlatFaces(NamedTuple):
    """The faces of a polytope in its own frame."""

    normals: tuple[Vec3, ...]
    loops: tuple[Loop, ...]
    corners: dict[int, Vec3]  # by the shape's own numbers


def is_supported_by_jolt(shape: Shape) -> bool:
    if isinstance(shape, Cone):
        return shape.rounding == 0
    return isinstance(shape, Sphere | Capsule | Cylinder) or has_faces(shape)


def jolt_face(shape: Any, transform: SingleTransform, direction: Vec3, owner: str) -> SupportingFace:
    """The part that may touch along a direction of any length, in the frame of the transform.

    The direction is in the shape's own frame, in which an axis is y, and leads out of the shape.
    """
    make = _MAKERS.get(type(shape), _of_hull)
    numbers, corners = make(shape, transform, neg(direction))
    return SupportingFace(owner, numbers, corners)


Made = tuple[Loop, tuple[Vec3, ...]]
NONE: Made = (), ()


def _of_sphere(_shape: Sphere, _transform: SingleTransform, _into: Vec3) -> Made:
    return NONE


def _of_box(shape: Box, transform: SingleTransform, into: Vec3) -> Made:
    x, y, z = (abs(part) for part in into)
    axis = (2 if z > x else 0) if x > y else (2 if z > y else 1)
    signs = (POSITIVE_LOOPS if into[axis] < 0 else NEGATIVE_LOOPS)[axis]
    half = single(tuple(shape.half_extents))
    corners = tuple(
        transform.point((half[0] * float32(i), half[1] * float32(j), half[2] * float32(k))) for i, j, k in signs
    )
    return tuple((i > 0) + 2 * (j > 0) + 4 * (k > 0) for i, j, k in signs), corners


def _of_hull(shape: Any, transform: SingleTransform, into: Vec3) -> Made:
    faces = _flat_faces(shape)
    heights = [dot(normal, into) / single_length(normal) for normal in faces.normals]
    loop = faces.loops[min(range(len(heights)), key=heights.__getitem__)]
    loop = loop[:: (len(loop) + MANY_CORNERS) // MANY_CORNERS]
    return loop, tuple(transform.point(faces.corners[number]) for number in loop)


@lru_cache(maxsize=SHAPES_KEPT)
def _flat_faces(shape: Any) -> FlatFaces:
    built = _built(shape)
    if built is not None:
        loops = tuple(tuple(built.numbers[corner] for corner in loop) for loop in built.faces)
        return FlatFaces(built.normals, loops, dict(zip(built.numbers, built.points, strict=True)))
    hull = local_hull(shape)
    corners = {number: single(hull.corners[number]) for number in hull.used}
    return FlatFaces(tuple(single(normal) for normal in hull.normals), hull.faces, corners)


def _built(shape: Any) -> Any:
    """The hull as Jolt builds it, if it does."""
    if not isinstance(shape, Hull):
        return None
    try:
        return jolt_hull(shape)
    except NotApplicable:
        return None


def _of_capsule(shape: Capsule, transform: SingleTransform, into: Vec3) -> Made:
    across = (into[0], float32(0), into[2])
    size = single_length(across)
    if size == 0:
        return NONE
    middle = (float32(0), float32(shape.half_height), float32(0))
    support = scale(across, float32(shape.radius) / size)
    top, bottom = sub(middle, support), sub(neg(middle), support)
    if not abs(dot(top, into) - dot(bottom, into)) < float32(CAPSULE_SLOP) * single_length(into):
        return NONE
    return ENDS, (transform.point(top), transform.point(bottom))


def _of_cylinder(shape: Cylinder, transform: SingleTransform, into: Vec3) -> Made:
    half, radius = float32(shape.half_height + shape.rounding), float32(shape.radius + shape.rounding)
    x, y, z = into
    across, along = x * x + z * z, y * y
    if across > along:
        factor = -radius / np.sqrt(across)
        return SIDE, tuple(transform.point((x * factor, height, z * factor)) for height in (half, -half))
    turned = _turned(transform, into, across, along)
    factors = (radius, half, radius) if y < 0 else (-radius, -half, radius)
    one = float32(1)
    scaled = _scaled(turned, factors)
    corners = tuple(scaled.point((float32(i), one, float32(k))) for i, k in UNIT_RIM)
    return (TOP if y < 0 else BASE[::-1]), corners


def _of_cone(shape: Cone, transform: SingleTransform, into: Vec3) -> Made:
    """Its frame is about the centre of mass, a quarter of the height above the base."""
    height, radius, zero = float32(2) * float32(shape.half_height), float32(shape.radius), float32(0)
    square = radius * radius
    center = height * square / (float32(4) * square)
    top, bottom = height - center, -center
    outward = _outward(into)
    slope = radius / (top - bottom)
    side = (outward[0], slope, outward[2])
    side = divided_by(side, single_length(side))
    if abs(dot(side, into)) > abs(into[1]):
        ends = (zero, top, zero), add(scale(outward, radius), (zero, bottom, zero))
        return SIDE, tuple(transform.point(end) for end in ends)
    if into[1] < 0 or not radius > float32(LEAST_RADIUS):
        return NONE
    x, y, z = into
    turned = _turned(transform, into, x * x + z * z, y * y)
    rim = [scale((float32(i), zero, float32(k)), radius) for i, k in reversed(UNIT_RIM)]
    return BASE[::-1], tuple(turned.point(add(point, (zero, bottom, zero))) for point in rim)


def _outward(into: Vec3) -> Vec3:
    """`sCalculateSideNormalXZ` of the opposite direction."""
    across = (-into[0], float32(0), -into[2])
    size = single_length(across)
    return divided_by(across, size) if size > 0 else (float32(1), float32(0), float32(0))


def _turned(transform: SingleTransform, into: Vec3, across: Any, along: Any) -> SingleTransform:
    """The transform, turned about the axis towards a direction that is not nearly along it."""
    if not across > float32(TURN_SQUARE) * along:
        return transform
    size, zero, one = np.sqrt(across), float32(0), float32(1)
    x, z = into[0] / size, into[2] / size
    turn: Mat3 = ((x, zero, -z), (zero, one, zero), (z, zero, x))
    return transform.times(SingleTransform(turn, (zero, zero, zero)))


def _scaled(transform: SingleTransform, factors: Sequence[Any]) -> SingleTransform:
    """`PreScaled`."""
    x, y, z = factors
    rows: Any = tuple((row[0] * x, row[1] * y, row[2] * z) for row in transform.rotation)
    return transform._replace(rotation=rows)


_MAKERS: dict[type[Shape], Callable[[Any, SingleTransform, Vec3], Made]] = {
    Box: _of_box,
    Sphere: _of_sphere,
    Capsule: _of_capsule,
    Cylinder: _of_cylinder,
    Cone: _of_cone,
}
