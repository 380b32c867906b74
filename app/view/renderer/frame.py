"""`Frame`: the uniform block shared by all passes of a picture (camera, size, scale); see `frame.glsl`."""

from typing import NamedTuple

import moderngl
import numpy as np
import numpy.typing as npt

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.view.renderer.passes import Passes
from gjkscope.app.view.renderer.programs import FRAME_BINDING
from gjkscope.engine.vectors import Vec3, sub

BYTES = 192  # two mat4, five floats padded to a multiple of four, and two vec4

Size = tuple[int, int]
Row = tuple[float, float, float, float]
ToClip = tuple[Row, Row, Row, Row]  # from world minus anchor, as columns, to clip space


class ShellLook(NamedTuple):
    """How the two sides of a translucent shell differ, so that the near side is seen in front of the far one."""

    near: float  # absorbance of the near side, relative to that of the shell's opacity
    far: float  # that of the far side
    far_light: float  # how much of its light the far side keeps, linear


class FrameLook(NamedTuple):
    """What the block is computed from: a picture of size `whole`, or its part whose lower left pixel is `corner`."""

    camera: OrbitCamera
    anchor: Vec3  # of the draw list
    whole: Size
    corner: Size
    scale: float  # pixels per pixel at 100 %
    shell: ShellLook
    focus: Vec3 | None  # of the draw list


class Frame:
    """The uniform block of one picture at a time; `release` frees it."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._buffer = ctx.buffer(reserve=BYTES)
        self._sent: FrameLook | None = None
        self.to_clip: ToClip

    def use(self, passes: Passes, picture: FrameLook) -> None:
        """Binds the block; must be called before anything is drawn.  It is uploaded only when something has changed."""
        if self._sent != picture:
            passes.add(self._buffer.write, self._numbers(picture))
            self._sent = picture
        passes.add(self._buffer.bind_to_uniform_block, FRAME_BINDING)

    @property
    def solid_look(self) -> FrameLook | None:
        """What solid surfaces depend on: the focus opens only shells."""
        return self._sent and self._sent._replace(focus=None)

    def release(self) -> None:
        self._buffer.release()

    def _numbers(self, picture: FrameLook) -> npt.NDArray[np.float32]:
        """The contents of the block as floats; also sets `to_clip`."""
        camera, anchor, whole, corner, scale, shell, focus = picture
        view, projection = camera.view_matrix(anchor), camera.projection_matrix(whole[0] / whole[1])
        seen = (0.0, 0.0, 0.0, 0.0) if focus is None else np.array([*sub(focus, anchor), 1.0]) @ view
        rest = (*whole, *corner, scale, 0.0, 0.0, 0.0, *shell, 0.0, *seen)
        across, up, depth, weight = map(tuple, (view @ projection).T.tolist())
        self.to_clip = across, up, depth, weight
        return np.concatenate([view.ravel(), projection.ravel(), rest], dtype=np.float32)
