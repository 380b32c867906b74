"""Placements from the numbers of a text: matrices and quaternions that are rigid up to their printed digits.

A rotation that is not rigid because of rounding or of its printed digits is replaced by the nearest rotation, with a
warning that gives the deviation; one with a larger deviation is rejected.
"""

from collections.abc import Sequence
from math import hypot

import numpy as np

from gjkscope.app.base.tokens import Token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.printed import coarsest_place
from gjkscope.app.bring.notations.reading import Span
from gjkscope.app.scenes.scene import PositionOrientation, Transform
from gjkscope.app.scenes.turns import turn_by_euler
from gjkscope.engine.pose import RIGID_TOLERANCE, Quaternion
from gjkscope.engine.vectors import Mat3, Vec3

# A product of the rotation and its transpose has errors of a few units of rounding, each 2.2e-16: this is exact.
ROUNDING = 1e-15
# An entry of that product is a sum of three products of entries, each off by half a unit in the last place.
PLACES = 4.0
# The length of a quaternion is off by at most twice as much as each of its four parts, which may have been truncated.
QUATERNION_PLACES = 2.0
# Entries with one decimal, such as 0.8 0 0, are more likely a scale than a rotation.
COARSEST = 0.01

ROWS, COLUMNS = "rows", "columns"
XYZW, WXYZ = "xyzw", "wxyz"


def nearest_rotation(
    rotation: Mat3, tokens: Sequence[Token], context: ReadContext, what: str, span: Span | None = None
) -> Mat3:
    """The rotation as given if it is rigid, otherwise the nearest one.

    `tokens` are the numbers that it was computed from.  Raises `TextError` at the first of them, or at `span`, if the
    matrix is further from a rotation than its printed digits explain, or if it mirrors.
    """
    rows = np.array(rotation)
    with np.errstate(over="ignore", invalid="ignore"):  # of huge numbers, which no rotation has
        deviation = float(np.abs(rows.T @ rows - np.eye(3)).max())
    start = tokens[0].start if tokens else span.start if span else 0
    if not deviation <= max(RIGID_TOLERANCE, PLACES * min(coarsest_place(tokens), COARSEST)):
        raise context.fault_at(
            start, f"{what}: the matrix is not a rotation (off by {deviation:.3g}): a pose may not scale or shear"
        )
    if np.linalg.det(rows) < 0:
        raise context.fault_at(start, f"{what}: the matrix mirrors (determinant −1): a pose keeps right-handed axes")
    if deviation <= ROUNDING:
        return rotation
    left, _, right = np.linalg.svd(rows)
    nearest = left @ right
    change = float(np.abs(nearest - rows).max())
    context.warn(
        f"{what}: the matrix is not exactly rigid: replaced by the nearest rotation, entries change by ≤ {change:.1e}"
    )
    a, b, c = ((float(x), float(y), float(z)) for x, y, z in nearest)
    return (a, b, c)


def transform(rotation: Mat3, position: Vec3) -> Transform:
    """A placement by a rotation, row by row, and a position."""
    (a, b, c), (x, y, z) = rotation, position
    return Transform(((*a, x), (*b, y), (*c, z), (0.0, 0.0, 0.0, 1.0)))


def quaternion(
    parts: Sequence[float], tokens: Sequence[Token], order: str, context: ReadContext, what: str
) -> Quaternion:
    """The quaternion x, y, z, w of four numbers in `order`; it is normalised on use.

    Raises `TextError` if it is zero, or if its length differs from 1 by more than its printed digits explain: its parts
    are then in doubt, and with them the meaning of a normalised quaternion.
    """
    length = hypot(*parts)
    start = tokens[0].start if tokens else 0
    if not length > 0.0:
        raise context.fault_at(start, f"{what}: the quaternion is zero, which is not a rotation")
    if not abs(length - 1.0) <= max(RIGID_TOLERANCE, QUATERNION_PLACES * coarsest_place(tokens)):
        raise context.fault_at(
            start, f"{what}: the quaternion has length {length:.6g}, must be 1: is it complete, and is it a quaternion?"
        )
    first, second, third, fourth = parts
    return (first, second, third, fourth) if order == XYZW else (second, third, fourth, first)


def matrix_placement(
    entries: Sequence[float], tokens: Sequence[Token], layout: str, context: ReadContext, what: str
) -> Transform:
    """A placement by 16 numbers (4×4) or 12 (3×4, or 4×3 if by columns).  Raises `TextError`."""
    size = {16: 4, 12: 3}[len(entries)]
    grid = np.array(entries).reshape((size, 4) if layout == ROWS else (4, size))
    rows = grid if layout == ROWS else grid.T
    if len(rows) == 4 and not np.array_equal(rows[3], (0.0, 0.0, 0.0, 1.0)):
        start = tokens[0].start if tokens else 0
        raise context.fault_at(
            start,
            f"{what}: the last {'row' if layout == ROWS else 'column'} must be 0 0 0 1: is it by {_other(layout)}?",
        )
    a, b, c = ((float(x), float(y), float(z)) for x, y, z in rows[:3, :3])
    rotation = nearest_rotation((a, b, c), tokens, context, what)
    x, y, z = (float(number) for number in rows[:3, 3])
    return transform(rotation, (x, y, z))


def euler_placement(angles: Sequence[float], order: str, position: Vec3) -> PositionOrientation:
    """A placement by Euler angles in radians, with `order` as for `turn_by_euler`."""
    return PositionOrientation(position, turn_by_euler(order, angles))


def _other(layout: str) -> str:
    return COLUMNS if layout == ROWS else ROWS
