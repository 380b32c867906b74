"""Compiles the axis-aligned boxes of many placed shapes (`engine/native/boxes.py`).

The functions are those that the interpreter runs, as in compiled.py, whose extensions serve here too.
"""

import numpy as np
from numba import types

from gjkscope.engine.batch import compiled
from gjkscope.engine.batch.compiled import SOURCES, known_beside
from gjkscope.engine.batch.lists import lent
from gjkscope.engine.batch.native_reading import lent_core, short_pose_at
from gjkscope.engine.native import layout
from gjkscope.engine.native.layout import ALL_BOXES, ALL_POSES, BOX_NUMBERS, CORE_ROWS, ROW
from gjkscope.engine.pose import Pose
from gjkscope.engine.runtime.compilation.compiling import compile_native
from gjkscope.engine.runtime.compilation.options import Native
from gjkscope.engine.shapes.bounds import interval_along
from gjkscope.engine.shapes.support import place_core
from gjkscope.engine.vectors import ZERO


def compile_boxes() -> Native:
    """`write_boxes`, compiled."""
    return compile_native(write_boxes, (types.intp, types.intp), known_beside(write_boxes), compiled, layout, *SOURCES)


def write_boxes(rows: int, count: int) -> int:
    """Writes the boxes of this many shapes, as `bounds.aabb` of each: its core's at the origin, and then moved.

    `rows` is the address of the rows that `layout.py` describes.  Returns 0.
    """
    others = rows + count * CORE_ROWS * ROW
    poses, out = lent(others + ALL_POSES * ROW, np.float64), lent(others + ALL_BOXES * ROW, np.float64)
    for number in range(count):
        pose = short_pose_at(poses, number)
        core = place_core(lent_core(rows + number * CORE_ROWS * ROW), Pose(pose.rotation, ZERO))
        for axis in range(3):
            low, high = interval_along(core, axis)
            first = BOX_NUMBERS * number + axis
            out[first] = low + pose.position[axis] - core.radius
            out[first + 3] = high + pose.position[axis] + core.radius
    return 0
