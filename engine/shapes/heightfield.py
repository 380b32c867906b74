"""A heightfield: a surface of triangles over a grid, such as a terrain."""

from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any, Literal, NamedTuple

import numpy as np

from gjkscope.engine.arguments import as_index, as_items, as_number, items, length, plane_vector, short_repr
from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import Floats, register_shape
from gjkscope.engine.shapes.surfaces import Face, Ints
from gjkscope.engine.shapes.triangle_surface import TriangleSurface
from gjkscope.engine.vectors import Vec3

Diagonal = Literal["main", "anti"]
Cell = tuple[int, int]

# The axes that columns and rows advance along, by the axis of the heights.
LATERAL = {"x": (1, 2), "y": (0, 2), "z": (0, 1)}
# Columns cross rows point along the axis of the heights, but for y, as x × z is −y.
MIRRORED = "y"


class _Grid(NamedTuple):
    """The triangles of a heightfield as arrays."""

    points: Floats  # (n, 3) the samples that some triangle has as a corner, row by row
    triangles: Ints  # (m, 3) two for each cell without a hole, cell by cell, row by row


@register_shape(115)
@dataclass(frozen=True)
class HeightField(TriangleSurface):
    r"""A terrain: `heights[i][j]` metres along `axis` at row i and column j of a grid, at least 2 rows of 2.

    The grid is centred on the origin.  Columns advance by `cell_size[0]` metres and rows by `cell_size[1]`, both > 0,
    along the other two axes in alphabetical order: x and z if `axis` is y, the default.  So column j of n is at
    x = (j − (n − 1) / 2) · cell_size[0].

    A cell (i, j) lies between rows i and i + 1 and columns j and j + 1.  Its `diagonal` divides it into two triangles::

        main                     anti

        i, j ------ i, j+1       i, j ------ i, j+1
          |  \        |            |        /  |
          |     \     |            |     /     |
          |        \  |            |  /        |
        i+1, j ---- i+1, j+1     i+1, j ---- i+1, j+1

    Face 2k is the one at the side of row i, face 2k + 1 the other one, k counting the cells that are not `holes`, row
    by row.  Fronts look along `axis`.  The surface has no thickness and contains nothing: below it is outside, too.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import HeightField
    >>> step = HeightField([(0, 0, 1), (0, 0, 1)], cell_size=(0.5, 2), holes=[(0, 0)])
    >>> step.vertices
    ((0.0, 0.0, -1.0), (0.5, 1.0, -1.0), (0.0, 0.0, 1.0), (0.5, 1.0, 1.0))
    """

    heights: tuple[tuple[float, ...], ...]
    cell_size: tuple[float, float] = (1.0, 1.0)
    axis: fields.Axis = "y"
    diagonal: Diagonal = "main"
    holes: tuple[Cell, ...] = ()
    rounding: float = 0.0

    def __post_init__(self) -> None:
        heights = _heights(self.heights)
        shape = len(heights) - 1, len(heights[0]) - 1
        fields.set_fields(self, heights=heights, cell_size=_cell_size(self.cell_size, shape))
        fields.set_fields(self, axis=fields.axis_name("axis", self.axis), diagonal=_diagonal(self.diagonal))
        fields.set_fields(self, holes=_holes(self.holes, shape), rounding=fields.rounding_field(self.rounding))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.heights, self.cell_size, self.axis, self.diagonal, self.holes, self.rounding))

    @cached_property
    def vertices(self) -> tuple[Vec3, ...]:
        return tuple((x, y, z) for x, y, z in self._grid.points.tolist())

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        return tuple((a, b, c) for a, b, c in self._grid.triangles.tolist())

    def cell_of(self, face: int) -> Cell:
        """The row and the column of the cell that a face belongs to."""
        return self._cells[face // 2]

    @cached_property
    def _cells(self) -> tuple[Cell, ...]:
        row, column = np.nonzero(self._solid)
        return tuple(zip(row.tolist(), column.tolist(), strict=True))

    @cached_property
    def _solid(self) -> "np.ndarray[tuple[int, int], np.dtype[np.bool_]]":
        """Which cells have triangles."""
        solid = np.ones((len(self.heights) - 1, len(self.heights[0]) - 1), dtype=bool)
        if self.holes:
            solid[tuple(np.array(self.holes).T)] = False
        return solid

    @cached_property
    def _grid(self) -> _Grid:
        solid = np.pad(self._solid, 1)
        used = solid[1:, 1:] | solid[1:, :-1] | solid[:-1, 1:] | solid[:-1, :-1]  # samples at a corner of such a cell
        number = np.cumsum(used.ravel()).reshape(used.shape) - 1
        corners = (number[:-1, :-1], number[:-1, 1:], number[1:, :-1], number[1:, 1:])
        p, q, r, s = (corner[self._solid] for corner in corners)
        return _Grid(self._points()[used], _triangles(p, q, r, s, self.diagonal, self.axis == MIRRORED))

    def _points(self) -> Floats:
        """All samples, (rows, columns, 3)."""
        heights = np.array(self.heights)
        across, along = LATERAL[self.axis]
        points = np.empty((*heights.shape, 3))
        points[..., "xyz".index(self.axis)] = heights
        points[..., across] = _places(heights.shape[1], self.cell_size[0])
        points[..., along] = _places(heights.shape[0], self.cell_size[1])[:, None]
        return points


def _places(count: int, step: float) -> Floats:
    return np.asarray((np.arange(count) - (count - 1) / 2) * step + 0.0)  # no −0.0


def _triangles(p: Ints, q: Ints, r: Ints, s: Ints, diagonal: Diagonal, mirrored: bool) -> Ints:
    """Two triangles for each cell, whose corners are p and q in its row, r and s in the next."""
    first, second = ((p, q, s), (p, s, r)) if diagonal == "main" else ((p, q, r), (q, s, r))
    triangles = np.stack([np.stack(first, axis=1), np.stack(second, axis=1)], axis=1).reshape(-1, 3)
    return triangles[:, ::-1] if mirrored else triangles


# --- fields ---


def _heights(values: Any) -> tuple[tuple[float, ...], ...]:
    rows = tuple(_row(f"heights[{i}]", row) for i, row in enumerate(as_items("heights", values, "rows")))
    if len(rows) < 2:
        raise ValueError(f"heights: a heightfield needs at least 2 rows, got {len(rows)}")
    if len(rows[0]) < 2:
        raise ValueError(f"heights[0]: a row needs at least 2 heights, got {len(rows[0])}")
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"heights[{i}]: must have {len(rows[0])} heights like the first row, got {len(row)}")
    return rows


