"""Jolt's `Vec3`, `Quat` and `Mat44` in single precision, in the order of operations of its builds without SIMD.

Numbers are NumPy's float32 scalars, on which the functions of `vectors` round after each operation, as C does.  A dot
product is (x + y) + z (`Vec3::ReduceSum`), and nothing is fused: the build for WebAssembly has no fused multiply-add.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.pose import Pose
from gjkscope.engine.published.fcl.shapes import eigen_quaternion
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.vectors import Mat3, Vec3, add, cross, dot, row_times, scale, sub, transposed_times

FLT_EPSILON = 2.0**-23
FLT_MAX = float(np.finfo(np.float32).max)

SingleQuaternion = tuple[Any, Any, Any, Any]  # x, y, z, w


def float32(value: float) -> Any:
    """Typed as any number: the functions of `vectors` take it for a float."""
    return np.float32(value)


def quiet() -> Any:
    """A context in which overflow and 0/0 give infinity and NaN without a warning, as in C."""
    return np.errstate(all="ignore")


def to_single(value: float) -> Any:
    """Raises `NotApplicable` beyond 3.4e38."""
    rounded = float32(value)
    if not np.isfinite(rounded):
        raise NotApplicable(f"Jolt computes in float32: numbers must not exceed 3.4e38, got {value!r}")
    return rounded


def to_single_vector(values: Iterable[float]) -> Vec3:
    x, y, z = map(to_single, values)
    return (x, y, z)


def plain(v: Vec3) -> Vec3:
    """With Python's floats, which have the same values."""
    return (float(v[0]), float(v[1]), float(v[2]))


def single_root(square: float) -> Any:
    return np.sqrt(square)


def single_length(v: Vec3) -> Any:
    return single_root(dot(v, v))


def divided_by(v: Vec3, divisor: Any) -> Vec3:
    return (v[0] / divisor, v[1] / divisor, v[2] / divisor)


class SingleTransform(NamedTuple):
    """A rotation, by rows, and a translation."""

    rotation: Mat3
    position: Vec3

    def point(self, point: Vec3) -> Vec3:
        return add(row_times(self.rotation, point), self.position)

    def direction(self, direction: Vec3) -> Vec3:
        """`Multiply3x3`."""
        return row_times(self.rotation, direction)

    def local_direction(self, direction: Vec3) -> Vec3:
        """`Multiply3x3Transposed`."""
        return transposed_times(self.rotation, direction)

    def inverse(self) -> "SingleTransform":
        """`InversedRotationTranslation`."""
        x, y, z = transposed_times(self.rotation, self.position)
        (a, b, c), (d, e, f), (g, h, i) = self.rotation
        return SingleTransform(((a, d, g), (b, e, h), (c, f, i)), (-x, -y, -z))

    def times(self, other: "SingleTransform") -> "SingleTransform":
        a, b, c = (row_times(self.rotation, tuple(row[i] for row in other.rotation)) for i in range(3))  # type: ignore[arg-type]
        rotation = ((a[0], b[0], c[0]), (a[1], b[1], c[1]), (a[2], b[2], c[2]))
        return SingleTransform(rotation, self.point(other.position))


def body_transform(pose: Pose, axis: str, center: Vec3) -> SingleTransform:
    """The transform of a body's centre of mass; a shape with an axis has it along Jolt's y axis.

    A body keeps its rotation as a quaternion of float32 (`Body::SetPositionAndRotationInternal`).
    """
    quaternion = jolt_quaternion(pose, axis)
    return SingleTransform(
        jolt_rotation(quaternion), add(to_single_vector(pose.position), rotated_by_jolt(quaternion, center))
    )


def jolt_quaternion(pose: Pose, axis: str) -> SingleQuaternion:
    i = "xyz".index(axis)
    j, k = (i + 1) % 3, (i + 2) % 3
    a, b, c = ((row[k], row[i], row[j]) for row in pose.rotation)
    parts = eigen_quaternion((a, b, c))
    factor = sum(part * part for part in parts) ** -0.5
    x, y, z, w = (to_single(part * factor) for part in parts)
    return (x, y, z, w)


def jolt_rotation(quaternion: SingleQuaternion) -> Mat3:
    """`Mat44::sRotation`."""
    x, y, z, w = quaternion
    tx, ty, tz = x + x, y + y, z + z
    xx, yy, zz = tx * x, ty * y, tz * z
    xy, xz, xw, yz, yw, zw = tx * y, tx * z, tx * w, ty * z, ty * w, tz * w
    one = float32(1)
    return (
        ((one - yy) - zz, xy - zw, xz + yw),
        (xy + zw, (one - zz) - xx, yz - xw),
        (xz - yw, yz + xw, (one - xx) - yy),
    )


def rotated_by_jolt(quaternion: SingleQuaternion, v: Vec3) -> Vec3:
    """`Quat::operator *`."""
    x, y, z, w = quaternion
    first = cross((x, y, z), v)
    turned = add(scale(first, w), cross((x, y, z), first))
    return add(v, add(turned, turned))


def perpendicular(v: Vec3) -> Vec3:
    """`GetNormalizedPerpendicular`."""
    x, y, z = v
    xx, yy, zz = x * x, y * y, z * z
    zero = float32(0)
    across = (z, zero, -x) if xx > yy else (zero, z, -y)
    return divided_by(across, single_root(max(xx, yy) + zz))


def squared_of_difference(a: Vec3, b: Vec3) -> Any:
    along = sub(b, a)
    return dot(along, along)
