"""The vertices of a hull that may be the highest, for each of `CELLS` sets of directions.

The search for a support point looks only at the candidates of the direction's cell: of 1,500 vertices, 50.

1. Directions are divided like the surface of a cube: six faces, each of `SIDE` × `SIDE` squares.
2. A vertex is not a candidate if one rival is higher in the directions of all four corners.  All directions of the cell
   are combinations of these with factors ≥ 0, and heights are linear, so the rival is higher in all of them.  The
   rivals are the highest vertices at the corners and at the centre.
3. The vertex that is found is the one that a search of all vertices finds, the first of equals: a rival must be higher
   by more than rounding can change.

The interpreter searches cells of hulls with at least `MANY_VERTICES` vertices (`candidates_along`); compiled code has
copies of its own (blocks.py).

How it can fail: if most vertices remain candidates, as in a hull that is tiny compared with its distance from the
origin, or if heights may overflow or underflow, there are no cells, and all vertices are searched.
"""

from functools import cache
from typing import NamedTuple
from weakref import finalize

import numpy as np
import numpy.typing as npt

from gjkscope.engine.vectors import Vec3

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.intp]

# With 24 cells, near pairs of 1,500-vertex hulls take a tenth longer; with 384, no less, and the memory doubles.
SIDE = 4
CELLS = 6 * SIDE * SIDE

# How much higher a rival must be, relative to the largest |x| + |y| + |z| of a vertex.  The two heights here and the
# two of a search are each wrong by up to 3 · 2⁻⁵³, and because `cell_of` rounds, a direction may lie 2⁻⁵¹ outside of
# its cell.  In total, that is less than 2⁻⁴⁸.
MARGIN = 2.0**-48

# Between these, for vertices and directions, no height overflows, and what underflows is much less than `MARGIN`.
LEAST, MOST = 2.0**-400, 2.0**400

# Memory: a hull whose vertices are candidates of more cells than this on average has none.  A sphere's are of 3, those
# of a flat polygon of 10: its normals lie at corners of 8 cells.
REPEATED = 16

# Hulls of fewer vertices are searched in the same time without cells by the interpreter, for which the 650 candidates
# of a cell of 20,000 vertices take 6 µs, all of them 27 µs.
MANY_VERTICES = 4000
# Searches of a hull before its cells are found, which takes about as long.
MANY_SEARCHES = 500


class Candidates(NamedTuple):
    """The vertices that may be the highest for the directions of one cell."""

    indices: Integers  # ascending
    vertices: Floats  # (n, 3), with contiguous columns


class _Memory:
    """The known properties of a hull's vertices."""

    __slots__ = ("cells", "searches")

    def __init__(self) -> None:
        self.searches = 0  # so far, up to `MANY_SEARCHES`
        self.cells: list[Candidates] | None = None


_MEMORIES: dict[int, _Memory] = {}
"""By the address of the array, which is removed together with the array."""


def candidates_along(vertices: Floats, d: Vec3) -> Candidates | None:
    """The candidates of a direction's cell, of at least one vertex; `None` if all vertices have to be searched.

    Only for a hull's own array, which is read-only and has been searched often.
    """
    memory = _MEMORIES.get(id(vertices)) or _memory_of(vertices)
    if memory.searches < MANY_SEARCHES:
        memory.searches += 1
        if memory.searches == MANY_SEARCHES:
            memory.cells = _cells(vertices)
    cell = cell_of(d) if memory.cells is not None else -1
    return memory.cells[cell] if memory.cells is not None and cell >= 0 else None


def _memory_of(vertices: Floats) -> _Memory:
    finalize(vertices, _MEMORIES.pop, id(vertices), None)
    return _MEMORIES.setdefault(id(vertices), _Memory())


def _cells(vertices: Floats) -> list[Candidates] | None:
    is_candidate = candidates(vertices)
    if is_candidate is None:
        return None
    numbers = [row.nonzero()[0] for row in is_candidate]
    return [Candidates(indices, np.asfortranarray(vertices[indices])) for indices in numbers]


def cell_of(d: Vec3) -> int:
    """The number of a direction's cell; -1 if it is zero, not finite, or extreme.  Also compiled."""
    x, y, z = d
    if not LEAST < abs(x) + abs(y) + abs(z) < MOST:
        return -1
    face, along, across, up = 0, x, y, z
    if abs(y) > abs(along):
        face, along, across, up = 2, y, z, x
    if abs(z) > abs(along):
        face, along, across, up = 4, z, x, y
    if along < 0:
        face += 1
    scale = 0.5 * SIDE / abs(along)
    row, column = int(across * scale + 0.5 * SIDE), int(up * scale + 0.5 * SIDE)
    return (face * SIDE + min(row, SIDE - 1)) * SIDE + min(column, SIDE - 1)


def candidates(vertices: Floats) -> Bools | None:
    """Which of n vertices may be the highest for a direction of each cell, (CELLS, n); `None` if cells do not help."""
    size = np.abs(vertices).sum(axis=1).max()
    if not LEAST < size < MOST:
        return None
    is_candidate = np.concatenate(
        [_candidates(vertices, face, MARGIN * size) for face in np.split(_directions(), 6, axis=1)]
    )
    return is_candidate if np.count_nonzero(is_candidate) <= REPEATED * len(vertices) else None


def _candidates(vertices: Floats, directions: Floats, margin: float) -> Bools:
    """The same for some of the cells, given their corners and centres, (5, m, 3): (m, n)."""
    heights = directions @ vertices.T
    x, y, z, w = heights[:4]
    beaten = np.zeros(x.shape, np.bool_)
    for rival in heights.argmax(axis=2):
        a, b, c, d = np.take_along_axis(heights[:4], rival[None, :, None], axis=2) - margin
        beaten |= (a > x) & (b > y) & (c > z) & (d > w)
    return ~beaten


@cache
def _directions() -> Floats:
    """The corners of all cells, and their centres, (5, CELLS, 3), as points on the cube from −1 to 1."""
    face, row, column = (numbers.ravel() for numbers in np.indices((6, SIDE, SIDE)))
    sign, axis, each = 1 - 2 * (face % 2), face // 2, np.arange(CELLS)
    grid = np.empty((5, CELLS, 3))
    for directions, (i, j) in zip(grid, ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)), strict=True):
        directions[each, axis] = sign
        directions[each, (axis + 1) % 3] = (2 * row + 1 + i) / SIDE - 1
        directions[each, (axis + 2) % 3] = (2 * column + 1 + j) / SIDE - 1
    return grid
