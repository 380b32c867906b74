"""MuJoCo's geoms: their support mappings, in its order of operations (`engine_collision_convex.c`).

A box takes the positive corner where a component of the direction is 0.  A mesh is searched vertex by vertex, from the
vertex that it found last: that one wins a tie.  Vertices of meshes are single precision, around the centre of volume.
Nothing here depends on the precision: float32 numbers stay float32.
"""

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np

from gjkscope.engine.pose import Pose
from gjkscope.engine.published.ieee import divide
from gjkscope.engine.published.mujoco.arithmetic import MINVAL, square_root
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.vectors import (
    SINGLE,
    ZERO,
    Mat3,
    Vec3,
    add,
    along,
    column,
    dot,
    row_times,
    sub,
    transposed_times,
)

DISCRETE = ("box", "hull")
"""Kinds whose supports are vertices: GJK's tolerance is 0 for a pair of them."""

GeomPoint = tuple[Vec3, int]
"""A support point, and the number of its vertex."""


class MujocoGeom(NamedTuple):
    """A placed geom."""

    kind: str  # as in `SHAPE_TYPES`; "point" and "line" are shrunk spheres and capsules
    size: Vec3  # as in `geom_size`
    rotation: Mat3
    position: Vec3
    vertices: tuple[Vec3, ...] = ()  # of a mesh, in its frame

    @property
    def is_round(self) -> bool:
        """Whether MuJoCo first shrinks it to a point or a line."""
        return self.kind in ("sphere", "capsule")

    @property
    def shrunk(self) -> "MujocoGeom":
        return self._replace(kind={"sphere": "point", "capsule": "line"}.get(self.kind, self.kind))

    @property
    def vertex_error(self) -> float:
        """How far a mesh, whose vertices are rounded to single precision, may be from the shape, metres."""
        return sqrt(3) * SINGLE * float(max((abs(x) for vertex in self.vertices for x in vertex), default=0.0))

    def support(self, direction: Vec3, known: int) -> GeomPoint:
        """The point furthest along the unit direction; `known` is the vertex that the last search gave."""
        return _SUPPORTS[self.kind](self, direction, known)


def mujoco_geom(shape: kinds.Shape, pose: Pose) -> MujocoGeom:
    """The geom of a placed shape.  Raises `NotApplicable` for shapes that MuJoCo does not have."""
    size = _SIZES.get(type(shape))
    if size is None or getattr(shape, "rounding", False):
        raise NotApplicable(f"MuJoCo takes {SUPPORTED}, got {shape.kind}")
    if isinstance(shape, kinds.Hull):
        return _mesh(shape, pose)
    return MujocoGeom(shape.kind, size(shape), _about_z(pose.rotation, shape), pose.position)


def _mesh(shape: kinds.Hull, pose: Pose) -> MujocoGeom:
    center = _center_of_volume(shape)
    with np.errstate(all="ignore"):
        rounded = np.array([sub(vertex, center) for vertex in shape.vertices]).astype(np.float32)
    if not np.isfinite(rounded).all():
        raise NotApplicable("MuJoCo takes hulls with vertices below 3.4e38, got a larger one")
    vertices = tuple((x, y, z) for x, y, z in rounded.tolist())
    return MujocoGeom("hull", ZERO, pose.rotation, add(row_times(pose.rotation, center), pose.position), vertices)


@lru_cache(maxsize=256)
def _center_of_volume(shape: kinds.Hull) -> Vec3:
    """The mean of the tetrahedra over one point.  Raises `NotApplicable` for a flat hull."""
    hull = convex_hull(shape.vertices)
    if hull.dimension < 3:
        raise NotApplicable("MuJoCo takes hulls with a volume only, got a flat one")
    middle = hull.vertices.mean(axis=0)
    size = np.abs(hull.vertices - middle).max()
    arms = ((hull.vertices - middle) / size)[hull.triangles]
    volumes = np.einsum("ij,ij->i", arms[:, 0], np.cross(arms[:, 1], arms[:, 2]))
    x, y, z = (middle + size * (volumes @ arms.sum(axis=1)) / (4 * volumes.sum())).tolist()
    return (x, y, z)


def _about_z(m: Mat3, shape: kinds.Shape) -> Mat3:
    """The rotation of a shape whose axis of symmetry is z, where ours is another one."""
    axis = getattr(shape, "axis", "z")
    if axis == "z":
        return m
    i = "xyz".index(axis)
    j, k = (i + 1) % 3, (i + 2) % 3
    return ((m[0][j], m[0][k], m[0][i]), (m[1][j], m[1][k], m[1][i]), (m[2][j], m[2][k], m[2][i]))


