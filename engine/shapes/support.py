"""Support mappings: the furthest point of a convex shape in a direction.

Every shape is split into a *core* and a *radius*: the shape is the Minkowski sum of the core and a ball.  A sphere is
a point with a radius, a capsule a segment with a radius, and `rounding` adds to this radius.  The algorithms
run on the cores and subtract the radii at the end, which is exact and makes spheres and capsules as cheap and as
accurate as polytopes (van den Bergen, Collision Detection in Interactive 3D Environments, 2003, §4.3.4 and §4.4).

`Convex` is a single type for all kinds of shapes, containing floats, tuples and one array, so that numba can compile
the algorithms once for any combination of shapes.  Its `kind` says which function finds support points in the core's
own frame: the one for vertices is defined here, all others in the modules of the shapes (see `register_core`).
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.cells import MANY_VERTICES, candidates_along
from gjkscope.engine.shapes.hulls import ConvexHull, convex_hull
from gjkscope.engine.vectors import DOUBLE, ZERO, Mat3, Vec3, add, column, row_times, transposed_times

UNKNOWN_CORE = "kind: not a kind of core that is registered with support.register_core"

SHAPES_KEPT = 64  # size of the caches of arrays per shape; a scene has few shapes, and dragging changes none of them

NO_INDEX = -1  # index of a support point on a curved surface, which is not a vertex


class Convex(NamedTuple):
    """A placed convex core with a radius.

    Vertices and sizes are in the core's frame, which `rotation` and `position` take to the world.  The core's
    frame is the shape's, except that an axial shape's axis is always the core's y.
    """

    kind: int  # VERTICES or another registered kind
    size: Vec3  # half extents; radius, half height, 0; or radii
    parameter: float  # an additional parameter of the core, such as an exponent; else 0
    vertices: npt.NDArray[np.float64]  # (n, 3); (0, 3) for a box and for curved cores; read-only
    rotation: Mat3
    position: Vec3
    center: Vec3  # a world point well inside the core, suitable as the start of a search
    radius: float
    roundoff: float  # of the arithmetic used with these numbers: `DOUBLE` or `SINGLE`


class Core(NamedTuple):
    """A convex core with a radius, in its own frame: a shape before it is placed."""

    kind: int
    size: Vec3
    parameter: float
    vertices: npt.NDArray[np.float64]
    center: Vec3  # a point well inside, in the core's frame
    first: int  # which of the shape's axes is the core's x; y and z follow in turn
    radius: float


class HasCore(Protocol):
    """The members of a shape that this module uses."""

    def core(self) -> Core: ...

    def __hash__(self) -> int: ...


SupportFunction = Callable[[Convex, Vec3], tuple[Vec3, int]]
"""Returns the furthest point of a core and its index, like `support`, but in the core's frame."""

SUPPORTS: dict[int, SupportFunction] = {}
"""The support functions by the kind of core.  The interpreter calls them through this table; compiled code contains
all of them, and chooses one by the same number (batch/dispatch.py)."""


def register_core(function: SupportFunction) -> int:
    """Registers a kind of core by its support function, which numba must be able to compile; returns its number."""
    kind = len(SUPPORTS)
    SUPPORTS[kind] = function
    return kind


def convex(shape: HasCore, pose: Pose) -> Convex:
    """The placed core of `shape` at `pose`; both must be validated (`as_shape`, `as_pose`)."""
    return place_core(shape.core(), pose)


def core(shape: HasCore) -> Core:
    """The core and the radius of `shape`."""
    return shape.core()


def place_core(core: Core, pose: Pose) -> Convex:
    """The core at the pose of its shape."""
    rotation = pose.rotation if core.first == 0 else _turn_axes(pose.rotation, core.first)
    center = add(row_times(rotation, core.center), pose.position)
    return Convex(
        core.kind, core.size, core.parameter, core.vertices, rotation, pose.position, center, core.radius, DOUBLE
    )


