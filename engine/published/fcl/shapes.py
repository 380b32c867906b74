"""FCL's shapes and their support mappings (`gjk_libccd-inl.h`, FCL 0.7), in its order of operations.

A rotation becomes a quaternion (Eigen's conversion), and libccd rotates by it (`ccdQuatRotVec`).  Which point wins a
tie decides what the algorithm does: a box takes its positive side for a component that is 0, a capsule its lower end,
a cylinder the middle of its height for a component that libccd's `ccdSign` takes for 0, a hull its first vertex.
"""

from collections.abc import Callable
from functools import reduce
from math import sqrt
from typing import NamedTuple

from gjkscope.engine.pose import Pose
from gjkscope.engine.published.ccd import is_zero, sign
from gjkscope.engine.published.ccd_supports import sign_box
from gjkscope.engine.published.ieee import divide
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import Mat3, Vec3, add, dot, scale, sub

Quaternion = tuple[float, float, float, float]  # x, y, z, w
Mappings = dict[type, Callable[..., Callable[[Vec3], Vec3]]]
"""The support mapping of a shape, by its kind."""


class QuaternionShape(NamedTuple):
    """A shape with its support mapping in world coordinates."""

    local: Callable[[Vec3], Vec3]
    rotation: Quaternion
    inverse: Quaternion
    position: Vec3

    def support(self, direction: Vec3) -> Vec3:
        return add(rotated_by(self.rotation, self.local(rotated_by(self.inverse, direction))), self.position)


def quaternion_shape(shape: kinds.Shape, pose: Pose, mappings: Mappings | None = None) -> QuaternionShape:
    """The support mapping of a placed shape; without `mappings` that of FCL 0.7.

    Raises `NotApplicable` for shapes that FCL does not have.
    """
    mapping = (mappings or MAPPINGS).get(type(shape))
    if mapping is None or getattr(shape, "rounding", False):
        raise NotApplicable(f"FCL's shapes are {_SUPPORTED}, got {shape.kind}")
    rotation = eigen_quaternion(about_z(pose.rotation, getattr(shape, "axis", "z")))
    factor = divide(1.0, sum(part * part for part in rotation))
    x, y, z, w = rotation
    inverse = (-x * factor, -y * factor, -z * factor, w * factor)
    return QuaternionShape(mapping(shape), rotation, inverse, pose.position)


def eigen_quaternion(m: Mat3) -> Quaternion:
    """The quaternion of a rotation, from its trace or its largest diagonal element, without normalisation."""
    trace = m[0][0] + (m[1][1] + m[2][2])
    if trace > 0:
        root = sqrt(trace + 1.0)
        part = 0.5 / root
        return ((m[2][1] - m[1][2]) * part, (m[0][2] - m[2][0]) * part, (m[1][0] - m[0][1]) * part, 0.5 * root)
    i = 1 if m[1][1] > m[0][0] else 0
    i = 2 if m[2][2] > m[i][i] else i
    j, k = (i + 1) % 3, (i + 2) % 3
    root = sqrt(m[i][i] - m[j][j] - m[k][k] + 1.0)
    part = 0.5 / root
    parts = [0.0, 0.0, 0.0]
    parts[i], parts[j], parts[k] = 0.5 * root, (m[j][i] + m[i][j]) * part, (m[k][i] + m[i][k]) * part
    return (parts[0], parts[1], parts[2], (m[k][j] - m[j][k]) * part)


def rotated_by(quaternion: Quaternion, v: Vec3) -> Vec3:
    """v + 2 q × (q × v + w v)."""
    x, y, z, w = quaternion
    vx, vy, vz = v
    first = y * vz - z * vy + w * vx
    second = z * vx - x * vz + w * vy
    third = x * vy - y * vx + w * vz
    return (
        vx + 2 * (y * third - z * second),
        vy + 2 * (z * first - x * third),
        vz + 2 * (x * second - y * first),
    )


