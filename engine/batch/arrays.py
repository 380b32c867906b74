"""The arrays that compiled code reads and writes.  Their types are fixed, because code is compiled for these only."""

from collections.abc import Callable
from functools import lru_cache
from operator import is_
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.arguments import short_repr
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.blocks import address_of, blocks, cell_blocks
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import Core, core

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]
SortKeys = npt.NDArray[np.uint16]

TABLES_KEPT = 8  # cache size

# Shapes with this many vertices get cells.  With 256 vertices, pairs near contact then take a tenth less time; with
# 128, they gain nothing.
MANY_VERTICES = 200
# And only after this many pairs, in which they save about as much time as it takes to find them.
MANY_PAIRS = 250


class ShapeTable(NamedTuple):
    """The cores of M shapes, one row each, and where their vertices are."""

    kind: Integers  # (M,), as in `Core`
    size: Floats  # (M, 3)
    parameter: Floats  # (M,)
    center: Floats  # (M, 3)
    first: Integers  # (M,)
    radius: Floats  # (M,)
    ball: Floats  # (M,), the radius of a ball around the shape
    address: Integers  # (M,), as in `Blocks`
    end: Integers  # (M,)
    cells: Integers  # (M,)
    likeness: SortKeys  # (M,) below 256, equal for cores of similar cost


class BatchSide(NamedTuple):
    """One side of N pairs."""

    shapes: Integers  # (N,) rows of the table
    poses: Floats  # (N, 4, 4)


class Columns(NamedTuple):
    """The results for N pairs; see `batch.Results`."""

    verdict: Bytes  # (N,) places in `Verdict`
    exit: Bytes  # (N,)
    iterations: Integers  # (N,)
    signed_distance: Floats  # (N,)
    lower: Floats  # (N,)
    upper: Floats  # (N,)
    normal: Floats  # (N, 3)
    witness_a: Floats  # (N, 3)
    witness_b: Floats  # (N, 3)


Solver = Callable[[int, int, int, float], int]
"""Solves pairs into columns; see `compiled.solve`."""

Grouper = Callable[[int, int, int], int]
"""Numbers distinct objects; see `grouping.group`."""


class CompiledCode(NamedTuple):
    """All machine code that a batch calls."""

    group: Grouper
    solve: Solver


ROW = 24  # bytes from a row of `list_rows` to the next one


class Objects(tuple[Shape, ...]):
    """A tuple of shapes compared by identity, because comparing and hashing their contents is slow."""

    def __hash__(self) -> int:
        return hash(tuple(map(id, self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Objects) and len(self) == len(other) and all(map(is_, self, other))


class PreparedShapes:
    """The table of some shapes, and the vertices that it refers to by address."""

    def __init__(self, shapes: Objects) -> None:
        cores = [core(shape) for shape in shapes]
        self._vertices = [c.vertices for c in cores]
        self._blocks = [blocks(vertices) for vertices in self._vertices]
        self._cells: list[Floats] = []
        self._pairs = np.zeros(len(shapes), np.int64)  # so far
        self._waiting = np.array([len(vertices) >= MANY_VERTICES for vertices in self._vertices], np.bool_)
        self.table = ShapeTable(
            kind=np.array([c.kind for c in cores], np.int64),
            size=np.array([c.size for c in cores], np.float64).reshape(-1, 3),
            parameter=np.array([c.parameter for c in cores], np.float64),
            center=np.array([c.center for c in cores], np.float64).reshape(-1, 3),
            first=np.array([c.first for c in cores], np.int64),
            radius=np.array([c.radius for c in cores], np.float64),
            ball=np.array([bounding_sphere(shape, Pose())[1] for shape in shapes], np.float64),
            address=np.array([address_of(rows) for rows in self._blocks], np.int64),
            end=np.array([len(rows) for rows in self._blocks], np.int64),
            cells=np.zeros(len(shapes), np.int64),
            likeness=_likeness(cores),
        )
        self.rows = list_rows(*self.table)

    def expect(self, *sides: Integers) -> None:
        """Finds the cells of shapes that have occurred in many pairs, including these."""
        if self._waiting.any():
            for side in sides:
                self._pairs += np.bincount(side, minlength=len(self._pairs))
            for m in np.flatnonzero(self._waiting & (self._pairs >= MANY_PAIRS)):
                self._waiting[m] = False
                cells = cell_blocks(self._vertices[m])
                if cells is not None:
                    self._cells.append(cells)
                    self.table.cells[m] = address_of(cells)


class PairedShapes(NamedTuple):
    """The shapes of N pairs, without poses."""

    shapes: PreparedShapes
    a: Integers  # (N,) rows of the table
    b: Integers
    order: Integers  # (N,) in which they are solved


@lru_cache(maxsize=TABLES_KEPT)
def prepare_shapes(shapes: Objects) -> PreparedShapes:
    """Cached, as the same shapes are usually queried again at other poses."""
    return PreparedShapes(shapes)


def order(shapes: ShapeTable, a: Integers, b: Integers) -> Integers:
    """The indices of pairs of these rows of the table, (N,), sorted by kind of shape: it improves branch prediction.

    The key has 16 bits, because NumPy uses a radix sort for these.
    """
    return (256 * shapes.likeness[a] + shapes.likeness[b]).argsort(kind="stable")


def list_rows(*arrays: npt.NDArray[Any]) -> Integers:
    """What compiled code sees as a list of each array's items (`lists.py`); it needs only their addresses."""
    rows = np.zeros((len(arrays), 3), np.int64)
    rows[:, 2] = [address_of(array) for array in arrays]
    return rows


def as_floats(name: str, value: npt.ArrayLike, shape: str) -> Floats:
    """The numbers in the form that compiled code requires: float64, C order, aligned and writable.

    Raises `ValueError`, which says that they must be of that shape; the caller checks the shape itself.
    """
    try:
        given = np.asarray(value)
        if given.dtype.kind not in "iuf":
            raise TypeError
        return np.require(given, np.float64, ["C", "A", "W"])
    except (TypeError, ValueError):
        raise ValueError(f"{name}: must be numbers of shape {shape}, got {short_repr(value)}") from None


def columns(count: int) -> Columns:
    """Allocates the results as one block.

    The C library returns many smaller blocks to the operating system when they are freed, and new pages take as long as
    solving spheres and boxes.  A block is kept if one of its size has been freed before.
    """
    numbers = np.empty((14, count))
    small = numbers[13].view(np.int8)
    return Columns(
        verdict=small[:count],
        exit=small[count : 2 * count],
        iterations=numbers[0].view(np.int64),
        signed_distance=numbers[1],
        lower=numbers[2],
        upper=numbers[3],
        normal=numbers[4:7].reshape(count, 3),
        witness_a=numbers[7:10].reshape(count, 3),
        witness_b=numbers[10:13].reshape(count, 3),
    )


def _likeness(cores: list[Core]) -> SortKeys:
    """Ranks each core by its kind and by the bit length of its number of vertices."""
    kinds = [(c.kind, len(c.vertices).bit_length()) for c in cores]
    ranks = {kind: rank % 256 for rank, kind in enumerate(sorted(set(kinds)))}
    return np.array([ranks[kind] for kind in kinds], np.uint16)
