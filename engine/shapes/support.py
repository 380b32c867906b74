"""Support mappings: the furthest point of a convex shape in a direction.

Every shape is split into a *core* and a *radius*: the shape is the Minkowski sum of the core and a ball.  A sphere is
a point with a radius, a capsule a segment with a radius, and `rounding` adds to this radius.  The algorithms
run on the cores and subtract the radii at the end, which is exact and makes spheres and capsules as cheap and as
accurate as polytopes (van den Bergen, Collision Detection in Interactive 3D Environments, 2003, §4.3.4 and §4.4).

`Convex` is a single type for all kinds of shapes, containing floats, tuples and one array, so that numba can compile
the algorithms once for any combination of shapes.
"""

from functools import lru_cache
from math import copysign
from typing import NamedTuple, assert_never

import numpy as np
import numpy.typing as npt

from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.hulls import ConvexHull, convex_hull
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Mesh,
    Point,
    Segment,
    Shape,
    Sphere,
    Triangle,
)
from gjkscope.engine.vectors import DOUBLE, ZERO, Mat3, Vec3, add, column, norm, row_times, transposed_times, unit

VERTICES, BOX, CYLINDER, CONE, ELLIPSOID = range(5)

CURVED_CORES = (CYLINDER, CONE, ELLIPSOID)

UNKNOWN_CORE = "kind: not a kind of core that support.py defines"

SHAPES_KEPT = 64  # size of the caches of arrays per shape; a scene has few shapes, and dragging changes none

NO_INDEX = -1  # index of a support point on a curved surface, which is not a vertex


class Convex(NamedTuple):
    """A placed convex core with a radius.

    Vertices and sizes are in the core's frame, which `rotation` and `position` take to the world.  The core's
    frame is the shape's, except that an axial shape's axis is always the core's y.
    """

    kind: int  # VERTICES, BOX, …
    size: Vec3  # half extents; radius, half height, 0; or radii
    vertices: npt.NDArray[np.float64]  # (n, 3) for VERTICES, else (0, 3); read-only
    rotation: Mat3
    position: Vec3
    center: Vec3  # a world point well inside the core, where a search may start
    radius: float
    roundoff: float  # of the arithmetic that all these numbers are meant for: `DOUBLE` or `SINGLE`


class Core(NamedTuple):
    """A convex core with a radius, in its own frame: a shape before it is placed."""

    kind: int
    size: Vec3
    vertices: npt.NDArray[np.float64]
    center: Vec3  # a point well inside, in the core's frame
    first: int  # which of the shape's axes is the core's x; y and z follow in turn
    radius: float


def convex(shape: Shape, pose: Pose) -> Convex:
    """The placed core of `shape` at `pose`; both must be validated (`as_shape`, `as_pose`)."""
    return place_core(core(shape), pose)


def core(shape: Shape) -> Core:
    """The core and the radius of `shape`."""
    match shape:
        case Point():
            return _cloud(_vertices((ZERO,)), shape.rounding)
        case Sphere():
            return _cloud(_vertices((ZERO,)), shape.rounding + shape.radius)
        case Segment():
            return _cloud(_vertices((shape.a, shape.b)), shape.rounding)
        case Triangle() | Hull() | Mesh():
            return _cloud(_vertices_of(shape), shape.rounding)
        case Box():
            return Core(BOX, shape.half_extents, NO_VERTICES, ZERO, 0, shape.rounding)
        case Capsule():
            ends = ((0.0, -shape.half_height, 0.0), (0.0, shape.half_height, 0.0))
            return _cloud(_vertices(ends), shape.rounding + shape.radius)._replace(first=_FIRST[shape.axis])
        case Cylinder():
            return _axial(CYLINDER, shape)
        case Cone():
            return _axial(CONE, shape)
        case Ellipsoid():
            return Core(ELLIPSOID, shape.radii, NO_VERTICES, ZERO, 0, shape.rounding)
        case _:
            assert_never(shape)


def place_core(core: Core, pose: Pose) -> Convex:
    """The core at the pose of its shape."""
    r, i = pose.rotation, core.first
    x, y, z = column(r, i), column(r, (i + 1) % 3), column(r, (i + 2) % 3)
    rotation = ((x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2]))
    center = add(row_times(rotation, core.center), pose.position)
    return Convex(core.kind, core.size, core.vertices, rotation, pose.position, center, core.radius, DOUBLE)


def support(core: Convex, direction: Vec3) -> tuple[Vec3, int]:
    """The point of the core that lies furthest along `direction`, in world coordinates, and its vertex index.

    `direction` need not be a unit vector.  If several points are equally far, the choice is deterministic.
    The index counts a polytope's vertices (a box's: bit 0, 1, 2 set where x, y, z is positive); it is
    `NO_INDEX` on a curved surface.
    """
    local = transposed_times(core.rotation, direction)
    if core.kind == BOX:
        point, index = _box_support(core.size, local)
    elif core.kind == VERTICES:
        point, index = _vertex_support(core.vertices, local)
    elif core.kind == CYLINDER:
        point, index = _cylinder_support(core.size, local)
    elif core.kind == CONE:
        point, index = _cone_support(core.size, local)
    elif core.kind == ELLIPSOID:
        point, index = _ellipsoid_support(core.size, local)
    else:  # compiled code takes constant messages only
        raise ValueError(UNKNOWN_CORE)
    return add(row_times(core.rotation, point), core.position), index