def about_z(m: Mat3, axis: str) -> Mat3:
    """The rotation of a shape whose axis of symmetry is z, where ours is another one."""
    i = "xyz".index(axis)
    j, k = (i + 1) % 3, (i + 2) % 3
    return ((m[0][j], m[0][k], m[0][i]), (m[1][j], m[1][k], m[1][i]), (m[2][j], m[2][k], m[2][i]))


def _box(shape: kinds.Box) -> Callable[[Vec3], Vec3]:
    x, y, z = shape.half_extents
    return lambda d: (x if d[0] >= 0 else -x, y if d[1] >= 0 else -y, z if d[2] >= 0 else -z)


def _sphere(shape: kinds.Sphere) -> Callable[[Vec3], Vec3]:
    return lambda d: scale(scale(d, shape.radius), _inverse_root(dot(d, d)))


def _capsule(shape: kinds.Capsule) -> Callable[[Vec3], Vec3]:
    def support(d: Vec3) -> Vec3:
        around = scale(scale(d, _inverse_root(dot(d, d))), shape.radius)
        return add((0.0, 0.0, shape.half_height if d[2] > 0 else -shape.half_height), around)

    return support


def _cylinder(shape: kinds.Cylinder) -> Callable[[Vec3], Vec3]:
    def support(d: Vec3) -> Vec3:
        across, height = sqrt(d[0] * d[0] + d[1] * d[1]), sign(d[2]) * shape.half_height
        if is_zero(across):
            return (0.0, 0.0, height)
        factor = shape.radius / across
        return (factor * d[0], factor * d[1], height)

    return support


def _cone(shape: kinds.Cone) -> Callable[[Vec3], Vec3]:
    height, radius = shape.half_height, shape.radius
    sine = radius / sqrt(radius * radius + 4 * height * height)

    def support(d: Vec3) -> Vec3:
        square = d[0] * d[0] + d[1] * d[1]
        across, length = sqrt(square), sqrt(square + d[2] * d[2])
        if d[2] > length * sine:
            return (0.0, 0.0, height)
        factor = radius / across if across > 0 else 0.0
        return (factor * d[0], factor * d[1], -height)

    return support


def _ellipsoid(shape: kinds.Ellipsoid) -> Callable[[Vec3], Vec3]:
    a, b, c = (radius * radius for radius in shape.radii)

    def support(d: Vec3) -> Vec3:
        point = (a * d[0], b * d[1], c * d[2])
        return scale(point, _inverse_root(dot(point, d)))

    return support


def _vertices(shape: kinds.Hull | kinds.Triangle) -> Callable[[Vec3], Vec3]:
    vertices = shape.vertices
    return lambda d: max(vertices, key=lambda vertex: dot(d, vertex))


def _vertices_about_middle(shape: kinds.Hull | kinds.Triangle) -> Callable[[Vec3], Vec3]:
    """Compared by their places relative to the mean of all vertices, whose rounding decides ties."""
    vertices = shape.vertices
    middle = scale(reduce(add, vertices), 1.0 / len(vertices))
    return lambda d: max(vertices, key=lambda vertex: dot(d, sub(vertex, middle)))


def _inverse_root(square: float) -> float:
    return divide(1.0, sqrt(square)) if square >= 0 else divide(0.0, 0.0)


MAPPINGS: Mappings = {
    kinds.Box: _box,
    kinds.Sphere: _sphere,
    kinds.Capsule: _capsule,
    kinds.Cylinder: _cylinder,
    kinds.Cone: _cone,
    kinds.Ellipsoid: _ellipsoid,
    kinds.Hull: _vertices,
    kinds.Triangle: _vertices,
}
MAPPINGS_0_6: Mappings = {**MAPPINGS, kinds.Hull: _vertices_about_middle, kinds.Triangle: _vertices_about_middle}
MAPPINGS_2019: Mappings = {**MAPPINGS_0_6, kinds.Box: sign_box}
"""Until April 2019 the support of a box could be the middle of an edge or a face, as libccd's."""

_SUPPORTED = "boxes, spheres, capsules, cylinders, cones, ellipsoids, hulls and triangles without rounding"
