"""Support mappings for the algorithms of libccd, which leaves them to its user.

They have the form of those in libccd's own tests: a box takes the corner of the sign of each component, and its
middle for a component that `ccdSign` takes for zero; a hull takes the first vertex with the greatest dot product.
Which corner wins a tie decides what the algorithm does.  Those of FCL, which turn by quaternions, are in
`fcl/shapes.py`.
"""

from collections.abc import Callable
from functools import reduce
from math import sqrt
from typing import NamedTuple

from gjkscope.engine.pose import Pose
from gjkscope.engine.published.ccd import sign
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import ZERO, Mat3, Vec3, add, dot, row_times, scale, transposed_times


class CcdShape(NamedTuple):
    """A shape with its support mapping in world coordinates."""

    local: Callable[[Vec3], Vec3]
    rotation: Mat3
    position: Vec3
    middle: Vec3 = ZERO  # in the shape's own coordinates

    @property
    def center(self) -> Vec3:
        """An inner point, in world coordinates: the mean of the vertices if there are any, else the position."""
        return add(row_times(self.rotation, self.middle), self.position)

    def support(self, direction: Vec3) -> Vec3:
        return add(row_times(self.rotation, self.local(transposed_times(self.rotation, direction))), self.position)


def ccd_shape(shape: kinds.Shape, pose: Pose) -> CcdShape:
    """The support mapping of a placed shape.  Raises `NotApplicable` for others than `SUPPORTED`."""
    local = _MAPPINGS.get(type(shape))
    if local is None or getattr(shape, "rounding", False):
        raise NotApplicable(f"libccd is asked about {SUPPORTED} without rounding, got {shape.kind}")
    return CcdShape(local(shape), pose.rotation, pose.position, _middle(shape))


def _middle(shape: kinds.Shape) -> Vec3:
    """The mean of the vertices, in FCL's order of operations: `Convex` multiplies by 1/n, a triangle divides by 3."""
    if isinstance(shape, kinds.Triangle):
        a, b, c = shape.vertices
        return tuple(total / 3 for total in add(add(a, b), c))  # type: ignore[return-value]
    if isinstance(shape, kinds.Hull):
        return scale(reduce(add, shape.vertices, ZERO), 1.0 / len(shape.vertices))
    return ZERO


def sign_box(shape: kinds.Box) -> Callable[[Vec3], Vec3]:
    x, y, z = shape.half_extents
    return lambda d: (sign(d[0]) * x, sign(d[1]) * y, sign(d[2]) * z)


def _sphere(shape: kinds.Sphere) -> Callable[[Vec3], Vec3]:
    def support(d: Vec3) -> Vec3:
        factor = shape.radius / sqrt(dot(d, d)) if dot(d, d) else 0.0
        return (d[0] * factor, d[1] * factor, d[2] * factor)

    return support


def _cylinder(shape: kinds.Cylinder) -> Callable[[Vec3], Vec3]:
    """A point of an end's rim; the centre of the end for a direction along the axis."""
    axis = "xyz".index(shape.axis)

    def support(d: Vec3) -> Vec3:
        length = sqrt(sum(x * x for i, x in enumerate(d) if i != axis))
        factor = shape.radius / length if length else 0.0
        x, y, z = (sign(d[axis]) * shape.half_height if i == axis else x * factor for i, x in enumerate(d))
        return x, y, z

    return support


def _capsule(shape: kinds.Capsule) -> Callable[[Vec3], Vec3]:
    """The sphere's point, moved to the end of the segment."""
    ball, axis = _sphere(kinds.Sphere(shape.radius)), "xyz".index(shape.axis)

    def support(d: Vec3) -> Vec3:
        x, y, z = (c + sign(d[axis]) * shape.half_height * (i == axis) for i, c in enumerate(ball(d)))
        return x, y, z

    return support


def _listed(vertices: tuple[Vec3, ...]) -> Callable[[Vec3], Vec3]:
    """The first of the vertices with the greatest dot product."""
    return lambda d: max(vertices, key=lambda vertex: dot(vertex, d))


_MAPPINGS: dict[type, Callable[..., Callable[[Vec3], Vec3]]] = {
    kinds.Box: sign_box,
    kinds.Sphere: _sphere,
    kinds.Capsule: _capsule,
    kinds.Cylinder: _cylinder,
    kinds.Hull: lambda shape: _listed(shape.vertices),
    kinds.Triangle: lambda shape: _listed(shape.vertices),
}
SUPPORTED = "boxes, spheres, capsules, cylinders, hulls and triangles"