def _row(name: str, values: Any) -> tuple[float, ...]:
    heights = as_items(name, values, "heights")
    if {*map(type, heights)} <= {float} and all(map(isfinite, heights)):
        return heights  # validating 100,000 one by one takes a second
    return tuple(as_number(f"{name}[{j}]", value) for j, value in enumerate(heights))


def _cell_size(values: Any, cells: Cell) -> tuple[float, float]:
    across, along = plane_vector("cell_size", values)
    sizes = length("cell_size[0]", across), length("cell_size[1]", along)
    for i, (size, count) in enumerate(zip(sizes, reversed(cells), strict=True)):
        if not isfinite(size * count):
            raise ValueError(f"cell_size[{i}]: {count} cells must stay within double precision, got {size:g}")
    return sizes


def _diagonal(value: Any) -> Diagonal:
    if not isinstance(value, str) or value not in ("main", "anti"):
        raise ValueError(f"diagonal: must be main or anti, got {short_repr(value)}")
    diagonal: Diagonal = value  # type: ignore[assignment]  # one of the two
    return diagonal


def _holes(values: Any, cells: Cell) -> tuple[Cell, ...]:
    holes = tuple(_hole(f"holes[{i}]", hole, cells) for i, hole in enumerate(as_items("holes", values, "cells")))
    for i, hole in enumerate(holes if len(set(holes)) < len(holes) else ()):
        if hole in holes[:i]:
            raise ValueError(f"holes[{i}]: must be another cell than holes[{holes.index(hole)}], got {hole}")
    if len(holes) == cells[0] * cells[1]:
        raise ValueError(f"holes: must leave at least 1 cell, got all {len(holes)}")
    return holes


def _hole(name: str, value: Any, cells: Cell) -> Cell:
    try:
        row, column = (as_index(number) for number in items(value))
    except (TypeError, ValueError):
        raise ValueError(f"{name}: must be a row and a column, got {short_repr(value)}") from None
    if not (0 <= row < cells[0] and 0 <= column < cells[1]):
        most = f"row 0 to {cells[0] - 1} and column 0 to {cells[1] - 1}"
        raise ValueError(f"{name}: must be a cell from {most}, got {short_repr((row, column))}")
    return (row, column)
