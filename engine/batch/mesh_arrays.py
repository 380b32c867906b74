"""The arrays that the compiled search through triangles reads and writes."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gjkscope.engine.batch.arrays import Floats, Integers, list_rows
from gjkscope.engine.batch.blocks import LANES, ROWS, address_of, blocks
from gjkscope.engine.meshes.sides import is_triangles, place_side
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import core

KEPT = 8  # size of the cache of arrays per shape

BOX, LINK = 15, 2  # numbers of a node's box, and integers of its links; see compiled_meshes.py
TRIANGLE = 9  # numbers of a triangle's corners
PLACED = 13  # numbers of a placed box, without its half extents
NUMBERS, COUNTS = 11, 8  # of a result; see `FoundNearest`


class FoundNearest(NamedTuple):
    """What compiled code finds for N pairs of poses; all relative to A's position, and without radii."""

    numbers: Floats  # (N, NUMBERS): lower and upper bound, nearest point of A, of B, normal
    counts: Integers  # (N, COUNTS): iteration, pairs of nodes, of leaves, nearest nodes, GJK's exit, exit, contact


class PreparedSide:
    """The arrays of a shape; see compiled_meshes.py."""

    def __init__(self, shape: Shape) -> None:
        side, own = place_side(shape, Pose()), core(shape)
        self.boxes, self.links, _ = side.arrays
        self.vertices = triangle_blocks(side.corners) if is_triangles(shape) else blocks(own.vertices)
        self.corners = side.corners.reshape(-1, TRIANGLE).copy()
        self.shape = np.array(
            [*own.size, own.parameter, *own.center, own.kind, 0, 0, own.first, own.radius], np.float64
        )
        self.shape[9] = len(self.vertices)
        self.shape.view(np.int64)[8] = address_of(self.vertices)

    def rows(self, poses: Floats) -> Integers:
        return list_rows(self.shape, self.boxes, self.links, self.corners, poses)


@lru_cache(maxsize=KEPT)
def prepare_side(shape: Shape) -> PreparedSide:
    """Cached, as the same meshes are usually queried again at other poses."""
    return PreparedSide(shape)


def triangle_blocks(corners: Floats) -> Floats:
    """A block for each triangle, (n, ROWS, LANES): its corners, and copies of the first."""
    lanes = [0, 1, 2, *[0] * (LANES - 3)]
    made = np.empty((len(corners), ROWS, LANES))
    made[:, :3] = corners[:, lanes].transpose(0, 2, 1)
    made.view(np.int64)[:, 3] = (np.array(lanes) << 32) + np.arange(LANES)
    return made
