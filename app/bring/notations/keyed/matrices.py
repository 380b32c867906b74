"""Poses from the numbers of a matrix whose layout is inferred: 4×4, 3×4, 3×3, or a position and a quaternion.

The layout is the one that makes the numbers rigid; if several do, the engine's convention is assumed and the other one
is an alternative.
"""

import re
from collections.abc import Sequence
from itertools import chain
from math import hypot

import numpy as np
import numpy.typing as npt

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.conventions import Conventions
from gjkscope.app.bring.notations.keyed.values import ValueTokens, numbers_of
from gjkscope.app.bring.notations.placing import (
    COLUMNS,
    ROWS,
    WXYZ,
    XYZW,
    matrix_placement,
    nearest_rotation,
    quaternion,
    transform,
)
from gjkscope.app.scenes.scene import PositionOrientation, Transform
from gjkscope.engine.vectors import Mat3

# A layout fits if its rotation is rigid up to the coarsest digits that are printed, two decimals.
FITS = 5e-2

BASIS = "basis, then origin"

Floats = npt.NDArray[np.float64]


def pose_of_value(
    value: ValueTokens, conventions: Conventions, context: ReadContext, what: str
) -> PositionOrientation | Transform:
    """The pose of 16, 12, 9, 7 or 3 numbers.  Raises `TextError`."""
    numbers, tokens = numbers_of(value, context), value.tokens
    if len(numbers) == 16:
        layout = _layout_of_16(value, numbers, conventions, context)
        return matrix_placement(numbers, tokens, layout, context, what)
    if len(numbers) == 12:
        return _pose_of_12(value, numbers, conventions, context, what)
    if len(numbers) == 9:
        return transform(rotation_of_numbers(value, conventions, context, what), (0.0, 0.0, 0.0))
    if len(numbers) == 7:
        return _pose_of_7(value, numbers, conventions, context, what)
    if len(numbers) == 3:
        return PositionOrientation((numbers[0], numbers[1], numbers[2]))
    raise value.fault(f"a pose must have 16, 12, 9 or 7 numbers, got {len(numbers)}: a matrix that was cut?", context)


def rotation_of_numbers(value: ValueTokens, conventions: Conventions, context: ReadContext, what: str) -> Mat3:
    """The rotation of 9 numbers, or of 12 as three rows that are padded with zeros.  Raises `TextError`."""
    numbers, tokens = numbers_of(value, context), value.tokens
    if len(numbers) == 12:
        if any(numbers[3::4]):
            raise value.fault("a rotation of 12 numbers must have rows that end in 0", context)
        numbers = [*numbers[0:3], *numbers[4:7], *numbers[8:11]]
        tokens = (*tokens[0:3], *tokens[4:7], *tokens[8:11])
    grid = np.array(numbers).reshape(3, 3)
    if value.has_columns:
        layout = COLUMNS
    elif np.array_equal(grid, grid.T):
        layout = ROWS
    else:
        default, other = _default(conventions)
        why = f"{conventions.engine}'s layout" if conventions.engine else "most texts print rows"
        layout = context.assume("matrix", default, why, other)
    return nearest_rotation(_mat3(grid if layout == ROWS else grid.T), tokens, context, what)


# The names of the parts next to each other, as in a comment: "x, y, z, qw, qx, qy, qz", "(x, y, z, w)"
_STATED = (
    (WXYZ, re.compile(r"\b(q?)w[\s,]+\1x[\s,]+\1y[\s,]+\1z\b(?![\s,]+\1w)", re.IGNORECASE)),
    (XYZW, re.compile(r"(?<!w[ ,])\b(q?)x[\s,]+\1y[\s,]+\1z[\s,]+\1w\b", re.IGNORECASE)),
)


def quaternion_order(conventions: Conventions, context: ReadContext) -> str:
    """The order of quaternions in the text: the engine's, or a question unless an identity has shown it."""
    for known in context.assumptions:
        if known.what == "quaternion":
            return known.value
    stated = next((order for order, sign in _STATED if sign.search(context.text)), None)
    if stated is not None:
        others = XYZW if stated == WXYZ else WXYZ
        return context.assume("quaternion", stated, f"the text names the parts {', '.join(stated)}", others)
    default = conventions.quaternion
    other = WXYZ if default == XYZW else XYZW
    if conventions.engine:
        return context.assume("quaternion", default, f"{conventions.engine}'s order", other)
    return context.ask("quaternion", default, "the text does not say where w is", other)