@lru_cache(maxsize=SHAPES_KEPT)
def hull_of(shape: Shape) -> ConvexHull:
    """The hull of a polytope's vertices in its own frame; cached, as it does not depend on the pose."""
    return convex_hull(core(shape).vertices)


def furthest(vertices: npt.NDArray[np.float64], d: Vec3) -> int:
    """The index of the vertex, of (n, 3), that lies furthest along `d`; the first of several."""
    # Written out rather than as a matrix product: BLAS may order the sums differently from run to run.
    # A quarter of the height, as the height itself may be too large for a double.
    x, y, z = 0.25 * d[0], 0.25 * d[1], 0.25 * d[2]
    return int(np.argmax(vertices[:, 0] * x + vertices[:, 1] * y + vertices[:, 2] * z))


def mean(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The mean of points, (n, 3), also where their sum is too large for a double."""
    part = 0.5 ** len(points).bit_length()
    return np.asarray((points * part).mean(axis=0) / part)


BOX_CORNERS: tuple[Vec3, ...] = tuple((x, y, z) for z in (-1.0, 1.0) for y in (-1.0, 1.0) for x in (-1.0, 1.0))
"""The corners of a box with half extents 1, in the order of `support`'s indices."""

NO_VERTICES = np.empty((0, 3))
NO_VERTICES.flags.writeable = False

_FIRST = {"x": 2, "y": 0, "z": 1}  # takes an axial shape's axis to the core's y


class _Vertices(NamedTuple):
    array: npt.NDArray[np.float64]
    mean: Vec3


def _cloud(vertices: _Vertices, radius: float) -> Core:
    return Core(VERTICES, ZERO, vertices.array, vertices.mean, 0, radius)


def _axial(kind: int, shape: Cylinder | Cone) -> Core:
    size = (shape.radius, shape.half_height, 0.0)
    return Core(kind, size, NO_VERTICES, ZERO, _FIRST[shape.axis], shape.rounding)


@lru_cache(maxsize=SHAPES_KEPT)
def _vertices_of(shape: Triangle | Hull | Mesh) -> _Vertices:
    """Cached, as converting thousands of tuples takes milliseconds, and views need the array in each frame."""
    return _vertices(shape.vertices)


def _vertices(points: tuple[Vec3, ...]) -> _Vertices:
    array = np.array(points)
    array.flags.writeable = False
    x, y, z = mean(array).tolist()
    return _Vertices(array, (x, y, z))


def _box_support(half: Vec3, d: Vec3) -> tuple[Vec3, int]:
    # copysign avoids unpredictable branches; adding 0.0 turns −0.0 into 0.0.
    point = (copysign(half[0], d[0] + 0.0), copysign(half[1], d[1] + 0.0), copysign(half[2], d[2] + 0.0))
    return point, int(d[0] >= 0) + 2 * int(d[1] >= 0) + 4 * int(d[2] >= 0)


def _vertex_support(vertices: npt.NDArray[np.float64], d: Vec3) -> tuple[Vec3, int]:
    index = furthest(vertices, d)
    return (float(vertices[index, 0]), float(vertices[index, 1]), float(vertices[index, 2])), index


def _cylinder_support(size: Vec3, d: Vec3) -> tuple[Vec3, int]:
    x, z = _rim(size[0], d)
    return (x, size[1] if d[1] >= 0 else -size[1], z), NO_INDEX


def _cone_support(size: Vec3, d: Vec3) -> tuple[Vec3, int]:
    radius, half_height = size[0], size[1]
    if 2 * half_height * d[1] >= radius * norm((d[0], 0.0, d[2])):
        return (0.0, half_height, 0.0), NO_INDEX
    x, z = _rim(radius, d)
    return (x, -half_height, z), NO_INDEX


def _rim(radius: float, d: Vec3) -> tuple[float, float]:
    """The furthest point of a disc in the x–z plane; its centre where the direction has no part in the plane."""
    x, _, z = unit((d[0], 0.0, d[2]))
    return radius * x, radius * z


def _ellipsoid_support(radii: Vec3, d: Vec3) -> tuple[Vec3, int]:
    # The ellipsoid is the image of the unit ball under diag(radii): s(d) = diag(r) · unit(diag(r) · d).
    x, y, z = unit((radii[0] * d[0], radii[1] * d[1], radii[2] * d[2]))
    return (radii[0] * x, radii[1] * y, radii[2] * z), NO_INDEX
