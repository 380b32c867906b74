"""Box3D's shape proxies: a point cloud with a radius (`b3ShapeProxy`), and the pose of B in A's frame.

A box has the points of `b3MakeBoxHull` in its order, a capsule its two centers, a sphere its center, a triangle its
three points; rounding is added to the radius.  A hull has the vertices that it is given, in their order, where
`b3CreateHull` would sort, merge and drop some: of equally far points the first one wins.

The relative pose is computed in double precision and rounded once.  A world that keeps positions in single precision
(without `BOX3D_DOUBLE_PRECISION`) has already lost digits, far from its origin.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import single
from gjkscope.engine.published.box3d.vertices import Box3dVertex
from gjkscope.engine.published.fcl.shapes import eigen_quaternion
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.shape import PolytopeShape
from gjkscope.engine.vectors import Mat3, Vec3, add, column, product, row_times, sub, transposed_times

MOST_POINTS = 255
"""The simplex cache keeps indices in bytes, and hulls of Box3D have at most this many vertices."""


class PointCloud(NamedTuple):
    """`b3ShapeProxy`, in single precision."""

    points: tuple[Vec3, ...]
    shifted: tuple[npt.NDArray[np.float32], ...]  # x, y and z of the points, relative to the first one
    radius: float

    def support(self, direction: Vec3) -> int:
        """`b3GetProxySupport`: the first of the furthest points; a projection that is not a number never wins."""
        x, y, z = self.shifted
        projections = direction[0] * x + direction[1] * y + direction[2] * z
        projections[0] = 0.0
        best = int(projections.argmax())
        if projections[best] >= 0:
            return best
        return int(np.where(projections > 0, projections, 0.0).argmax())  # one is not a number


class Box3dPair(NamedTuple):
    """Two proxies, the pose of B in A's frame (single precision), that of A (double), and the test to correct.

    If nobody is shown the steps, they are without what is in them for a view only.
    """

    a: PointCloud
    b: PointCloud
    rotation: Mat3
    position: Vec3
    pose_a: Pose
    corrected: tuple[str, ...] = ()
    is_shown: bool = True

    def vertex(self, index_a: int, index_b: int, birth: int, weight: float) -> Box3dVertex:
        """The vertex B − A of two points, in A's frame."""
        a, b = self.a.points[index_a], add(row_times(self.rotation, self.b.points[index_b]), self.position)
        return Box3dVertex(sub(b, a), a, b, index_a, index_b, birth, weight)

    def search(self, direction: Vec3) -> tuple[int, int]:
        """The indices of the support points of B − A."""
        x, y, z = direction
        return self.a.support((-x, -y, -z)), self.b.support(transposed_times(self.rotation, direction))


def box3d_pair(
    shape_a: kinds.Shape, pose_a: Pose, shape_b: kinds.Shape, pose_b: Pose, corrected: tuple[str, ...]
) -> Box3dPair:
    """The input of `b3ShapeDistance`.  Raises `NotApplicable` for shapes that are no proxies."""
    a, b = (_cloud(shape) for shape in (shape_a, shape_b))
    inverse = tuple(column(pose_a.rotation, i) for i in range(3))
    quaternion = eigen_quaternion(product(inverse, pose_b.rotation))  # type: ignore[arg-type]
    length = sqrt(sum(part * part for part in quaternion))  # rotations of few digits are not quite orthogonal
    rotation = _rotation(single(tuple(part / length for part in quaternion)))
    position = transposed_times(pose_a.rotation, sub(pose_b.position, pose_a.position))
    return Box3dPair(a, b, rotation, single(position), pose_a, corrected)


def _rotation(quaternion: tuple[Any, ...]) -> Mat3:
    """`b3MakeMatrixFromQuat`, as rows."""
    x, y, z, s = quaternion
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    xs, ys, zs = x * s, y * s, z * s
    return (
        (1 - 2 * (yy + zz), 2 * (xy - zs), 2 * (xz + ys)),
        (2 * (xy + zs), 1 - 2 * (xx + zz), 2 * (yz - xs)),
        (2 * (xz - ys), 2 * (yz + xs), 1 - 2 * (xx + yy)),
    )


def _cloud(shape: kinds.Shape) -> PointCloud:
    if not isinstance(shape, PolytopeShape) or not isinstance(shape, _PROXIES):
        raise NotApplicable(f"b3ShapeDistance takes {_SUPPORTED}, got {shape.kind}")
    corners = _box_points(shape) if isinstance(shape, kinds.Box) else shape.corners()
    if len(corners) > MOST_POINTS:
        raise NotApplicable(f"Box3D's hulls have at most {MOST_POINTS} vertices, got {len(corners)}")
    return point_cloud(single(tuple(corners)), single(shape.ball_radius() + shape.rounding))


def point_cloud(points: tuple[Vec3, ...], radius: float) -> PointCloud:
    """The proxy of these points and this radius, all in single precision."""
    array = np.array(points, dtype=np.float32)
    return PointCloud(points, tuple((array - array[0]).T), radius)


def _box_points(box: kinds.Box) -> tuple[Vec3, ...]:
    """The corners of `b3MakeBoxHull`: the upper four around z, then the lower four."""
    x, y, z = box.half_extents
    around = ((x, y), (-x, y), (-x, -y), (x, -y))
    return tuple((*corner, height) for height in (z, -z) for corner in around)


_PROXIES = (kinds.Box, kinds.Capsule, kinds.Hull, kinds.Point, kinds.Segment, kinds.Sphere, kinds.Triangle)
_SUPPORTED = "boxes, capsules, hulls, points, segments, spheres and triangles"
