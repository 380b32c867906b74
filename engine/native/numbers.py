"""Writes the numbers that machine code reads (`layout.py`)."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gjkscope.engine.pose import Pose


def address_rows(addresses: Sequence[int]) -> npt.NDArray[np.int64]:
    """A row of three numbers for each array, of which the last one is its address."""
    rows = np.zeros((len(addresses), 3), np.int64)
    rows[:, 2] = addresses
    return rows


def short_pose_numbers(pose: Pose) -> tuple[float, ...]:
    """The rotation, row by row, and the position."""
    (x, y, z), position = pose
    return (*x, *y, *z, *position)
