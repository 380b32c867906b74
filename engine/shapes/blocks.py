"""The memory in which compiled code finds the vertices of hulls.

Vertices are stored in blocks of `LANES`: all x, then all y, all z, and all keys.  A key is the vertex's index times
2³², plus its place in the memory, counted in vertices.  The last block is filled with copies of a vertex, which changes
no support point, since copies have the same index.
"""

from ctypes import addressof, c_char, c_int64
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.shapes.cells import CELLS, candidates

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

LANES = 8  # vertices per block: the number of doubles in the widest vector registers
ROWS = 4  # per block: x, y, z, keys
BYTES = 8 * ROWS * LANES  # per block

HEADER = -(-8 * CELLS // BYTES)  # blocks at the start of a hull's cells that contain the range of each cell

NO_BLOCKS = np.empty((0, ROWS, LANES))
NO_BYTES: Any = c_char * 0


class Blocks(NamedTuple):
    """One shape's vertices; replaces `Core.vertices` in compiled code.

    It holds addresses rather than arrays to avoid reference counting, as cores are copied often.
    """

    address: int  # of the first block
    end: int  # one past the number of the last, counted from 0
    cells: int  # address of what `cell_blocks` returns; 0 if the shape has no cells


def blocks(vertices: Floats) -> Floats:
    """All vertices, (k, ROWS, LANES)."""
    if len(vertices) == 0:
        return NO_BLOCKS
    indices = np.zeros(-(-len(vertices) // LANES) * LANES, np.int64)
    indices[: len(vertices)] = np.arange(len(vertices))
    return _fill_blocks(vertices, indices, 0)


def cell_blocks(vertices: Floats) -> Floats | None:
    """The candidates of each cell, (k, ROWS, LANES), by ascending index; `None` if cells do not help.

    The first `HEADER` blocks contain two 32-bit numbers for each cell: its first block, and one past its last.
    """
    is_candidate = candidates(vertices)
    if is_candidate is None:
        return None
    cell, index = is_candidate.nonzero()
    counts = np.bincount(cell, minlength=CELLS)
    sizes = -(-counts // LANES)
    ends, begins = np.cumsum(sizes), np.cumsum(sizes) - sizes
    starts = np.cumsum(counts) - counts
    indices = np.repeat(index[starts], sizes * LANES)
    indices[np.arange(len(index)) + (begins * LANES - starts)[cell]] = index
    ranges = np.zeros(HEADER * BYTES // 4, np.int32)
    ranges[: 2 * CELLS] = np.stack([begins, ends], axis=1).ravel() + HEADER
    header = ranges.view(np.float64).reshape(HEADER, ROWS, LANES)
    return np.concatenate([header, _fill_blocks(vertices, indices, HEADER * LANES)])


def address_of(array: npt.NDArray[Any]) -> int:
    """Four times faster than `array.ctypes.data`, if the array is writable.  It must be contiguous."""
    try:
        return addressof(NO_BYTES.from_buffer(array))
    except TypeError:  # read-only
        return int(array.ctypes.data)


def addresses_of(objects: tuple[Any, ...]) -> Integers:
    """The addresses of the objects in a tuple, (N,): its own memory, where CPython has them behind a header.

    Valid as long as the tuple.  Copying them into an array of NumPy takes as long as solving a quarter of the spheres
    and boxes.
    """
    memory: Any = (c_int64 * len(objects)).from_address(id(objects) + tuple.__basicsize__)
    addresses: Integers = np.frombuffer(memory, np.int64)
    return addresses


def _fill_blocks(vertices: Floats, indices: Integers, first: int) -> Floats:
    """Blocks of the vertices with these indices, the first of which is at this place in memory."""
    rows = np.empty((len(indices), ROWS))
    rows[:, :3] = vertices.take(indices, axis=0)
    rows.view(np.int64)[:, 3] = (indices << 32) + np.arange(first, first + len(indices))
    return np.ascontiguousarray(rows.reshape(-1, LANES, ROWS).transpose(0, 2, 1))
