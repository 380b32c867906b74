"""Rotations the way engineers write them: quaternions, matrices, axis and angle, Euler angles, in all their orders.

    rotation_numbers(placement, RotationFormat.WXYZ)            # (1.0, 0.0, 0.0, 0.0)
    with_rotation(placement, RotationFormat.WXYZ, (0, 0, 1, 0))
    pasted_placement("0 0.7071068 0 0.7071068", placement, RotationFormat.XYZW, "xyz")

Angles are in degrees.  The order of Euler angles is SciPy's: lower-case letters are rotations about the world's axes in
that order, upper-case letters about the body's own, moving axes.
"""

from collections.abc import Sequence
from enum import StrEnum
from itertools import permutations
from math import atan2, degrees, hypot, radians

from gjkscope.app.scenes.cameras.maths import (
    euler_from_rotation,
    quaternion_about,
    quaternion_from_euler,
    quaternion_from_rotation,
)
from gjkscope.app.scenes.scene import Placement, Planar, PositionOrientation, Transform
from gjkscope.app.scenes.turns import turn_by_euler
from gjkscope.engine.pose import RIGID_TOLERANCE, Quaternion, check_rotation
from gjkscope.engine.vectors import Mat3, Vec3


class RotationFormat(StrEnum):
    """A way to write a rotation; the values are its names in menus."""

    EULER = "Euler angles"
    XYZW = "quaternion x y z w"
    WXYZ = "quaternion w x y z"
    AXIS_ANGLE = "axis and angle"
    ROWS = "matrix, by rows"
    COLUMNS = "matrix, by columns"


WORLD_XYZ = "xyz"
EULER_ORDERS = tuple("".join(order) for names in ("xyz", "XYZ") for order in permutations(names))
"""About the world's axes, then about the body's own."""
EVEN = ("xyz", "yzx", "zxy")

COMPONENTS = {
    RotationFormat.XYZW: ("x", "y", "z", "w"),
    RotationFormat.WXYZ: ("w", "x", "y", "z"),
    RotationFormat.AXIS_ANGLE: ("x", "y", "z", "angle"),
}
# Below this angle in radians, the axis of a rotation is rounding error.
NO_ANGLE = 1e-15


def components(written: RotationFormat, order: str) -> tuple[str, ...]:
    """The names of the numbers; empty for matrices."""
    return tuple(order) if written is RotationFormat.EULER else COMPONENTS.get(written, ())


def rotation_numbers(placement: Placement, written: RotationFormat, order: str = WORLD_XYZ) -> tuple[float, ...]:
    """The numbers of the rotation; for matrices, the 16 numbers of the entire pose.

    A quaternion that the scene stores is returned as stored, without normalising it.
    """
    match written:
        case RotationFormat.EULER:
            return _euler(placement.pose.rotation, order)
        case RotationFormat.XYZW:
            return _quaternion(placement)
        case RotationFormat.WXYZ:
            x, y, z, w = _quaternion(placement)
            return (w, x, y, z)
        case RotationFormat.AXIS_ANGLE:
            return _axis_angle(_quaternion(placement))
        case RotationFormat.ROWS:
            return tuple(number for row in matrix(placement) for number in row)
        case RotationFormat.COLUMNS:
            return tuple(number for row in zip(*matrix(placement), strict=True) for number in row)


def with_rotation(
    placement: Placement, written: RotationFormat, numbers: Sequence[float], order: str = WORLD_XYZ
) -> Placement:
    """The placement with another rotation; a matrix also sets the position.

    Raises `ValueError` if the numbers are not a rotation, or are a matrix for a body of a 2D scene.
    """
    if written in (RotationFormat.ROWS, RotationFormat.COLUMNS):
        if isinstance(placement, Planar):
            raise ValueError("a body of a 2D scene has an angle, not a matrix")
        return _of_matrix(numbers, written, placement)
    return placement.turned(_from_parts(written, numbers, order))


def matrix(placement: Placement) -> tuple[tuple[float, ...], ...]:
    """The pose as a 4×4 matrix, row by row."""
    pose = placement.pose
    return (*((*row, x) for row, x in zip(pose.rotation, pose.position, strict=True)), (0.0, 0.0, 0.0, 1.0))


def rotation_text(placement: Placement, written: RotationFormat, order: str = WORLD_XYZ) -> str:
    """The rotation as text for other programs, with all digits; matrices have one row or column per line."""
    numbers = [repr(number) for number in rotation_numbers(placement, written, order)]
    if written in COMPONENTS or written is RotationFormat.EULER:
        return ", ".join(numbers)
    return "\n".join(", ".join(numbers[i : i + 4]) for i in range(0, 16, 4))


