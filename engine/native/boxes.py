"""The axis-aligned boxes of many placed shapes by machine code: `shapes.bounds.aabb` of each, to the last bit.

A body takes two microseconds instead of ten.  It takes as long to load the code as the interpreter needs for some
thousand bodies, so this is done where many will be asked about again and again (`BOX_CODE`).  Without code,
`measured_boxes` is None, and the interpreter answers.
"""

from collections.abc import Sequence
from ctypes import c_int64
from itertools import chain

import numpy as np

from gjkscope.engine.native.depth import core_memory
from gjkscope.engine.native.layout import BOX_NUMBERS, POSE_NUMBERS
from gjkscope.engine.native.numbers import address_rows, short_pose_numbers
from gjkscope.engine.native.on_demand import BOXES, OnDemand
from gjkscope.engine.pose import Pose
from gjkscope.engine.sequences.same import Same
from gjkscope.engine.shapes.blocks import address_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3

BOX_CODE = OnDemand(BOXES, c_int64, c_int64)


def measured_boxes(shapes: Sequence[Shape], poses: Sequence[Pose]) -> list[tuple[Vec3, Vec3]] | None:
    """The least and the greatest corner of each box; None without machine code, and with 2D shapes.

    Shapes and poses are validated.
    """
    if BOX_CODE.function is None or any(shape.dimension == 2 for shape in shapes):
        return None
    sides = [core_memory(Same(shape)) for shape in shapes]
    placed = np.fromiter(chain.from_iterable(map(short_pose_numbers, poses)), np.float64, POSE_NUMBERS * len(shapes))
    boxes = np.empty((len(shapes), BOX_NUMBERS))
    cores = chain.from_iterable(side.addresses for side in sides)
    rows = address_rows([*cores, address_of(placed), address_of(boxes)])
    BOX_CODE.function(address_of(rows), len(shapes))
    return [((a, b, c), (d, e, f)) for a, b, c, d, e, f in boxes.tolist()]
