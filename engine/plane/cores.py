"""Placed cores of 2D shapes, and the support mapping of A − B in the plane.

Every 2D shape is the Minkowski sum of a *core*, the convex hull of some vertices, and a disc.  A circle is a point with
a radius, a capsule a segment with a radius.  The algorithms run on the cores and subtract the radii at the end, which
is exact (van den Bergen, Collision Detection in Interactive 3D Environments, 2003, §4.4).

Coordinates are relative to A's position, so that shapes far from the world's origin lose no precision.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.engine.plane.vectors import Vec2, add2, dot2, in_plane, neg2, sub2
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import single
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import DOUBLE

Mat2 = tuple[Vec2, Vec2]  # rows


class PlaneCore(NamedTuple):
    """A placed core: a convex polygon, a segment or a point, and the radius around it."""

    vertices: Sequence[Vec2]  # metres, in the world's axes; numbered as the shape counts them
    center: Vec2  # their mean
    radius: float
    roundoff: float  # of the arithmetic used with these numbers: `DOUBLE` or `SINGLE`


class PlaneVertex(NamedTuple):
    """A point of A − B, and the points of A and B whose difference it is.

    `birth` is the number of the step that found the vertex, and its name in the views (w0, w1 …).
    """

    point: Vec2
    a: Vec2
    b: Vec2
    index_a: int
    index_b: int
    birth: int


def plane_cores(
    shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, float32: bool = False
) -> tuple[PlaneCore, PlaneCore]:
    """The cores of two 2D shapes, relative to A's position.

    With `float32` they are placed in single precision, and so is what is computed from them.  Raises `NotApplicable` if
    a number does not exist in single precision.
    """
    a, b = _local_core(shape_a, pose_a), _local_core(shape_b, pose_b)
    if float32:
        a, b = single(a), single(b)
    return _place(a, sub2(a.position, a.position)), _place(b, sub2(b.position, a.position))


def support_in_plane(core: PlaneCore, direction: Vec2) -> int:
    """The index of the vertex that lies furthest along `direction`; the first of several."""
    best, height = 0, dot2(direction, core.vertices[0])
    for index in range(1, len(core.vertices)):
        along = dot2(direction, core.vertices[index])
        if along > height:
            best, height = index, along
    return best


def support_of_difference(a: PlaneCore, b: PlaneCore, direction: Vec2, birth: int) -> PlaneVertex:
    """The point of A − B that lies furthest along `direction`: s(d) = s_A(d) − s_B(−d)."""
    i, j = support_in_plane(a, direction), support_in_plane(b, neg2(direction))
    return PlaneVertex(sub2(a.vertices[i], b.vertices[j]), a.vertices[i], b.vertices[j], i, j, birth)


def reach_in_plane(vertex: PlaneVertex) -> float:
    """The largest absolute coordinate of a vertex's two points."""
    return max(abs(vertex.a[0]), abs(vertex.a[1]), abs(vertex.b[0]), abs(vertex.b[1]))


class _Unplaced(NamedTuple):
    """A core in its own frame, and its pose."""

    vertices: tuple[Vec2, ...]
    center: Vec2
    rotation: Mat2
    position: Vec2
    radius: float
    roundoff: float


def _local_core(shape: Shape, pose: Pose) -> _Unplaced:
    core, (x_row, y_row, _) = shape.core(), pose.rotation
    vertices = tuple((x, y) for x, y, _ in core.vertices.tolist())
    rotation = (in_plane(x_row), in_plane(y_row))
    return _Unplaced(vertices, in_plane(core.center), rotation, in_plane(pose.position), core.radius, DOUBLE)


def _place(core: _Unplaced, position: Vec2) -> PlaneCore:
    vertices = tuple(place_point(core.rotation, position, vertex) for vertex in core.vertices)
    return PlaneCore(vertices, place_point(core.rotation, position, core.center), core.radius, core.roundoff)


def place_point(rotation: Mat2, position: Vec2, point: Vec2) -> Vec2:
    """A point of a core's own frame, relative to A's position, as `position` is."""
    return add2((dot2(rotation[0], point), dot2(rotation[1], point)), position)