def _default(conventions: Conventions) -> tuple[str, str]:
    layout = conventions.matrix
    return layout, COLUMNS if layout == ROWS else ROWS


def _layout_of_16(value: ValueTokens, numbers: Sequence[float], conventions: Conventions, context: ReadContext) -> str:
    grid = np.array(numbers).reshape(4, 4)
    last = (0.0, 0.0, 0.0, 1.0)
    by_rows, by_columns = np.array_equal(grid[3], last), np.array_equal(grid[:, 3], last)
    if by_rows and by_columns:
        if np.array_equal(grid, grid.T):
            return ROWS
        default, other = (COLUMNS, ROWS) if value.has_columns else _default(conventions)
        why = "the matrix has no translation, which would show it"
        return context.assume("matrix", default, why, other, span=value.span)
    if by_columns:
        return context.choices.get("matrix", COLUMNS)
    if not by_rows:
        raise value.fault("a 4×4 matrix must have a last row or column 0 0 0 1", context)
    return context.choices.get("matrix", ROWS)


def _pose_of_12(
    value: ValueTokens, numbers: Sequence[float], conventions: Conventions, context: ReadContext, what: str
) -> Transform:
    """Three rows of four, four columns of three, or a basis by rows and then the origin."""
    rows = np.array(numbers).reshape(3, 4)
    columns = np.array(numbers).reshape(4, 3)
    rotations = {ROWS: rows[:, :3], COLUMNS: columns[:3].T, BASIS: columns[:3]}
    fitting = [layout for layout, rotation in rotations.items() if _is_rigid(rotation)]
    if not fitting:
        raise value.fault("12 numbers are not a pose: neither 3×4 nor 4×3 contains a rotation", context)
    default = _preferred_layout(value, fitting, conventions)
    others = tuple(layout for layout in fitting if layout != default)
    layout = context.assume("matrix", default, "the engine's layout", *others) if others else default
    if layout == ROWS:
        tokens = tuple(chain(*(value.tokens[4 * i : 4 * i + 3] for i in range(3))))
        position = (numbers[3], numbers[7], numbers[11])
    else:
        tokens, position = value.tokens[:9], (numbers[9], numbers[10], numbers[11])
    rotation = nearest_rotation(_mat3(rotations[layout]), tokens, context, what)
    return transform(rotation, position)


def _preferred_layout(value: ValueTokens, fitting: Sequence[str], conventions: Conventions) -> str:
    lengths = set(value.rows)
    if value.has_columns and COLUMNS in fitting:
        return COLUMNS
    if lengths == {4} and ROWS in fitting:
        return ROWS
    if lengths == {3} and COLUMNS in fitting:
        return COLUMNS
    if conventions.engine == "Godot" and BASIS in fitting:
        return BASIS
    return conventions.matrix if conventions.matrix in fitting else fitting[0]


def _pose_of_7(
    value: ValueTokens, numbers: Sequence[float], conventions: Conventions, context: ReadContext, what: str
) -> PositionOrientation:
    """A position and a quaternion, whichever of the two has length 1."""
    first, last = abs(hypot(*numbers[:4]) - 1.0), abs(hypot(*numbers[3:]) - 1.0)
    if min(first, last) > FITS or value.rows == (4, 3):
        raise value.fault("7 numbers must be a position and a unit quaternion: a matrix that was cut?", context)
    start = 3 if last <= first else 0
    parts, tokens = numbers[start : start + 4], value.tokens[start : start + 4]
    order = quaternion_order(conventions, context)
    x, y, z = numbers[:3] if start else numbers[4:]
    return PositionOrientation((x, y, z), quaternion(parts, tokens, order, context, what))


def _is_rigid(rotation: Floats) -> bool:
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.abs(rotation @ rotation.T - np.eye(3)).max() <= FITS)


def _mat3(grid: Floats) -> Mat3:
    a, b, c = ((float(x), float(y), float(z)) for x, y, z in grid)
    return (a, b, c)
