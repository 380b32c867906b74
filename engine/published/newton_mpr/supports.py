"""Newton's shapes, their supports and centers (`support_map`, `geometric_center`), in single precision.

Which point wins a tie: a box takes the positive corner, within 1e-10 of the direction's length; a triangle its first
vertex, then its second; a hull its first.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.precision import single
from gjkscope.engine.published.fcl.shapes import eigen_quaternion
from gjkscope.engine.published.parry.releases import Quaternion, conjugate, root_length
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, neg, scale, sub

DEADBAND = 1e-10
"""`BOX_SUPPORT_DEADBAND`"""

LEAST_SQUARE = 1e-12
"""`eps` of `support_map`: a direction with a smaller square across the axis counts as along it."""


LEAST_HEIGHT = -1e10
"""`max_dot` before the first vertex of a hull; if none is above it, the first one is taken."""


class NewtonShape(NamedTuple):
    """A shape in its own coordinates, and its pose."""

    local: Callable[[Vec3], Vec3]
    center: Vec3
    quaternion: Quaternion
    position: Vec3
    pose: Pose
    corners: tuple[Vec3, ...] = ()  # of a triangle, from its first one


def newton_shape(shape: kinds.Shape, pose: Pose) -> NewtonShape:
    """Raises `NotApplicable` for shapes that Newton compares by formulas or does not have."""
    if getattr(shape, "rounding", 0.0) or not isinstance(shape, SHAPES):
        raise NotApplicable(f"Newton's MPR takes boxes, cylinders, cones, hulls and a triangle, got {shape.kind}")
    pose, corners, center = _about_z(shape, pose), (), ZERO
    local: Callable[[Vec3], Vec3]
    if isinstance(shape, kinds.Triangle):
        first = shape.vertices[0]
        pose = pose._replace(position=apply(pose, first))
        corners = single(tuple(sub(vertex, first) for vertex in shape.vertices))
        local = _triangle(corners)
    elif isinstance(shape, kinds.Hull):
        points = single(shape.vertices)
        local = lambda d: max(points, key=lambda point: max(dot(point, d), LEAST_HEIGHT))  # noqa: E731
        center = tuple(0.5 * (min(part) + max(part)) for part in zip(*points, strict=True))
    elif isinstance(shape, kinds.Box):
        local = _box(single(shape.half_extents))
    else:
        maker = _cylinder if isinstance(shape, kinds.Cylinder) else _cone
        local = maker(single(shape.radius), single(shape.half_height))
    quaternion = single(eigen_quaternion(pose.rotation))
    return NewtonShape(local, single(center), quaternion, single(pose.position), pose, corners)


SHAPES = (kinds.Box, kinds.Cylinder, kinds.Cone, kinds.Hull, kinds.Triangle)


def quat_rotate(q: Quaternion, v: Vec3) -> Vec3:
    """`wp.quat_rotate`: v (2 w² − 1) + 2 c (c · v) + 2 w (c × v), where c is the vector part."""
    c, w = q[:3], q[3]
    along = add(scale(v, 2.0 * w * w - 1.0), scale(c, 2.0 * dot(c, v)))
    return add(along, scale(scale(cross(c, v), w), 2.0))


def quat_product(a: Quaternion, b: Quaternion) -> Quaternion:
    """Warp's product, in its order of sums."""
    return (
        a[3] * b[0] + b[3] * a[0] + a[1] * b[2] - b[1] * a[2],
        a[3] * b[1] + b[3] * a[1] + a[2] * b[0] - b[2] * a[0],
        a[3] * b[2] + b[3] * a[2] + a[0] * b[1] - b[0] * a[1],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    )


