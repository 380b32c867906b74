"""Bullet's formulas for spheres and capsules, which its dispatcher prefers to GJK.

Written from `btSphereSphereCollisionAlgorithm.cpp` and `btConvexConvexAlgorithm.cpp` (`capsuleCapsuleDistance`,
`segmentsClosestPoints`).  To the latter a sphere is a capsule of height 0 along y.
"""

from math import sqrt
from typing import NamedTuple

from gjkscope.engine.pose import Pose
from gjkscope.engine.published.ccd import EPSILON
from gjkscope.engine.shapes.kinds import Capsule, Shape, Sphere
from gjkscope.engine.vectors import Vec3, add, column, dot, scale, sub

_SQRT12 = 0.7071067811865475244008443621048490


class FormulaAnswer(NamedTuple):
    """The signed distance, the normal on B towards A, and the point on B."""

    distance: float
    normal: Vec3
    on_b: Vec3


def by_formula(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> FormulaAnswer | None:
    """None for pairs that Bullet searches."""
    if not isinstance(shape_a, Sphere | Capsule) or not isinstance(shape_b, Sphere | Capsule):
        return None
    if isinstance(shape_a, Sphere) and isinstance(shape_b, Sphere):
        return _two_spheres(shape_a.radius, pose_a.position, shape_b.radius, pose_b.position)
    return _two_capsules(shape_a, pose_a, shape_b, pose_b)


def _two_spheres(radius_a: float, a: Vec3, radius_b: float, b: Vec3) -> FormulaAnswer:
    way = sub(a, b)
    apart = sqrt(dot(way, way))
    normal = scale(way, 1.0 / apart) if apart > EPSILON else (1.0, 0.0, 0.0)
    return FormulaAnswer(apart - (radius_a + radius_b), normal, add(b, scale(normal, radius_b)))


def _two_capsules(a: Sphere | Capsule, pose_a: Pose, b: Sphere | Capsule, pose_b: Pose) -> FormulaAnswer:
    (way_a, half_a), (way_b, half_b) = _segment_of(a, pose_a), _segment_of(b, pose_b)
    between = sub(pose_b.position, pose_a.position)
    on_a, on_b = _closest_parameters(between, way_a, half_a, way_b, half_b)
    offset_b = scale(way_b, on_b)
    way = add(sub(between, scale(way_a, on_a)), offset_b)
    square = dot(way, way)
    normal = _perpendicular(way_a) if square <= EPSILON * EPSILON else scale(way, -(1.0 / sqrt(square)))
    point = add(add(pose_b.position, offset_b), scale(normal, b.radius))
    return FormulaAnswer(sqrt(square) - a.radius - b.radius, normal, point)


def _segment_of(shape: Sphere | Capsule, pose: Pose) -> tuple[Vec3, float]:
    """The direction of the axis, and half its length."""
    if isinstance(shape, Sphere):
        return column(pose.rotation, 1), 0.0
    return column(pose.rotation, "xyz".index(shape.axis)), shape.half_height


def _closest_parameters(between: Vec3, way_a: Vec3, half_a: float, way_b: Vec3, half_b: float) -> tuple[float, float]:
    """The parameters of the closest points of two segments; parallel ones begin at the middle of A."""
    across, along_a, along_b = dot(way_a, way_b), dot(way_a, between), dot(way_b, between)
    divisor = 1.0 - across * across
    a = 0.0 if divisor == 0 else _clamped((along_a - along_b * across) / divisor, half_a)
    b = a * across - along_b
    if -half_b <= b <= half_b:
        return a, b
    b = _clamped(b, half_b)
    return _clamped(b * across + along_a, half_a), b


def _clamped(number: float, half: float) -> float:
    return -half if number < -half else min(number, half)


def _perpendicular(n: Vec3) -> Vec3:
    """`btPlaneSpace1`."""
    if abs(n[2]) > _SQRT12:
        factor = 1.0 / sqrt(n[1] * n[1] + n[2] * n[2])
        return (0.0, -n[2] * factor, n[1] * factor)
    factor = 1.0 / sqrt(n[0] * n[0] + n[1] * n[1])
    return (-n[1] * factor, n[0] * factor, 0.0)