def _turn_axes(rotation: Mat3, first: int) -> Mat3:
    """The rotation of a core whose x axis is this axis of the shape."""
    x, y, z = column(rotation, first), column(rotation, (first + 1) % 3), column(rotation, (first + 2) % 3)
    return ((x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2]))


def support(core: Convex, direction: Vec3) -> tuple[Vec3, int]:
    """The point of the core that lies furthest along `direction`, in world coordinates, and its vertex index.

    `direction` need not be a unit vector.  If several points are equally far, the choice is deterministic.
    The index counts a polytope's vertices (a box's: bit 0, 1, 2 set where x, y, z is positive); it is
    `NO_INDEX` on a curved surface.
    """
    point, index = local_support(core, transposed_times(core.rotation, direction))
    return add(row_times(core.rotation, point), core.position), index


def local_support(core: Convex, direction: Vec3) -> tuple[Vec3, int]:
    """Like `support`, in the core's frame."""
    function = SUPPORTS.get(core.kind)
    if function is None:
        raise ValueError(UNKNOWN_CORE)
    return function(core, direction)


@lru_cache(maxsize=SHAPES_KEPT)
def hull_of(shape: HasCore) -> ConvexHull:
    """The hull of a polytope's vertices in its own frame; cached, as it does not depend on the pose."""
    return convex_hull(shape.core().vertices)


def furthest(vertices: npt.NDArray[np.float64], d: Vec3) -> int:
    """The index of the vertex, of (n, 3), that lies furthest along `d`; the first of several."""
    if len(vertices) >= MANY_VERTICES and not vertices.flags.writeable:
        few = candidates_along(vertices, d)
        if few is not None:
            return int(few.indices[_furthest(few.vertices, d)])
    return _furthest(vertices, d)


def _furthest(vertices: npt.NDArray[np.float64], d: Vec3) -> int:
    # Written out rather than as a matrix product: BLAS may order the sums differently from run to run.
    # A quarter of the height, because the height itself may overflow.
    heights = vertices[:, 0] * (0.25 * d[0])
    heights += vertices[:, 1] * (0.25 * d[1])  # in place, which takes a third of the time for thousands of vertices
    heights += vertices[:, 2] * (0.25 * d[2])
    return int(heights.argmax())


def mean(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The mean of points, (n, 3), even if their sum would overflow."""
    part = 0.5 ** len(points).bit_length()
    parts = np.ascontiguousarray(points * part)  # NumPy sums columns in another order if they are contiguous
    return np.asarray(parts.mean(axis=0) / part)


NO_VERTICES = np.empty((0, 3))
NO_VERTICES.flags.writeable = False

FIRST = {"x": 2, "y": 0, "z": 1}
"""`Core.first` of a shape whose axis is to be the core's y."""


class Cloud(NamedTuple):
    """Vertices as an array, and their mean.

    The columns of the array are contiguous, which makes `furthest` faster.
    """

    array: npt.NDArray[np.float64]
    mean: Vec3


def cloud(points: tuple[Vec3, ...]) -> Cloud:
    array = np.array(points, order="F")
    array.flags.writeable = False
    x, y, z = mean(array).tolist()
    return Cloud(array, (x, y, z))


def vertex_core(vertices: Cloud, radius: float) -> Core:
    """The core of a polytope."""
    return Core(VERTICES, ZERO, 0.0, vertices.array, vertices.mean, 0, radius)


def curved_core(kind: int, size: Vec3, radius: float, parameter: float = 0.0, first: int = 0) -> Core:
    """A core without vertices, whose centre is its origin."""
    return Core(kind, size, parameter, NO_VERTICES, ZERO, first, radius)


def _support_of_vertices(core: Convex, d: Vec3) -> tuple[Vec3, int]:
    return vertex_support(core.vertices, d)


def vertex_support(vertices: npt.NDArray[np.float64], d: Vec3) -> tuple[Vec3, int]:
    """The vertex that lies furthest along `d`, and its index."""
    index = furthest(vertices, d)
    return (float(vertices[index, 0]), float(vertices[index, 1]), float(vertices[index, 2])), index


VERTICES = register_core(_support_of_vertices)
