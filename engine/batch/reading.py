"""Reads the arguments of compiled functions: the table of shapes, and both sides of the pairs.

They come as one address, that of `list_rows(*table, *a, *b, …)`: a `ShapeTable` and two `BatchSide`s, and then whatever
the function takes besides.
"""

from math import isfinite
from typing import Any

import numpy as np

from gjkscope.engine.batch.arrays import ROW, BatchSide, ShapeTable
from gjkscope.engine.batch.lists import lent
from gjkscope.engine.pose import Pose, is_rotation
from gjkscope.engine.shapes.blocks import Blocks
from gjkscope.engine.shapes.support import Core
from gjkscope.engine.vectors import Vec3

# Bytes to the rows of each argument, and to those that follow.
SIDE_A = len(ShapeTable._fields) * ROW
SIDE_B = SIDE_A + len(BatchSide._fields) * ROW
OTHERS = SIDE_B + len(BatchSide._fields) * ROW


def lent_table(rows: int) -> Any:
    return ShapeTable(
        lent(rows, np.int64),
        lent(rows + ROW, np.float64),
        lent(rows + 2 * ROW, np.float64),
        lent(rows + 3 * ROW, np.float64),
        lent(rows + 4 * ROW, np.int64),
        lent(rows + 5 * ROW, np.float64),
        lent(rows + 6 * ROW, np.float64),
        lent(rows + 7 * ROW, np.int64),
        lent(rows + 8 * ROW, np.int64),
        lent(rows + 9 * ROW, np.int64),
        lent(rows + 10 * ROW, np.uint16),
    )


def lent_side(rows: int) -> Any:
    return BatchSide(lent(rows, np.int64), lent(rows + ROW, np.float64))


def core_at(table: Any, m: int) -> Core:
    return Core(
        table.kind[m],
        vector_at(table.size, 3 * m),
        table.parameter[m],
        Blocks(table.address[m], table.end[m], table.cells[m]),  # type: ignore[arg-type]
        vector_at(table.center, 3 * m),
        table.first[m],
        table.radius[m],
    )


def holds_pose(poses: Any, n: int) -> bool:
    """Whether the matrix with this number, of 16 numbers, is a pose."""
    for i in range(12):
        if not isfinite(poses[16 * n + i]):
            return False
    i = 16 * n + 12
    last_row = poses[i] == 0 and poses[i + 1] == 0 and poses[i + 2] == 0 and poses[i + 3] == 1
    return last_row and is_rotation(pose_at(poses, n).rotation)


def pose_at(poses: Any, n: int) -> Pose:
    x, y, z = 16 * n, 16 * n + 4, 16 * n + 8
    rotation = (vector_at(poses, x), vector_at(poses, y), vector_at(poses, z))
    return Pose(rotation, (poses[x + 3], poses[y + 3], poses[z + 3]))


def vector_at(numbers: Any, i: int) -> Vec3:
    return (numbers[i], numbers[i + 1], numbers[i + 2])
