"""Makes heightfields from the arguments of constructors.

- cannon-es 0.20: `new CANNON.Heightfield(data, { elementSize })`.  `data[i][j]` is the height along z at x = i and
  y = j times the element size, so the origin is at a corner; the diagonals join (i + 1, j) and (i, j + 1).
- Rapier: `heightfield(rows, columns, heights, scale)` for numbers of cells.  The heights are along y, column by column;
  rows advance along z and columns along x, centred, and `scale` is the size of the whole field, for y a factor.  The
  diagonals join (i + 1, j) and (i, j + 1).
"""

from gjkscope.app.bring.notations.code.solid_maker import Made, Maker
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    IDENTITY_ROTATION,
    Array,
    PlacedFrame,
    Scalar,
    Value,
    flatten,
)
from gjkscope.engine.shapes.heightfield import HeightField

Rows = tuple[tuple[float, ...], ...]
SURFACE = "taken as its surface: what is below is outside, too"


def heightfield(maker: Maker) -> Made:
    return _of_cells(maker) if maker.has("rows") else _of_matrix(maker)


def _of_matrix(maker: Maker) -> Made:
    """A heightfield of cannon-es: x by x, around a corner."""
    value = maker.value("heights")
    maker.raise_failed(value)
    lines = [flatten(item) for item in value.items] if isinstance(value, Array) else []
    rows = tuple(tuple(number.value for number in line) for line in lines if line is not None)
    if len(rows) != len(lines) or len({len(row) for row in rows}) != 1:
        raise maker.fault(value, "the heights must be a list of lists of numbers, all equally long")
    size = maker.length("cell") if maker.has("cell") else 1.0
    field = HeightField(tuple(zip(*rows, strict=True)), (size, size), "z", "anti", (), maker.outer_rounding())
    _note(maker, field, value)
    corner = (Scalar((len(rows) - 1) / 2 * size), Scalar((len(rows[0]) - 1) / 2 * size), Scalar(0.0))
    return field, PlacedFrame(IDENTITY_ROTATION, corner)


def _of_cells(maker: Maker) -> Made:
    """A heightfield of Rapier: column by column, centred."""
    rows, columns = _count(maker, "rows"), _count(maker, "columns")
    value, (x, y, z) = maker.value("heights"), maker.lengths("field_size")
    maker.raise_failed(value)
    numbers, wanted = flatten(value), (rows + 1) * (columns + 1)
    if numbers is None or len(numbers) != wanted:
        got = "others" if numbers is None else f"{len(numbers)}"
        raise maker.fault(value, f"the heights must be (rows + 1) · (columns + 1) = {wanted} numbers, got {got}")
    heights = tuple(tuple(y * numbers[j * (rows + 1) + i].value for j in range(columns + 1)) for i in range(rows + 1))
    field = HeightField(heights, (x / columns, z / rows), "y", "anti", (), maker.outer_rounding())
    _note(maker, field, value)
    return field, IDENTITY_PLACEMENT


def _count(maker: Maker, name: str) -> int:
    number = maker.number(name)
    if number.value < 1 or number.value != int(number.value):
        raise maker.fault(number, f"the number of {name} must be a whole number ≥ 1, got {number.value:g}")
    return int(number.value)


def _note(maker: Maker, field: HeightField, value: Value) -> None:
    maker.fact("heights", f"{len(field.heights)} rows of {len(field.heights[0])}, {SURFACE}", value)
