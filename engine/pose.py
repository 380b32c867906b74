"""Rigid poses: the position and rotation of a shape.

A pose maps local to world coordinates: world = rotation · local + position.  Files and callers specify it as a
4×4 matrix (row by row, for column vectors, translation in the last column) or as a position and a quaternion
(x, y, z, w).  The rotation is kept exactly as given and never re-orthonormalised, so that a bug report is reproduced
with its own numbers.
"""

from collections.abc import Sequence
from math import atan2, cos, frexp, hypot, isfinite, ldexp, sin
from typing import Any, NamedTuple

from gjkscope.engine.arguments import as_float, as_number, items, plane_vector, short_repr
from gjkscope.engine.vectors import IDENTITY, ZERO, Mat3, Vec3, add, column, cross, dot, row_times

Quaternion = tuple[float, float, float, float]

# Rotations exported in single precision are off by some 1e-7 per entry, and bug reports print six decimals.
# Anything further off is a scale or a shear, which would change the shape.
RIGID_TOLERANCE = 1e-5

# In roundoffs: rotations from quaternions and angles, and products of several, are off by a few dozen.  Bounds that
# differ by as much count as equal in GJK.  See `is_square`.
SQUARE = 64


class Pose(NamedTuple):
    """A rigid transform from local to world coordinates: world = rotation · local + position.

    `rotation` is a 3×3 rotation matrix, row by row; `position` is (x, y, z) in metres.  The values are validated where
    a pose is used (`as_pose`), not here.

    >>> from gjkscope import Pose
    >>> Pose(position=(1, 2, 3)).rotation
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    """

    rotation: Mat3 = IDENTITY
    position: Vec3 = ZERO


def apply(pose: Pose, point: Vec3) -> Vec3:
    """A local point in world coordinates."""
    return add(row_times(pose.rotation, point), pose.position)


def as_pose(value: Any, name: str = "pose") -> Pose:
    """Converts a `Pose`, or anything that is a 4×4 matrix of numbers (rows, column vectors), to a validated `Pose`.

    `value` is local to world, in metres.  Raises `ValueError`, naming the argument `name` and the value, if it is not a
    finite rigid transform, within 1e-5 per entry of the product of the rotation and its transpose.

    >>> from gjkscope import as_pose
    >>> as_pose([[1, 0, 0, 5], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]).position
    (5.0, 0.0, 0.0)
    """
    rows = _pose_rows(value, name) if isinstance(value, Pose) else _matrix_rows(value, name)
    if not all(isfinite(number) for row in rows for number in row):
        raise ValueError(f"{name}: every number must be finite, got {rows}")
    rotation = (_vec3(rows[0]), _vec3(rows[1]), _vec3(rows[2]))
    check_rotation(rotation, name)
    return Pose(rotation, (rows[0][3], rows[1][3], rows[2][3]))


def as_plane_pose(value: Any, name: str = "pose") -> Pose:
    """Like `as_pose`, for a 2D shape: raises `ValueError` unless the pose maps the plane z = 0 to itself, +z to +z."""
    pose = as_pose(value, name)
    (_, _, xz), (_, _, yz), (zx, zy, zz) = pose.rotation
    if (xz, yz, zx, zy, zz) != (0, 0, 0, 0, 1):
        raise ValueError(
            f"{name}: a 2D shape may only rotate about z: the last row and column of the rotation must be 0 0 1, "
            f"got {pose.rotation}"
        )
    if pose.position[2] != 0:
        raise ValueError(f"{name}: a 2D shape must stay in the plane z = 0, got z = {pose.position[2]!r}")
    return pose


def plane_pose(position: Any = (0.0, 0.0), angle: Any = 0.0) -> Pose:
    """The pose of a 2D shape: its `position` (x, y) in metres and its `angle` in radians, anticlockwise.

    Raises `ValueError` if a number is missing or not finite.

    >>> from gjkscope import plane_pose
    >>> plane_pose((1, 2)).position
    (1.0, 2.0, 0.0)
    """
    x, y = plane_vector("position", position)
    turn = as_number("angle", angle)
    c, s = cos(turn), sin(turn)
    return Pose(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)), (x, y, 0.0))