def pasted_placement(text: str, placement: Placement, written: RotationFormat, order: str = WORLD_XYZ) -> Placement:
    """The placement with the rotation in a text of 3, 4, 9, 12 or 16 numbers, with any punctuation.

    Three numbers are Euler angles, four are a quaternion or an axis and an angle, others a matrix; where the count does
    not decide, the format that is shown does.  Raises `ValueError`, or `TextError` at a faulty token.
    """
    from gjkscope.app.base.tokens import Kind, tokenize  # compiles a tokenizer that start-up does not need

    tokens = [token for token in tokenize(text) if token.kind is Kind.NUMBER]
    numbers = [token.value for token in tokens]
    fits = _fitting(len(numbers), written)
    if fits is None:
        raise ValueError(f"expected 3, 4, 9, 12 or 16 numbers, got {len(numbers)}")
    try:
        return with_rotation(placement, fits, numbers, order)
    except ValueError as fault:
        raise tokens[0].fault(str(fault)) from None


def _fitting(count: int, written: RotationFormat) -> RotationFormat | None:
    four = written if written in COMPONENTS else RotationFormat.XYZW
    matrix_format = written if written in (RotationFormat.ROWS, RotationFormat.COLUMNS) else RotationFormat.ROWS
    return {3: RotationFormat.EULER, 4: four, 9: matrix_format, 12: matrix_format, 16: matrix_format}.get(count)


def _quaternion(placement: Placement) -> Quaternion:
    if isinstance(placement, PositionOrientation):
        return placement.orientation
    return quaternion_from_rotation(placement.pose.rotation)


def _euler(rotation: Mat3, order: str) -> tuple[float, ...]:
    if order.isupper():  # the same angles about the world's axes, in the opposite order
        return _euler(rotation, order[::-1].lower())[::-1]
    axes = ["xyz".index(letter) for letter in order]
    x, y, z = (_three([rotation[row][column] for column in axes]) for row in axes)
    sense = 1.0 if order in EVEN else -1.0  # a renaming of the axes that mirrors reverses turns
    return tuple(sense * degrees(angle) + 0.0 for angle in euler_from_rotation((x, y, z)))  # no -0


def _axis_angle(quaternion: Quaternion) -> tuple[float, float, float, float]:
    x, y, z, w = quaternion if quaternion[3] >= 0 else (-part for part in quaternion)
    sine = hypot(x, y, z)
    if sine <= NO_ANGLE * abs(w):
        return (0.0, 1.0, 0.0, 0.0)
    return (x / sine, y / sine, z / sine, degrees(2 * atan2(sine, w)))


def _from_parts(written: RotationFormat, numbers: Sequence[float], order: str) -> Quaternion:
    if written is RotationFormat.EULER:
        return _from_euler(_three(numbers), order)
    a, b, c, d = numbers
    match written:
        case RotationFormat.AXIS_ANGLE:
            if not hypot(a, b, c) > 0.0:
                raise ValueError("the axis is zero: it needs a direction")
            return quaternion_about((a, b, c), radians(d))
        case RotationFormat.WXYZ:
            quaternion = (b, c, d, a)
        case _:
            quaternion = (a, b, c, d)
    if not hypot(*quaternion) > 0.0:
        raise ValueError("the quaternion is zero, which is not a rotation")
    return quaternion


def _three(numbers: Sequence[float]) -> Vec3:
    x, y, z = numbers
    return (x, y, z)


def _from_euler(angles: Vec3, order: str) -> Quaternion:
    turns = _three([radians(angle) for angle in angles])
    return quaternion_from_euler(turns) if order == WORLD_XYZ else turn_by_euler(order, turns)


def _of_matrix(numbers: Sequence[float], written: RotationFormat, placement: Placement) -> Transform:
    """A pose by 16 numbers, 12 without the last row, or 9 for the rotation alone."""
    rows = _rows(numbers, written)
    if len(rows) == 4 and any(abs(a - b) > RIGID_TOLERANCE for a, b in zip(rows[3], (0, 0, 0, 1), strict=True)):
        transposed = "columns" if written is RotationFormat.ROWS else "rows"
        raise ValueError(f"the last row is {rows[3]}, must be 0 0 0 1: is the matrix by {transposed}?")
    rotation = (_three(rows[0][:3]), _three(rows[1][:3]), _three(rows[2][:3]))
    check_rotation(rotation, "matrix")
    x, y, z = (row[3] for row in rows[:3]) if len(numbers) > 9 else placement.pose.position
    a, b, c = rotation
    return Transform(((*a, x), (*b, y), (*c, z), (0.0, 0.0, 0.0, 1.0)))


def _rows(numbers: Sequence[float], written: RotationFormat) -> list[tuple[float, ...]]:
    by_columns = written is RotationFormat.COLUMNS
    width = 3 if len(numbers) == 9 or (len(numbers) == 12 and by_columns) else 4
    lines = [tuple(numbers[i : i + width]) for i in range(0, len(numbers), width)]
    return list(zip(*lines, strict=True)) if by_columns else lines
