"""parry's shapes and their support mappings (`src/shape/*.rs`), in single precision and in its order of operations.

Which point wins a tie decides what the algorithm does: a cuboid takes the corner of the sign of each component, so that
−0 is negative; a capsule and a segment take their end at +y; a triangle takes the last of equal corners, a convex
polyhedron the first; a cylinder takes the middle of a base if the direction is along its axis.
"""

from collections.abc import Callable
from math import copysign
from typing import NamedTuple

from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import single
from gjkscope.engine.published.fcl.shapes import eigen_quaternion
from gjkscope.engine.published.parry.releases import PARRY, ParryPose, ParryRelease, conjugate, root_length
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import Vec3, add, dot, scale

LocalSupport = Callable[[Vec3], Vec3]

UP: Vec3 = (0.0, 1.0, 0.0)


class ParryShape(NamedTuple):
    """A shape with its support mapping in its own coordinates, and its pose."""

    local: LocalSupport
    pose: ParryPose


def parry_shape(shape: kinds.Shape, pose: Pose, release: ParryRelease = PARRY) -> ParryShape:
    """A placed shape in single precision.  Raises `NotApplicable` for shapes that parry's GJK is not asked about."""
    mapping = _MAPPINGS.get(type(shape))
    rounding = single(getattr(shape, "rounding", 0.0))
    if mapping is None or (rounding > 0 and isinstance(shape, kinds.Capsule | kinds.Segment)):
        raise NotApplicable(f"parry's GJK takes {SUPPORTED}, got {'rounded ' if rounding > 0 else ''}{shape.kind}")
    local = mapping(shape, release)
    return ParryShape(_rounded(local, rounding, release) if rounding > 0 else local, parry_pose(shape, pose))


def parry_pose(shape: kinds.Shape, pose: Pose) -> ParryPose:
    """The pose in single precision, of a shape whose axis of symmetry is y."""
    turned_pose = about_y(shape, pose)
    placed: ParryPose = single(ParryPose(eigen_quaternion(turned_pose.rotation), turned_pose.position))
    return placed


def about_y(shape: kinds.Shape, pose: Pose) -> Pose:
    """The pose of a shape whose axis of symmetry is y, where ours may be another one."""
    m, j = pose.rotation, "xyz".index(getattr(shape, "axis", "y"))
    i, k = (j + 2) % 3, (j + 1) % 3
    return pose._replace(rotation=tuple((row[i], row[j], row[k]) for row in m))  # type: ignore[arg-type]


def support_seen_from(shape: ParryShape, seen: ParryPose, direction: Vec3, release: ParryRelease) -> Vec3:
    """`support_point`: of a shape whose pose is given in another frame, along a direction of that frame."""
    return release.move(seen, shape.local(release.turn(conjugate(seen.rotation), direction)))


def _rounded(inner: LocalSupport, radius: float, release: ParryRelease) -> LocalSupport:
    """`RoundShape`."""

    def support(d: Vec3) -> Vec3:
        unit = release.unchecked_unit(d)
        return add(inner(unit), scale(unit, radius))

    return support


def _box(shape: kinds.Box, _: ParryRelease) -> LocalSupport:
    x, y, z = single(shape.half_extents)
    kind = type(x)
    return lambda d: (kind(copysign(x, d[0])), kind(copysign(y, d[1])), kind(copysign(z, d[2])))


def _capsule(shape: kinds.Capsule, release: ParryRelease) -> LocalSupport:
    radius, half = single(shape.radius), single(shape.half_height)
    zero = 0.0 * half
    low, high, up = (zero, -half, zero), (zero, half, zero), single(UP)

    def support(d: Vec3) -> Vec3:
        unit = release.unit(d) or up
        return add(low if dot(unit, low) > dot(unit, high) else high, scale(unit, radius))

    return support


def _cylinder(shape: kinds.Cylinder, release: ParryRelease) -> LocalSupport:
    radius, half = single(shape.radius), single(shape.half_height)
    zero = 0.0 * half

    def support(d: Vec3) -> Vec3:
        across = release.unit((d[0], zero, d[2])) or (zero, zero, zero)
        x, _, z = scale(across, radius)
        return (x, type(half)(copysign(half, d[1])), z)

    return support


def _cone(shape: kinds.Cone, release: ParryRelease) -> LocalSupport:
    radius, half = single(shape.radius), single(shape.half_height)
    zero = 0.0 * half

    def support(d: Vec3) -> Vec3:
        across = (d[0], zero, d[2])
        unit = release.unit(across)
        if unit is None or root_length(across) == 0:
            return (zero, type(half)(copysign(half, d[1])), zero)
        x, _, z = scale(unit, radius)
        rim = (x, -half, z)
        return (zero, half, zero) if dot(d, rim) < d[1] * half else rim

    return support


def _segment(shape: kinds.Segment, _: ParryRelease) -> LocalSupport:
    a: Vec3 = single(shape.a)
    b: Vec3 = single(shape.b)
    return lambda d: a if dot(a, d) > dot(b, d) else b


def _triangle(shape: kinds.Triangle, _: ParryRelease) -> LocalSupport:
    corners: tuple[Vec3, Vec3, Vec3] = single(shape.vertices)
    a, b, c = corners

    def support(d: Vec3) -> Vec3:
        first, second, third = dot(a, d), dot(b, d), dot(c, d)
        if first > second:
            return a if first > third else c
        return b if second > third else c

    return support


def _hull(shape: kinds.Hull, _: ParryRelease) -> LocalSupport:
    if len(shape.vertices) < 3:
        raise NotApplicable(f"parry's hulls have at least 3 vertices, got {len(shape.vertices)}")
    vertices: tuple[Vec3, ...] = single(shape.vertices)
    return lambda d: max(vertices, key=lambda vertex: dot(vertex, d))


_MAPPINGS: dict[type, Callable[..., LocalSupport]] = {
    kinds.Box: _box,
    kinds.Capsule: _capsule,
    kinds.Cylinder: _cylinder,
    kinds.Cone: _cone,
    kinds.Segment: _segment,
    kinds.Triangle: _triangle,
    kinds.Hull: _hull,
}
SUPPORTED = "capsules, segments, and boxes, cylinders, cones, triangles and hulls that may be rounded"