def plane_angle(pose: Pose) -> float:
    """The angle of a pose in the plane, radians, anticlockwise, from −π to π."""
    return atan2(pose.rotation[1][0], pose.rotation[0][0])


def check_rotation(rotation: Mat3, name: str = "pose") -> None:
    """Raises `ValueError` unless `rotation` is a rotation within `RIGID_TOLERANCE`."""
    worst = _rotation_error(rotation)
    if not worst <= RIGID_TOLERANCE:
        raise ValueError(
            f"{name}: the 3×3 part is not a rotation (off by {worst:.3g}): a pose may turn and move, not scale or shear"
        )
    if _mirrors(rotation):
        raise ValueError(f"{name}: the 3×3 part mirrors (determinant −1): a pose must keep right-handed axes")


def is_rotation(rotation: Mat3) -> bool:
    """Whether `check_rotation` accepts it."""
    return _rotation_error(rotation) <= RIGID_TOLERANCE and not _mirrors(rotation)


def is_square(rotation: Mat3, roundoff: float) -> bool:
    """Whether the columns are perpendicular unit vectors up to rounding, so that no algorithm need tell the difference.

    `RIGID_TOLERANCE` allows more.
    """
    return _rotation_error(rotation) <= SQUARE * roundoff


def rotation_from_quaternion(q: Quaternion, name: str = "orientation") -> Mat3:
    """The rotation of a quaternion (x, y, z, w), normalised first.

    Raises `ValueError` when it is not finite or has no direction.
    Formula: Shoemake, Animating rotation with quaternion curves, SIGGRAPH 1985.
    """
    try:
        x, y, z, w = (as_float(number) for number in items(q))
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: must be 4 numbers (x, y, z, w), got {short_repr(q)}") from None
    if not all(isfinite(number) for number in (x, y, z, w)) or (x, y, z, w) == (0.0, 0.0, 0.0, 0.0):
        raise ValueError(f"{name}: {short_repr(q)} is not a rotation: it needs four finite numbers, not all zero")
    # The length may overflow or underflow.  Scaling by a power of two is exact.
    _, exponent = frexp(max(abs(x), abs(y), abs(z), abs(w)))
    x, y, z, w = ldexp(x, -exponent), ldexp(y, -exponent), ldexp(z, -exponent), ldexp(w, -exponent)
    length = hypot(x, y, z, w)
    x, y, z, w = x / length, y / length, z / length, w / length
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )


def _rotation_error(m: Mat3) -> float:
    """How far mᵀ·m is from the identity, in its worst entry."""
    x, y, z = column(m, 0), column(m, 1), column(m, 2)
    lengths = max(abs(dot(x, x) - 1), abs(dot(y, y) - 1), abs(dot(z, z) - 1))
    return max(lengths, abs(dot(x, y)), abs(dot(y, z)), abs(dot(z, x)))


def _mirrors(m: Mat3) -> bool:
    return dot(cross(column(m, 0), column(m, 1)), column(m, 2)) < 0


def _pose_rows(pose: Pose, name: str) -> list[list[float]]:
    try:
        rotation = [[as_float(number) for number in items(row)] for row in items(pose.rotation)]
        position = [as_float(number) for number in items(pose.position)]
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: expected a 3×3 rotation and a position of numbers, got {short_repr(pose)}") from None
    if [len(row) for row in (*rotation, position)] != [3, 3, 3, 3]:
        raise ValueError(f"{name}: expected a 3×3 rotation and a position of 3 numbers, got {short_repr(pose)}")
    return [[*row, x] for row, x in zip(rotation, position, strict=True)]


def _matrix_rows(value: Any, name: str) -> list[list[float]]:
    try:
        rows = [[as_float(number) for number in items(row)] for row in items(value)]
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name}: expected a 4×4 matrix of numbers, got {short_repr(value)}") from None
    if [len(row) for row in rows] != [4, 4, 4, 4]:
        raise ValueError(f"{name}: expected 4 rows of 4 numbers, got rows of {short_repr([len(row) for row in rows])}")
    if rows[3] != [0.0, 0.0, 0.0, 1.0]:
        raise ValueError(f"{name}: the last row must be 0 0 0 1, got {rows[3]}")
    return rows


def _vec3(numbers: Sequence[float]) -> Vec3:
    return (numbers[0], numbers[1], numbers[2])
