"""Bullet's shapes and their support mappings (`btConvexShape.cpp`), in its order of operations.

A shape is a core and a margin around it.  The margin of a sphere or a capsule is its radius.  A box or a cylinder is
shrunk by its margin, so that the margin rounds its edges; a hull is not, so that it grows.  pybullet sets the margin of
all shapes to 0.001 m; the library itself begins with 0.04 m, or with a tenth of the least half extent of a box or a
cylinder if that is less.

Which point wins a tie: a box takes its positive side for a component that is 0, a capsule and a cylinder their positive
end, a hull its first vertex.
"""

from collections.abc import Callable
from math import inf, sqrt
from typing import NamedTuple

from gjkscope.engine.pose import Pose
from gjkscope.engine.published.ccd import EPSILON
from gjkscope.engine.published.ieee import divide
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import ZERO, Mat3, Vec3, add, dot, row_times, scale, transposed_times

MARGIN = 0.001
"""`m_defaultCollisionMargin` of pybullet, metres."""

LIBRARY_MARGIN = 0.04
"""`CONVEX_DISTANCE_MARGIN`, metres, from which boxes and cylinders are made before their margin is set."""

SAFE = 0.10000000149011612
"""`setSafeMargin`: the greatest margin, relative to the least half extent; 0.1 in single precision."""


class BulletShape(NamedTuple):
    """A shape with the support mapping of its core, in its own coordinates, and its placement."""

    core: Callable[[Vec3], Vec3]
    margin: float
    overhang: float  # how far the given shape reaches beyond the core at most, metres
    least: float  # half extent of a shape that is shrunk, metres; infinite for others
    rotation: Mat3
    position: Vec3

    def grown(self, direction: Vec3) -> Vec3:
        """`localGetSupportVertexNonVirtual`: the support point of the core with its margin."""
        square = dot(direction, direction)
        d = direction if square >= EPSILON * EPSILON else (-1.0, -1.0, -1.0)
        d = scale(d, divide(1.0, sqrt(dot(d, d))))
        return add(self.core(d), scale(d, self.margin))

    def place(self, point: Vec3) -> Vec3:
        return add(row_times(self.rotation, point), self.position)

    def world_core(self, direction: Vec3) -> Vec3:
        """The support point of the core in world coordinates."""
        return self.place(self.core(transposed_times(self.rotation, direction)))


def bullet_shape(shape: kinds.Shape, pose: Pose, is_safe: bool = False) -> BulletShape:
    """A placed shape; if `is_safe`, with a margin that does not exceed `SAFE` of the least half extent.

    Raises `NotApplicable` for shapes that Bullet does not have.
    """
    if type(shape) not in _MAPPINGS or getattr(shape, "rounding", False):
        raise NotApplicable(f"Bullet's shapes are {_SUPPORTED}, got {shape.kind}")
    core, margin, overhang, least = _MAPPINGS[type(shape)](shape, is_safe)
    return BulletShape(core, margin, overhang, least, pose.rotation, pose.position)


_Parts = tuple[Callable[[Vec3], Vec3], float, float, float]


def _box(shape: kinds.Box, is_safe: bool) -> _Parts:
    least = min(shape.half_extents)
    margin, (x, y, z) = _shrunk(shape.half_extents, is_safe)
    return (
        lambda d: (x if d[0] >= 0 else -x, y if d[1] >= 0 else -y, z if d[2] >= 0 else -z),
        margin,
        sqrt(3) * margin,
        least,
    )


def _cylinder(shape: kinds.Cylinder, is_safe: bool) -> _Parts:
    i = "xyz".index(shape.axis)
    j, k = ((1, 2), (0, 2), (0, 1))[i]
    margin, (radius, height) = _shrunk((shape.radius, shape.half_height), is_safe)

    def support(d: Vec3) -> Vec3:
        across = sqrt(d[j] * d[j] + d[k] * d[k])
        factor = radius / across if across != 0 else 0.0
        point = [0.0, 0.0, 0.0]
        point[i] = -height if d[i] < 0 else height
        point[j], point[k] = (d[j] * factor, d[k] * factor) if across != 0 else (radius, 0.0)
        return (point[0], point[1], point[2])

    return support, margin, sqrt(2) * margin, min(shape.radius, shape.half_height)


def _shrunk(sizes: tuple[float, ...], is_safe: bool) -> tuple[float, list[float]]:
    """The margin and the sizes of the core, through the margins that the constructor and pybullet set."""
    cores, margin = [size - LIBRARY_MARGIN for size in sizes], LIBRARY_MARGIN
    safe = SAFE * min(sizes)
    for next_margin in ((safe,) if safe < LIBRARY_MARGIN else ()) + (min(safe, MARGIN) if is_safe else MARGIN,):
        cores, margin = [(core + margin) - next_margin for core in cores], next_margin
    return margin, cores


def _sphere(shape: kinds.Sphere, _: bool) -> _Parts:
    return lambda _: ZERO, shape.radius, shape.radius, inf


def _capsule(shape: kinds.Capsule, _: bool) -> _Parts:
    i, half = "xyz".index(shape.axis), 0.5 * (2 * shape.half_height)
    ends = [tuple(sign * half if k == i else 0.0 for k in range(3)) for sign in (1, -1)]

    def support(d: Vec3) -> Vec3:
        square = dot(d, d)
        unit = scale(d, 1.0 / sqrt(square)) if square >= EPSILON * EPSILON else (1.0, 0.0, 0.0)
        return ends[1] if dot(unit, ends[1]) > dot(unit, ends[0]) else ends[0]  # type: ignore[arg-type, return-value]

    return support, shape.radius, shape.radius, inf


def _vertices(shape: kinds.Hull | kinds.Triangle, _: bool) -> _Parts:
    vertices = shape.vertices
    return lambda d: max(vertices, key=lambda vertex: dot(vertex, d)), MARGIN, 0.0, inf


_MAPPINGS: dict[type, Callable[..., _Parts]] = {
    kinds.Box: _box,
    kinds.Sphere: _sphere,
    kinds.Capsule: _capsule,
    kinds.Cylinder: _cylinder,
    kinds.Hull: _vertices,
    kinds.Triangle: _vertices,
}
_SUPPORTED = "boxes, spheres, capsules, cylinders, hulls and triangles without rounding"
