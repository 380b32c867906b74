"""The arrays that the compiled search through triangles reads and writes."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gjkscope.engine.batch.arrays import Floats, Integers, list_rows
from gjkscope.engine.meshes.sides import is_triangles, place_side
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.blocks import LANES, NO_BLOCKS, ROWS, address_of, blocks
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import core

KEPT = 8  # size of the cache of arrays per shape

BOX, LINK = 15, 2  # numbers of a node's box, and integers of its links; see compiled_meshes.py
TRIANGLE = 9  # numbers of a triangle's corners
PLACED = 13  # numbers of a placed box, without its half extents
NUMBERS, COUNTS = 11, 8  # of a result; see `FoundNearest`

# Arrays of a side: its shape, three of its tree, the poses, and two that are written.
SHAPE, BOXES, LINKS, CORNERS, POSES, PLACED_BOXES, BLOCK = range(7)
FIRST = 12  # where the shape's numbers have that of the first pair

NO_CONTACT, CONTACT, OUT_OF_RANGE = range(3)  # what the search for contacts finds


class FoundNearest(NamedTuple):
    """What compiled code finds for N pairs of poses; all relative to A's position, and without radii."""

    numbers: Floats  # (N, NUMBERS): lower and upper bound, nearest point of A, of B, normal
    counts: Integers  # (N, COUNTS): iteration, pairs of nodes, of leaves, nearest nodes, GJK's exit, exit, contact


class PreparedSide:
    """The arrays of a shape, which many calls may read at once; see compiled_meshes.py."""

    def __init__(self, shape: Shape) -> None:
        side, own = place_side(shape, Pose()), core(shape)
        self.boxes, self.links, _ = side.arrays
        self.corners = side.corners
        self.vertices = NO_BLOCKS if is_triangles(shape) else blocks(own.vertices)
        self.shape = np.array(
            [*own.size, own.parameter, *own.center, own.kind, 0, 0, own.first, own.radius, 0], np.float64
        )
        self._spare: list[SideMemory] = []

    @contextmanager
    def memory(self) -> Iterator["SideMemory"]:
        """Memory for a call, which no other one uses meanwhile.

        It is kept for the next call: the system takes longer to provide it than many a search takes.
        """
        try:
            memory = self._spare.pop()
        except IndexError:
            memory = SideMemory(self)
        try:
            yield memory
        finally:
            self._spare.append(memory)


class SideMemory:
    """What compiled code writes about a side of the pairs of a call, and the rows of all arrays of the side."""

    def __init__(self, prepared: PreparedSide) -> None:
        self._placed = np.zeros((len(prepared.boxes), PLACED))  # of which only the pages that are used take memory
        self._block = np.empty((1, ROWS, LANES))  # the triangle that is measured: its corners, and copies of the first
        lanes = np.arange(LANES)
        self._block.view(np.int64)[0, 3] = (np.where(lanes < 3, lanes, 0) << 32) + lanes
        vertices = self._block if len(prepared.corners) else prepared.vertices
        self._shape = prepared.shape.copy()
        self._shape[9] = len(vertices)
        self._shape.view(np.int64)[8] = address_of(vertices)
        of_tree = prepared.boxes, prepared.links, prepared.corners
        self._rows = list_rows(self._shape, *of_tree, np.empty(0), self._placed, self._block)
        self._next = 1.0  # no number is used twice, so that boxes that an earlier call has placed are recognised

    def rows(self, poses: Floats) -> Integers:
        """The rows for pairs with these poses of this side."""
        self._rows[POSES, 2] = address_of(poses)
        self._shape[FIRST], self._next = self._next, self._next + len(poses)
        return self._rows


@lru_cache(maxsize=KEPT)
def prepare_side(shape: Shape) -> PreparedSide:
    """Cached, as the same meshes are usually queried again at other poses."""
    return PreparedSide(shape)
