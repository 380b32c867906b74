"""Jolt's shapes and their support mappings (`Jolt/Physics/Collision/Shape`), in its order of operations.

A shape has two: one for GJK, without the convex radius, and one for EPA, with it.  A sphere is a point and a capsule a
segment with a radius; all others have a convex radius of 0 here, or their `rounding`, of which Jolt's GJK takes at most
0.05 m, and which its EPA ignores: it sees the sharp box or cylinder around it.

Which point wins a tie decides what the algorithm does: a box takes its positive side for a component that is 0, a
capsule its lower end, a cylinder its upper one, a hull the first vertex in the order in which Jolt builds it.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from gjkscope.engine.pose import Pose
from gjkscope.engine.published.jolt.arithmetic import (
    SingleTransform,
    body_transform,
    float32,
    single_length,
    single_root,
    to_single,
    to_single_vector,
)
from gjkscope.engine.published.jolt.hull_builder import BuiltHull, build_hull, hull_support
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.vectors import ZERO, Vec3, add, dot, neg, scale, sub

DEFAULT_CONVEX_RADIUS = 0.05
"""`cDefaultConvexRadius`, metres."""

LocalSupport = Callable[[Vec3], Vec3]


class JoltMappings(NamedTuple):
    """A shape in its own coordinates, about its centre of mass."""

    core: LocalSupport  # `ESupportMode::ExcludeConvexRadius`
    radius: float
    whole: LocalSupport  # `ESupportMode::IncludeConvexRadius`
    center: Vec3 = ZERO  # the centre of mass


class JoltShape(NamedTuple):
    """A placed shape."""

    mappings: JoltMappings
    transform: SingleTransform  # of the centre of mass


def jolt_shape(shape: kinds.Shape, pose: Pose, radius: float = 0.0) -> JoltShape:
    """The support mappings of a placed shape.  Raises `NotApplicable` for shapes that Jolt does not have.

    `radius` is the convex radius of boxes and cylinders without rounding, metres; it lies within the shape.
    """
    make = _MAPPINGS.get(type(shape))
    if make is None or (getattr(shape, "rounding", False) and not isinstance(shape, kinds.Box | kinds.Cylinder)):
        raise NotApplicable(f"Jolt's shapes are {_SUPPORTED}, got {shape.kind}")
    mappings = make(shape, radius) if isinstance(shape, kinds.Box | kinds.Cylinder) else make(shape)
    return JoltShape(mappings, body_transform(pose, getattr(shape, "axis", "y"), mappings.center))


def triangle_support(vertices: tuple[Vec3, ...]) -> LocalSupport:
    """`TriangleConvexSupport`, which takes the last of several vertices that are equally far."""
    a, b, c = vertices

    def support(d: Vec3) -> Vec3:
        first, second, third = dot(a, d), dot(b, d), dot(c, d)
        if first > second:
            return a if first > third else c
        return b if second > third else c

    return support


def _box(shape: kinds.Box, default: float) -> JoltMappings:
    whole = to_single_vector(half + shape.rounding for half in shape.half_extents)
    radius = _convex_radius(shape, default, min(whole))
    return JoltMappings(_box_support(sub(whole, (radius,) * 3)), radius, _box_support(whole))


def _box_support(half: Vec3) -> LocalSupport:
    x, y, z = half
    return lambda d: (-x if d[0] < 0 else x, -y if d[1] < 0 else y, -z if d[2] < 0 else z)


def _sphere(shape: kinds.Sphere) -> JoltMappings:
    radius, zero = to_single(shape.radius), (float32(0),) * 3

    def whole(d: Vec3) -> Vec3:
        size = single_length(d)
        return scale(d, radius / size) if size > 0 else zero

    return JoltMappings(lambda d: zero, radius, whole)


def _capsule(shape: kinds.Capsule) -> JoltMappings:
    radius, zero = to_single(shape.radius), float32(0)
    top = (zero, to_single(shape.half_height), zero)
    bottom = neg(top)

    def whole(d: Vec3) -> Vec3:
        size = single_length(d)
        around = scale(d, radius / size) if size > 0 else (zero,) * 3
        return add(around, top if d[1] > 0 else bottom)

    return JoltMappings(lambda d: top if d[1] > 0 else bottom, radius, whole)


def _cylinder(shape: kinds.Cylinder, default: float) -> JoltMappings:
    half, radius = to_single(shape.half_height + shape.rounding), to_single(shape.radius + shape.rounding)
    rounding = _convex_radius(shape, default, min(half, radius))
    return JoltMappings(
        _cylinder_support(half - rounding, radius - rounding), rounding, _cylinder_support(half, radius)
    )


def _convex_radius(shape: kinds.Box | kinds.Cylinder, default: float, least: Any) -> Any:
    """At most the least extent, and at most the default (`ScaleHelpers::ScaleConvexRadius`)."""
    return min(to_single(shape.rounding or default), least, float32(DEFAULT_CONVEX_RADIUS))


def _cylinder_support(half: float, radius: float) -> LocalSupport:
    zero = float32(0)

    def support(d: Vec3) -> Vec3:
        x, y, z = d
        across, height = single_root(x * x + z * z), -half if y < 0 else half
        return ((radius * x) / across, height, (radius * z) / across) if across > 0 else (zero, height, zero)

    return support


def _cone(shape: kinds.Cone) -> JoltMappings:
    """A `TaperedCylinderShape` with an upper radius of 0, about its centre of mass."""
    radius, zero = to_single(shape.radius), float32(0)
    height = float32(2) * to_single(shape.half_height)
    square = radius * radius
    center = height * square / (float32(4) * square)
    top, bottom = height - center, -center

    def support(d: Vec3) -> Vec3:
        x, y, z = d
        across = single_root(x * x + z * z)
        if not across > 0:
            return (zero, top if y > 0 else bottom, zero)
        tip = ((zero * x) / across, top, (zero * z) / across)
        rim = ((radius * x) / across, bottom, (radius * z) / across)
        return tip if dot(d, tip) > dot(d, rim) else rim

    return JoltMappings(support, zero, support, (zero, float32(-0.5) * (top + bottom), zero))


def _hull(shape: kinds.Hull) -> JoltMappings:
    """Its corners about the centre of mass."""
    hull = jolt_hull(shape)
    support = hull_support(hull.points)
    return JoltMappings(support, float32(0), support, hull.center)


@lru_cache(maxsize=SHAPES_KEPT)
def jolt_hull(shape: kinds.Hull) -> BuiltHull:
    """The hull as Jolt builds it.  Raises `NotApplicable` if it builds none with a volume."""
    hull = build_hull([to_single_vector(vertex) for vertex in shape.vertices])
    if hull is None:
        raise NotApplicable("Jolt builds no hull of points in a plane, or whose details are small for single precision")
    return hull


def _triangle(shape: kinds.Triangle) -> JoltMappings:
    support = triangle_support(tuple(map(to_single_vector, shape.vertices)))
    return JoltMappings(support, float32(0), support)


_MAPPINGS: dict[type, Callable[..., JoltMappings]] = {
    kinds.Box: _box,
    kinds.Sphere: _sphere,
    kinds.Capsule: _capsule,
    kinds.Cylinder: _cylinder,
    kinds.Cone: _cone,
    kinds.Hull: _hull,
    kinds.Triangle: _triangle,
}
_SUPPORTED = "boxes, spheres, capsules, cylinders, cones, hulls and triangles (boxes and cylinders also with rounding)"
