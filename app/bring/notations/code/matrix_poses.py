"""Arrays of numbers that are poses: finds the layouts that fit, and the intended one.

1. A layout fits if it makes the numbers a pose: a last row (or column) 0 0 0 1, or a part that is a rotation.
2. If several fit and agree, as for a symmetric rotation without translation, there is no question.
3. Otherwise the layout is the one that another matrix of the text shows, or the user is asked.

An array of 12 or fewer numbers may equally be points: it is a pose only if its name says so.
"""

import re
from collections.abc import Sequence

import numpy as np

from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.lexer import PYTHON
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.values import (
    NOWHERE,
    Array,
    PlacedFrame,
    Rotation,
    Scalar,
    Value,
    all_tokens,
    flatten,
    floats,
    matrix_rows,
    rotation_of_rows,
)
from gjkscope.app.bring.notations.inference import matrix_layouts
from gjkscope.app.bring.notations.placing import COLUMNS, ROWS

Numbers = Sequence[Scalar]
Rows = tuple[Numbers, ...]

POSE_NAMES = frozenset(
    "pose poses tf trans transform tm iso isometry xform world frame placement matrix mat xf rigid motion "
    "affine".split()
)
_SHORT_NAME = re.compile(r"[XTMH](?:_?\w{1,2}|_\w+)?|(?:tf|tr|xf|tm)_?\w{0,2}")
FITS = 5e-2  # how far a matrix that is printed with two decimals may be from a rotation

# Assignments that fill in a matrix of NumPy tell where its translation is.
_SIGNS = (
    (ROWS, re.compile(r"\[\s*0?:3\s*,\s*(?:3|-1)\s*\]")),
    (COLUMNS, re.compile(r"\[\s*(?:3|-1)\s*,\s*0?:3\s*\]")),
)


def as_matrix_pose(value: Value) -> bool:
    """Whether a value is a pose whatever its name is: 4×4 or flat by its 0 0 0 1, or 3×4 by its rotation."""
    return bool(_fitting(value, False))


def is_named_pose(name: str, value: Value) -> bool:
    """Whether an array is a pose rather than points, by its name: `poseA[12]`, `T_B` with four rows of three."""
    return has_pose_name(name) and bool(_fitting(value, True))


def has_pose_name(name: str) -> bool:
    """Whether a name is that of a pose or rotation."""
    return bool(set(names.words_of(name)) & POSE_NAMES) or bool(_SHORT_NAME.fullmatch(name))


def pose_of_matrix(program: Program, value: Value, name: str) -> PlacedFrame | None:
    """The pose of an array, in the layout given by the text or the user; None if it is not one."""
    layouts = _fitting(value, has_pose_name(name))
    return _frame_of_rows(layouts[_choose_layout(program, value, layouts, name)], value) if layouts else None


def turn_of_matrix(program: Program, value: Value, name: str) -> Rotation | None:
    """The rotation of nine numbers, in the layout given by the text or the user; None if they are not one."""
    layouts = _fitting(value, True) if isinstance(value, Array) and value.size == 9 else {}
    return _frame_of_rows(layouts[_choose_layout(program, value, layouts, name)], value).rotation if layouts else None


def _frame_of_rows(rows: Rows, value: Value) -> PlacedFrame:
    x, y, z = (row[3] for row in rows)
    rotation = rotation_of_rows([row[:3] for row in rows])
    return PlacedFrame(rotation._replace(more=tuple(all_tokens(value))), (x, y, z))  # with the row 0 0 0 1


def _choose_layout(program: Program, value: Value, layouts: dict[str, Rows], name: str) -> str:
    if len({tuple(floats(row) for row in rows) for rows in layouts.values()}) == 1:
        return next(iter(layouts))
    return _layout(program, value, layouts, name)


def _layout(program: Program, value: Value, layouts: dict[str, Rows], name: str) -> str:
    """The layout of numbers that give different poses by rows and by columns."""
    context = program.context
    other = next(layout for layout in layouts if layout != ROWS)
    what = f"{name}: " if name else ""
    if isinstance(value, Array) and value.depth > 1 and program.vocabulary.is_order_known:
        return context.assume("matrix", ROWS, f"{what}nested lists are rows", other)
    if (shown := _shown_layout(program)) is not None and shown in layouts:
        others = [layout for layout in layouts if layout != shown]
        return context.assume("matrix", shown, "another matrix of the text shows it by its 0 0 0 1", *others)
    return context.ask("matrix", ROWS, f"{what}no translation shows whether it is by rows or by columns", other)


def _shown_layout(program: Program) -> str | None:
    """The common layout of all matrices that only one fits; None if there is none, or if they differ."""
    layouts = {next(iter(fitting)) for item in program.variables if len(fitting := _fitting(item.value, False)) == 1}
    if program.vocabulary.language is PYTHON:
        layouts |= {layout for layout, sign in _SIGNS if sign.search(program.context.text)}
    return layouts.pop() if len(layouts) == 1 else None


def _fitting(value: Value, is_named: bool) -> dict[str, Rows]:
    """The three rows of four numbers of an array in each layout that fits."""
    flat = flatten(value) if isinstance(value, Array) and value.size in (9, 12, 16) else None
    if flat is None or not isinstance(value, Array):
        return {}
    height = len(matrix_rows(value) or (0,)) if value.depth > 1 else 0
    if len(flat) == 16 and height in (0, 4):
        return _of_16(flat)
    if len(flat) == 12 and height in (0, 3, 4):
        return _of_12(flat, height, is_named)
    return _of_9(flat, height) if len(flat) == 9 and height in (0, 3) and is_named else {}


def _of_16(flat: Numbers) -> dict[str, Rows]:
    by_rows = tuple(flat[i : i + 4] for i in range(0, 12, 4))
    by_columns = tuple(flat[i::4] for i in range(3))
    layouts = matrix_layouts(floats(flat))
    return {layout: rows for layout, rows in ((ROWS, by_rows), (COLUMNS, by_columns)) if layout in layouts}


def _of_12(flat: Numbers, height: int, is_named: bool) -> dict[str, Rows]:
    """Three rows of four, or four columns of three; nested lists say which."""
    by_rows = tuple(flat[i : i + 4] for i in range(0, 12, 4))
    by_columns = tuple(flat[i::3] for i in range(3))
    layouts = {ROWS: by_rows} if height != 4 and (height == 3 or is_named) else {}
    if height != 3 and is_named:
        layouts[COLUMNS] = by_columns
    return {layout: rows for layout, rows in layouts.items() if _is_turn(rows)}


def _of_9(flat: Numbers, height: int) -> dict[str, Rows]:
    """A rotation: nested lists are its rows."""
    x, y, z = NOWHERE
    by_rows = ((*flat[:3], x), (*flat[3:6], y), (*flat[6:], z))
    by_columns = ((*flat[::3], x), (*flat[1::3], y), (*flat[2::3], z))
    layouts = {ROWS: by_rows} if height else {ROWS: by_rows, COLUMNS: by_columns}
    return {layout: rows for layout, rows in layouts.items() if _is_turn(rows)}


def _is_turn(rows: Rows) -> bool:
    turn = np.array([floats(row[:3]) for row in rows])
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.abs(turn @ turn.T - np.eye(3)).max() <= FITS)
