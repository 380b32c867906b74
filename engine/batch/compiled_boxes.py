"""Compiles the axis-aligned boxes of many placed shapes (`engine/native/boxes.py`).

The functions are those that the interpreter runs, as in compiled_depth.py, whose rows of addresses serve here too: two
for each core, then that of all poses, and that of all boxes.
"""

from functools import cache
from types import FunctionType

import numpy as np
from numba import types

from gjkscope.engine.batch import compiled, compiled_depth
from gjkscope.engine.batch.compiled import OVERLOADED, SOURCES, known_to_numba
from gjkscope.engine.batch.lists import lent
from gjkscope.engine.native import layout
from gjkscope.engine.native.layout import BOX_NUMBERS, POSE_NUMBERS, ROW
from gjkscope.engine.pose import Pose
from gjkscope.engine.runtime.compilation.compiling import compile_native, make_known
from gjkscope.engine.runtime.compilation.functions import functions_reached_from
from gjkscope.engine.runtime.compilation.options import INLINE, Native
from gjkscope.engine.shapes import bounds
from gjkscope.engine.shapes.support import place_core
from gjkscope.engine.vectors import ZERO


def compile_boxes() -> Native:
    """`write_boxes`, compiled."""
    return compile_native(write_boxes, (types.intp, types.intp), _known_to_numba(), compiled, layout, *SOURCES)


@cache
def _known_to_numba() -> tuple[FunctionType, ...]:
    """All functions that `write_boxes` reaches, known to numba; once per process."""
    known = known_to_numba()
    functions = tuple(functions_reached_from(write_boxes))
    make_known(functions, (*known, *OVERLOADED), INLINE)
    return functions


def write_boxes(rows: int, count: int) -> int:
    """Writes the boxes of this many shapes, as `bounds.aabb` of each: its core's at the origin, and then moved."""
    poses, out = lent(rows + 2 * count * ROW, np.float64), lent(rows + (2 * count + 1) * ROW, np.float64)
    for number in range(count):
        pose = compiled_depth._pose(poses, POSE_NUMBERS * number)
        core = place_core(compiled_depth._core(rows + 2 * number * ROW), Pose(pose.rotation, ZERO))
        for axis in range(3):
            low, high = bounds._interval(core, axis)
            first = BOX_NUMBERS * number + axis
            out[first] = low + pose.position[axis] - core.radius
            out[first + 3] = high + pose.position[axis] + core.radius
    return 0
