"""One picture on the GPU: its buffers, and the geometry that was drawn into it last.

All is drawn into `canvas`, with four samples a pixel, and then resolved into `texture`; or, in haste, into that with
one.  Translucent surfaces are gathered beside it: `found` has what they need to know of each other, `light` what they
add; see `emit.glsl`.
"""

from collections.abc import Hashable

import moderngl
import numpy as np
import numpy.typing as npt

from app.camera import OrbitCamera
from app.drawing.drawlist import DrawList
from app.drawing.outline import seen_from

from .geometry import Geometry, Programs

SAMPLES = 4  # OpenGL 3.3 promises as many, and Mesa's software renderer has no more

Size = tuple[int, int]


class View:
    """A picture of `size` (width, height in pixels); `Renderer.draw` makes and fills it.

    `smooth`: with several samples a pixel.
    """

    def __init__(self, ctx: moderngl.Context, programs: Programs, size: Size, smooth: bool = True) -> None:
        self.size = size
        self.smooth = smooth
        self._ctx = ctx
        self._programs = programs
        self._drawn: DrawList | None = None
        self._geometry = Geometry(ctx, programs)
        self._outlines = Geometry(ctx, programs)
        self._manner: Hashable = None
        self.texture = ctx.texture(size, 4)
        self.solid_depth = ctx.depth_texture(size, samples=SAMPLES if smooth else 0)
        self.found = ctx.texture(size, 4, dtype="f4")
        self.light = ctx.texture(size, 4, dtype="f4")
        self._samples = ctx.renderbuffer(size, samples=SAMPLES) if smooth else self.texture

        self.canvas = ctx.framebuffer(self._samples, self.solid_depth)
        self.layers = ctx.framebuffer(self.found)
        self.gathering = ctx.framebuffer(self.light)
        self.picture = ctx.framebuffer(self.texture)

    def read(self) -> npt.NDArray[np.uint8]:
        """The picture as (height, width, 4) bytes, top row first."""
        width, height = self.size
        pixels = np.frombuffer(self.picture.read(components=4), dtype=np.uint8)
        return pixels.reshape(height, width, 4)[::-1].copy()

    def shows(self, draw_list: DrawList, manner: Hashable) -> bool:
        """Whether the picture is of that very list, drawn in that manner."""
        return self._drawn is draw_list and self._manner == manner

    def geometry(self, draw_list: DrawList) -> Geometry:
        """`draw_list` on the GPU; it is sent there unless it is the object of the last picture."""
        if self._drawn is not draw_list:
            self._geometry.fill(draw_list)
            self._drawn = draw_list
        return self._geometry

    def outlines(self, camera: OrbitCamera) -> Geometry:
        """The outlines of what `geometry` was asked for last, as that camera sees them."""
        assert self._drawn is not None
        eye = np.array(camera.homogeneous_eye)
        lines = tuple(seen_from(outline, eye) for outline in self._drawn.outlines)
        self._outlines.fill(DrawList(lines=lines, anchor=self._drawn.anchor))
        return self._outlines

    def resolve(self, manner: Hashable) -> None:
        """Averages the samples of `canvas` into `texture`, which is now drawn in that manner."""
        if self.smooth:
            self._ctx.copy_framebuffer(self.picture, self.canvas)
        self._manner = manner

    def resized(self, size: Size, smooth: bool) -> "View":
        """This view when it is so, else one that is and that took over the geometry."""
        if (size, smooth) == (self.size, self.smooth):
            return self
        other = View(self._ctx, self._programs, size, smooth)
        other._drawn, self._drawn = self._drawn, None
        other._geometry, self._geometry = self._geometry, other._geometry
        self.release()
        return other

    def release(self) -> None:
        """Frees everything; the view cannot be used again."""
        self._geometry.release()
        self._outlines.release()
        for framebuffer in (self.canvas, self.layers, self.gathering, self.picture):
            framebuffer.release()
        for texture in {self.texture, self.solid_depth, self.found, self.light, self._samples}:
            texture.release()
