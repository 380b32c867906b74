"""Reads the arguments of compiled functions about single shapes: cores and poses, as `native/layout.py` describes."""

from typing import Any

import numpy as np

from gjkscope.engine.batch.lists import lent
from gjkscope.engine.batch.reading import vector_at
from gjkscope.engine.native.layout import POSE_NUMBERS, ROW
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.blocks import Blocks
from gjkscope.engine.shapes.support import Core


def lent_core(rows: int) -> Core:
    """The core whose rows are at an address."""
    integers, numbers = lent(rows, np.int64), lent(rows + ROW, np.float64)
    return Core(
        integers[0],
        vector_at(numbers, 0),
        numbers[3],
        Blocks(integers[2], integers[3], 0),  # type: ignore[arg-type]
        vector_at(numbers, 4),
        integers[1],
        numbers[7],
    )


def short_pose_at(poses: Any, n: int) -> Pose:
    """The pose with this number, each of `POSE_NUMBERS` numbers."""
    i = POSE_NUMBERS * n
    return Pose((vector_at(poses, i), vector_at(poses, i + 3), vector_at(poses, i + 6)), vector_at(poses, i + 9))
