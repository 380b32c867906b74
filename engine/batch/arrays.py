"""The arrays that compiled code reads and writes.  Their types are fixed, because code is compiled for these only."""

from collections.abc import Callable
from functools import lru_cache
from operator import is_
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.arguments import short_repr
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import Core, core

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]
SortKeys = npt.NDArray[np.uint16]

LANES = 8  # vertices per block: the number of doubles in the widest vector registers
TABLES_KEPT = 8  # cache size


class ShapeTable(NamedTuple):
    """The cores of M shapes, one row each, and the vertices of all shapes, one shape after the other.

    Vertices are stored in blocks of `LANES`: all x, then all y, then all z.  A shape's last block is padded with copies
    of its first vertex, which changes no support point, since the first of equal vertices is returned.
    """

    kind: Integers  # (M,), as in `Core`
    size: Floats  # (M, 3)
    parameter: Floats  # (M,)
    center: Floats  # (M, 3)
    first: Integers  # (M,)
    radius: Floats  # (M,)
    ball: Floats  # (M,), the radius of a ball around the shape
    begin: Integers  # (M,), the first of the shape's blocks
    end: Integers  # (M,), one past the last
    blocks: Floats  # (K, 3, LANES)
    address: int  # of the blocks
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


Solver = Callable[[ShapeTable, BatchSide, BatchSide, Integers, float, Columns], bool]
"""Solves pairs into columns; see `compiled.solve`."""


class Blocks(NamedTuple):
    """One shape's part of `ShapeTable.blocks`; replaces `Core.vertices` in compiled code.

    It holds an address rather than an array to avoid reference counting, as cores are copied often.
    """

    address: int
    begin: int
    end: int


class Objects(tuple[Shape, ...]):
    """A tuple of shapes compared by identity, because comparing and hashing their contents is slow."""

    def __hash__(self) -> int:
        return hash(tuple(map(id, self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Objects) and len(self) == len(other) and all(map(is_, self, other))


@lru_cache(maxsize=TABLES_KEPT)
def table(shapes: Objects) -> ShapeTable:
    """The table of the shapes; cached, as the same shapes are usually queried again at other poses."""
    cores = [core(shape) for shape in shapes]
    blocks = [_blocks(c) for c in cores]
    rows = np.ascontiguousarray(np.concatenate([np.empty((0, 3, LANES)), *blocks]))
    counts = np.array([len(part) for part in blocks], np.int64)
    end = np.cumsum(counts)
    return ShapeTable(
        kind=np.array([c.kind for c in cores], np.int64),
        size=np.array([c.size for c in cores], np.float64).reshape(-1, 3),
        parameter=np.array([c.parameter for c in cores], np.float64),
        center=np.array([c.center for c in cores], np.float64).reshape(-1, 3),
        first=np.array([c.first for c in cores], np.int64),
        radius=np.array([c.radius for c in cores], np.float64),
        ball=np.array([bounding_sphere(shape, Pose())[1] for shape in shapes], np.float64),
        begin=end - counts,
        end=end,
        blocks=rows,
        address=rows.ctypes.data,
        likeness=_likeness(cores),
    )


def order(shapes: ShapeTable, a: BatchSide, b: BatchSide) -> Integers:
    """The indices of the pairs, (N,), sorted by kind of shape, which improves branch prediction.

    The key has 16 bits, because NumPy uses a radix sort for these.
    """
    return (256 * shapes.likeness[a.shapes] + shapes.likeness[b.shapes]).argsort(kind="stable")


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
    return Columns(
        verdict=np.empty(count, np.int8),
        exit=np.empty(count, np.int8),
        iterations=np.empty(count, np.int64),
        signed_distance=np.empty(count),
        lower=np.empty(count),
        upper=np.empty(count),
        normal=np.empty((count, 3)),
        witness_a=np.empty((count, 3)),
        witness_b=np.empty((count, 3)),
    )


def _likeness(cores: list[Core]) -> SortKeys:
    """The rank of each core by its kind and by how many digits the number of its vertices has, in base 2."""
    kinds = [(c.kind, len(c.vertices).bit_length()) for c in cores]
    ranks = {kind: rank % 256 for rank, kind in enumerate(sorted(set(kinds)))}
    return np.array([ranks[kind] for kind in kinds], np.uint16)


def _blocks(core: Core) -> Floats:
    """(k, 3, LANES)."""
    vertices = core.vertices
    missing = -len(vertices) % LANES
    full = np.concatenate([vertices, np.repeat(vertices[:1], missing, axis=0)])
    return full.reshape(-1, LANES, 3).transpose(0, 2, 1)
