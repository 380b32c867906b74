"""Box3D's vectors, rotations and planes in single precision, in its order of operations.

Numbers are NumPy's float32 scalars, on which the functions of `vectors` round after each operation, as C does; or
arrays of them, for many vectors at once.  The library in the wheel fuses no multiplications with additions.

Source: Box3D v0.1.0, commit 8441b4a (https://github.com/erincatto/box3d): include/box3d/math_functions.h,
src/math_functions.c and src/math_internal.h, the functions that the docstrings name.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import single
from gjkscope.engine.published.box3d.vertices import float32
from gjkscope.engine.published.fcl.shapes import eigen_quaternion
from gjkscope.engine.vectors import Mat3, Vec3, add, column, cross, dot, product, scale, sub, transposed_times

FLT_EPSILON = 2.0**-23
FLT_MAX = float(np.finfo(np.float32).max)
LEAST_SQUARE = float32(1000.0) * np.finfo(np.float32).tiny
"""1000 times the least normal number, below which Box3D takes a square for 0."""

ZERO32: Vec3 = (float32(0.0), float32(0.0), float32(0.0))


class SinglePlane(NamedTuple):
    """`b3Plane`: normal · p = offset."""

    normal: Vec3
    offset: float

    def separation(self, point: Any) -> Any:
        """`b3PlaneSeparation`."""
        return dot(self.normal, point) - self.offset


class RelativeTransform(NamedTuple):
    """`b3Transform` from B's frame to A's."""

    position: Vec3
    vector: Vec3  # of the quaternion
    scalar: float

    def rotate(self, v: Vec3) -> Vec3:
        """`b3RotateVector`."""
        inner = mul_add(cross(self.vector, v), self.scalar, v)
        return mul_add(v, float32(2.0), cross(self.vector, inner))

    def inverse_rotate(self, v: Vec3) -> Vec3:
        """`b3InvRotateVector`."""
        inner = mul_sub(cross(self.vector, v), self.scalar, v)
        return mul_add(v, float32(2.0), cross(self.vector, inner))

    def point(self, v: Vec3) -> Vec3:
        """`b3TransformPoint`."""
        return add(self.rotate(v), self.position)

    def plane(self, plane: SinglePlane) -> SinglePlane:
        """`b3TransformPlane`."""
        normal = self.rotate(plane.normal)
        return SinglePlane(normal, plane.offset + dot(normal, self.position))

    def inverse(self) -> "RelativeTransform":
        """`b3InvertTransform`."""
        (px, py, pz), (x, y, z) = self.position, self.vector
        return RelativeTransform(self.inverse_rotate((-px, -py, -pz)), (-x, -y, -z), self.scalar)

    def matrix(self) -> Mat3:
        """`b3MakeMatrixFromQuat`, as rows."""
        (x, y, z), s = self.vector, self.scalar
        xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
        xs, ys, zs = x * s, y * s, z * s
        return (
            (1 - 2 * (yy + zz), 2 * (xy - zs), 2 * (xz + ys)),
            (2 * (xy + zs), 1 - 2 * (xx + zz), 2 * (yz - xs)),
            (2 * (xz - ys), 2 * (yz + xs), 1 - 2 * (xx + yy)),
        )


def relative_transform(pose_a: Pose, pose_b: Pose) -> RelativeTransform:
    """B's pose in A's frame, computed in double precision and rounded once.

    Box3D combines two quaternions of single precision; positions it subtracts before it rounds.
    """
    inverse: Any = tuple(column(pose_a.rotation, i) for i in range(3))
    parts = eigen_quaternion(product(inverse, pose_b.rotation))
    length = sqrt(sum(part * part for part in parts))  # rotations of few digits are not quite orthogonal
    x, y, z, scalar = single(tuple(part / length for part in parts))
    position = single(transposed_times(pose_a.rotation, sub(pose_b.position, pose_a.position)))
    return RelativeTransform(position, (x, y, z), scalar)


def python_floats(v: Vec3) -> Vec3:
    """With Python's floats, which have the same values."""
    return (float(v[0]), float(v[1]), float(v[2]))


def mul_add(a: Vec3, factor: Any, b: Vec3) -> Vec3:
    """a + factor · b."""
    return (a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2])


def mul_sub(a: Vec3, factor: Any, b: Vec3) -> Vec3:
    """a − factor · b."""
    return (a[0] - factor * b[0], a[1] - factor * b[1], a[2] - factor * b[2])


def lerp_half(a: Vec3, b: Vec3) -> Vec3:
    """`b3Lerp` by one half."""
    half = float32(0.5)
    return add(scale(a, half), scale(b, half))


def single_norm(v: Vec3) -> Any:
    """`b3Length`."""
    return np.sqrt(dot(v, v))


def normalize(v: Vec3) -> Vec3:
    """`b3Normalize`: zero for a very short vector."""
    square = dot(v, v)
    return scale(v, float32(1.0) / np.sqrt(square)) if square > LEAST_SQUARE else ZERO32


def length_and_direction(v: Vec3) -> tuple[Any, Vec3]:
    """`b3GetLengthAndNormalize`."""
    size = single_norm(v)
    return size, ZERO32 if size < FLT_EPSILON else scale(v, float32(1.0) / size)