def nearest_on_triangle(p: Vec3, corners: tuple[Vec3, ...]) -> Vec3:
    """`closest_point_on_triangle`, of a triangle whose first corner is the origin."""
    a, b, c = corners
    ab, ac, ap, bp, cp = sub(b, a), sub(c, a), sub(p, a), sub(p, b), sub(p, c)
    normal = cross(ab, ac)
    if dot(normal, normal) < 1e-20:
        return _nearest_on_longest(p, a, b, c)
    d1, d2, d3, d4, d5, d6 = dot(ab, ap), dot(ac, ap), dot(ab, bp), dot(ac, bp), dot(ab, cp), dot(ac, cp)
    if d1 <= 0 and d2 <= 0:
        return a
    if d3 >= 0 and d4 <= d3:
        return b
    if d6 >= 0 and d5 <= d6:
        return c
    vc, vb, va = d1 * d4 - d3 * d2, d5 * d2 - d1 * d6, d3 * d6 - d5 * d4
    if vc <= 0 and d1 >= 0 and d3 <= 0:
        return add(a, scale(ab, d1 / (d1 - d3)))
    if vb <= 0 and d2 >= 0 and d6 <= 0:
        return add(a, scale(ac, d2 / (d2 - d6)))
    if va <= 0 and d4 - d3 >= 0 and d5 - d6 >= 0:
        return add(b, scale(sub(c, b), (d4 - d3) / ((d4 - d3) + (d5 - d6))))
    inverse = 1.0 / (va + vb + vc)
    return add(add(a, scale(ab, vb * inverse)), scale(ac, vc * inverse))


def _nearest_on_longest(p: Vec3, a: Vec3, b: Vec3, c: Vec3) -> Vec3:
    """Of a triangle without area."""
    start, way = max(((a, sub(b, a)), (a, sub(c, a)), (b, sub(c, b))), key=lambda edge: dot(edge[1], edge[1]))
    square = dot(way, way)
    if square < 1e-20:
        return a
    return add(start, scale(way, type(square)(min(max(dot(sub(p, start), way) / square, 0.0), 1.0))))


def _about_z(shape: kinds.Shape, pose: Pose) -> Pose:
    """The pose of a shape whose axis of symmetry is z, where ours may be another one."""
    k = "xyz".index(getattr(shape, "axis", "z"))
    i, j = (k + 1) % 3, (k + 2) % 3
    return pose._replace(rotation=tuple((row[i], row[j], row[k]) for row in pose.rotation))  # type: ignore[arg-type]


def _box(half: Vec3) -> Callable[[Vec3], Vec3]:
    def support(d: Vec3) -> Vec3:
        least = -np.float32(DEADBAND) * root_length(d)
        x, y, z = (size if part >= least else -size for part, size in zip(d, half, strict=True))
        return (x, y, z)

    return support


def _cylinder(radius: float, half: float) -> Callable[[Vec3], Vec3]:
    def support(d: Vec3) -> Vec3:
        across = (d[0], d[1], 0.0 * d[2])
        size = root_length(across)
        far = dot(across, across) > LEAST_SQUARE
        x, y = (d[0] / size * radius, d[1] / size * radius) if far else (radius, 0.0 * radius)
        return (x, y, half if d[2] > 0 else -half if d[2] < 0 else 0.0 * half)

    return support


def _cone(radius: float, half: float) -> Callable[[Vec3], Vec3]:
    slope, zero = radius / (2.0 * half), 0.0 * half

    def support(d: Vec3) -> Vec3:
        size = root_length((d[0], d[1], zero))
        if size <= LEAST_SQUARE:
            return (zero, zero, half) if d[2] >= 0 else (radius, zero, -half)
        if d[2] >= slope * size:
            return (zero, zero, half)
        return (d[0] / size * radius, d[1] / size * radius, -half)

    return support


def _triangle(corners: tuple[Vec3, ...]) -> Callable[[Vec3], Vec3]:
    return lambda d: max(corners, key=lambda corner: dot(corner, d))


def relative_placement(a: NewtonShape, b: NewtonShape) -> tuple[Quaternion, Vec3]:
    """The rotation and the position of B in the frame of A."""
    inverse = conjugate(a.quaternion)
    return quat_product(inverse, b.quaternion), quat_rotate(inverse, sub(b.position, a.position))


def support_of_moved(shape: NewtonShape, rotation: Quaternion, position: Vec3, d: Vec3) -> Vec3:
    """`support_map_b`, along −d."""
    return add(quat_rotate(rotation, shape.local(quat_rotate(conjugate(rotation), neg(d)))), position)
