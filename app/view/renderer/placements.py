"""`Placements`: poses on the GPU.  Geometry stays in its local frame, and moving a body uploads one matrix."""

import moderngl
import numpy as np

from gjkscope.app.view.drawing.drawlist import Floats
from gjkscope.app.view.renderer.passes import Passes
from gjkscope.app.view.renderer.programs import PLACEMENT_BINDING
from gjkscope.app.view.renderer.rows import IN_PLACE
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import Vec3, add, row_times, sub

MOST = 340  # must equal MOST_PLACEMENTS in placement.glsl
_IDENTITY = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)


class Placements:
    """The poses of one draw list at a time; `release` frees them."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._buffer = ctx.buffer(reserve=MOST * 4 * len(_IDENTITY))
        self._anchor: Vec3 = (0.0, 0.0, 0.0)
        self._rows: list[float] = []

    def begin(self, anchor: Vec3) -> None:
        self._anchor = anchor
        self._rows = [*_IDENTITY]

    def add(self, pose: Pose, center: Vec3) -> int:
        """Adds a placement for points given relative to `center`; returns its index, or `IN_PLACE` if full.

        The anchor is subtracted before conversion to single precision.
        """
        number = len(self._rows) // len(_IDENTITY)
        if number == MOST:
            return IN_PLACE
        (right, up, back), position = pose
        x, y, z = sub(add(row_times(pose.rotation, center), position), self._anchor)
        self._rows += (*right, x, *up, y, *back, z)
        return number

    def send(self, passes: Passes) -> None:
        passes.add(self._buffer.write, np.array(self._rows, dtype=np.float32))

    def use(self, passes: Passes) -> None:
        passes.add(self._buffer.bind_to_uniform_block, PLACEMENT_BINDING)

    def release(self) -> None:
        self._buffer.release()


def center_of(places: Floats) -> Vec3:
    """The centre of the bounding box of points (..., 3); relative to it single precision is enough."""
    flat = places.reshape(-1, 3)
    if not len(flat):
        return (0.0, 0.0, 0.0)
    x, y, z = (flat.min(axis=0) / 2 + flat.max(axis=0) / 2).tolist()
    return (x, y, z)