def single_plane(normal: Vec3, point: Vec3) -> SinglePlane:
    """`b3MakePlaneFromNormalAndPoint`."""
    return SinglePlane(normal, dot(normal, point))


def plane_of_points(a: Vec3, b: Vec3, c: Vec3) -> SinglePlane:
    """`b3MakePlaneFromPoints`."""
    return single_plane(normalize(cross(sub(b, a), sub(c, a))), a)


class NearestOnLines(NamedTuple):
    """`b3SegmentDistanceResult`: two points, and where they are along the vectors."""

    points: tuple[Vec3, Vec3]
    fractions: tuple[Any, Any]

    @property
    def is_within(self) -> bool:
        """`b3IsWithinSegments`."""
        return all(0 <= fraction <= 1 for fraction in self.fractions)


def nearest_on_single_lines(start_a: Vec3, along_a: Vec3, start_b: Vec3, along_b: Vec3) -> NearestOnLines:
    """`b3LineDistance`."""
    a11, a12 = dot(along_a, along_a), -dot(along_a, along_b)
    a21, a22 = dot(along_b, along_a), -dot(along_b, along_b)
    between = sub(start_a, start_b)
    b1, b2 = -dot(along_a, between), -dot(along_b, between)
    determinant = a11 * a22 - a12 * a21
    if determinant * determinant < LEAST_SQUARE:  # parallel: the start of B is projected on A
        first, second = dot(sub(start_b, start_a), along_a) / dot(along_a, along_a), float32(0.0)
    else:
        first, second = (a22 * b1 - a12 * b2) / determinant, (a11 * b2 - a21 * b1) / determinant
    return _on_lines(start_a, along_a, start_b, along_b, first, second)


def nearest_on_segments(start_a: Vec3, end_a: Vec3, start_b: Vec3, end_b: Vec3) -> NearestOnLines:
    """`b3SegmentDistance`."""
    along_a, along_b, between = sub(end_a, start_a), sub(end_b, start_b), sub(start_a, start_b)
    a, b, c = dot(along_a, along_a), dot(along_a, along_b), dot(along_a, between)
    e, f = dot(along_b, along_b), dot(along_b, between)
    zero, one, least = float32(0.0), float32(1.0), float32(100 * FLT_EPSILON)
    if a < least or e < least:  # a point, to which the other segment is nearest
        first = zero if a < least else _clamped(-c / a)
        second = zero if e < least else _clamped(f / e)
        return _on_lines(start_a, along_a, start_b, along_b, first, second)
    determinant = a * e - b * b
    first = _clamped((b * f - c * e) / determinant) if determinant > LEAST_SQUARE else zero
    second = (b * first + f) / e
    if second < 0:
        first, second = _clamped(-c / a), zero
    elif second > 1:
        first, second = _clamped((b - c) / a), one
    return _on_lines(start_a, along_a, start_b, along_b, first, second)


def nearest_on_segment(start: Vec3, end: Vec3, point: Vec3) -> Vec3:
    """`b3PointToSegmentDistance`."""
    edge = sub(end, start)
    part = dot(edge, sub(point, start))
    if part <= 0:
        return start
    square = dot(edge, edge)
    return end if part > square else mul_add(start, part / square, edge)


def _on_lines(start_a: Vec3, along_a: Vec3, start_b: Vec3, along_b: Vec3, first: Any, second: Any) -> NearestOnLines:
    points = mul_add(start_a, first, along_a), mul_add(start_b, second, along_b)
    return NearestOnLines(points, (first, second))


def _clamped(value: Any) -> Any:
    return min(max(value, float32(0.0)), float32(1.0))


def edge_separations(
    start_a: Vec3,
    along_a: Vec3,
    center_a: Vec3,
    start_b: Vec3,
    along_b: Vec3,
    center_b: Vec3,
    parallel: float,
    is_reversed: Any = None,
) -> tuple[Vec3, Any]:
    """`b3EdgeEdgeSeparation` of edges, or of arrays of them: the unit normals from A to B, and the separations.

    Of the two directions it is the one that leads away from A's centre, or towards B's, whichever is further from its
    edge along the normal; `is_reversed` decides otherwise.  Edges whose sine is below `parallel` have the separation
    −FLT_MAX.
    """
    across = cross(along_a, along_b)
    size = single_norm(across)
    sine = float32(parallel) * np.sqrt(dot(along_a, along_a) * dot(along_b, along_b))
    is_parallel = (size < sine) | (size * size < LEAST_SQUARE)
    inverse: Any = float32(1.0) / np.where(is_parallel, float32(1.0), size)
    normal = scale(across, inverse)
    if is_reversed is None:
        outwards, inwards = dot(normal, sub(start_a, center_a)), dot(normal, sub(start_b, center_b))
        is_reversed = np.where(np.abs(outwards) > np.abs(inwards), outwards < 0, inwards > 0)
    outward: Any = tuple(np.where(is_reversed, -part, part) for part in normal)
    separation = np.where(is_parallel, float32(-FLT_MAX), dot(outward, sub(start_b, start_a)))
    return outward, separation