def _point(geom: MujocoGeom, _: Vec3, known: int) -> GeomPoint:
    return geom.position, known


def _sphere(geom: MujocoGeom, direction: Vec3, known: int) -> GeomPoint:
    return along(geom.position, direction, geom.size[0]), known


def _line(geom: MujocoGeom, direction: Vec3, known: int) -> GeomPoint:
    axis = column(geom.rotation, 2)
    half = geom.size[1] if dot(axis, direction) >= 0 else -geom.size[1]
    return along(geom.position, axis, half), known


def _capsule(geom: MujocoGeom, direction: Vec3, known: int) -> GeomPoint:
    x, y, z = transposed_times(geom.rotation, direction)
    radius, half = geom.size[0], geom.size[1]
    return _placed(geom, (x * radius, y * radius, z * radius + (half if z >= 0 else -half))), known


def _ellipsoid(geom: MujocoGeom, direction: Vec3, known: int) -> GeomPoint:
    size, d = geom.size, transposed_times(geom.rotation, direction)
    scaled = (d[0] * size[0], d[1] * size[1], d[2] * size[2])
    square = dot(scaled, scaled)
    if square < MINVAL * MINVAL:
        return along(geom.position, column(geom.rotation, 0), size[0]), known
    inverse = divide(1.0, square_root(square))
    x, y, z = (scaled[i] * (inverse * size[i]) for i in range(3))
    return _placed(geom, (x, y, z)), known


def _normalized_ellipsoid(geom: MujocoGeom, direction: Vec3, known: int) -> GeomPoint:
    """MuJoCo Warp's formula."""
    size, d = geom.size, transposed_times(geom.rotation, direction)
    scaled = (d[0] * size[0], d[1] * size[1], d[2] * size[2])
    length = square_root(dot(scaled, scaled))
    if not length > 0:
        return geom.position, known
    x, y, z = (scaled[i] / length * size[i] for i in range(3))
    return _placed(geom, (x, y, z)), known


def _cylinder(geom: MujocoGeom, direction: Vec3, known: int) -> GeomPoint:
    x, y, z = transposed_times(geom.rotation, direction)
    square = x * x + y * y
    factor = geom.size[0] / square_root(square) if square >= MINVAL * MINVAL else 0.0
    half = geom.size[1]
    return _placed(geom, (factor * x, factor * y, half if z >= 0 else -half)), known


def _box(geom: MujocoGeom, direction: Vec3, _: int) -> GeomPoint:
    (x, y, z), (a, b, c) = transposed_times(geom.rotation, direction), geom.size
    corner = (x >= 0) + 2 * (y >= 0) + 4 * (z >= 0)
    return _placed(geom, (a if x >= 0 else -a, b if y >= 0 else -b, c if z >= 0 else -c)), int(corner)


def _hull(geom: MujocoGeom, direction: Vec3, known: int) -> GeomPoint:
    local = transposed_times(geom.rotation, direction)
    best = max(known, 0)
    height = dot(local, geom.vertices[best])
    for number, vertex in enumerate(geom.vertices):
        if (reached := dot(local, vertex)) > height:
            best, height = number, reached
    return _placed(geom, geom.vertices[best]), best


def _placed(geom: MujocoGeom, point: Vec3) -> Vec3:
    return add(row_times(geom.rotation, point), geom.position)


_SUPPORTS: dict[str, Callable[[MujocoGeom, Vec3, int], GeomPoint]] = {
    "point": _point,
    "line": _line,
    "sphere": _sphere,
    "capsule": _capsule,
    "ellipsoid": _ellipsoid,
    "normalized ellipsoid": _normalized_ellipsoid,
    "cylinder": _cylinder,
    "box": _box,
    "hull": _hull,
}
_SIZES: dict[type, Callable[..., Vec3]] = {
    kinds.Sphere: lambda shape: (shape.radius, 0.0, 0.0),
    kinds.Capsule: lambda shape: (shape.radius, shape.half_height, 0.0),
    kinds.Ellipsoid: lambda shape: shape.radii,
    kinds.Cylinder: lambda shape: (shape.radius, shape.half_height, 0.0),
    kinds.Box: lambda shape: shape.half_extents,
    kinds.Hull: lambda shape: ZERO,
}
SUPPORTED = "spheres, capsules, ellipsoids, cylinders, boxes and hulls without rounding"
