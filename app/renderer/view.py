"""One picture on the GPU: its buffers, and the geometry that was drawn into it last.

All is drawn into `canvas`, with four samples a pixel, and then resolved into `texture`; or, in haste, into that with
one.  Translucent surfaces are gathered beside it: `found` has what they need to know of each other, `light` what they
add; see `emit.glsl`.  `backdrop` is what is behind everything, kept while the camera rests.
"""

from collections.abc import Hashable

import moderngl
import numpy as np
import numpy.typing as npt

from gjkscope.app.cameras.camera import OrbitCamera
from gjkscope.app.drawing.drawlist import DrawList
from gjkscope.app.renderer.batch import Programs
from gjkscope.app.renderer.frame import Frame, Size
from gjkscope.app.renderer.geometry import Geometry
from gjkscope.app.renderer.passes import Passes

SAMPLES = 4  # OpenGL 3.3 promises as many, and Mesa's software renderer has no more


class View:
    """A picture of `size` (width, height in pixels); `Renderer.order` makes it, `Renderer.draw_ordered` fills it.

    It is all of a picture, or a part of a larger one: `whole` is that one's size, `corner` where the lower left pixel
    lies in it.  `smooth`: with several samples a pixel.
    """

    def __init__(self, ctx: moderngl.Context, programs: Programs, size: Size, smooth: bool = True) -> None:
        self.size = self.whole = size
        self.corner: Size = (0, 0)
        self.smooth = smooth
        self._ctx = ctx
        self._programs = programs
        self._filled: DrawList | None = None  # what the geometry is
        self._shown: DrawList | None = None  # what the picture is of
        self._eye: tuple[float, ...] | None = None
        self.frame = Frame(ctx)
        self.geometry = Geometry(ctx, programs)
        self.manner: Hashable = None  # of the picture
        self.texture = ctx.texture(size, 4)
        self.solid_depth = ctx.depth_texture(size, samples=SAMPLES if smooth else 0)
        self.found = ctx.texture(size, 4, dtype="f4")
        self.light = ctx.texture(size, 4, dtype="f2")
        self.found.filter = self.light.filter = (moderngl.NEAREST, moderngl.NEAREST)
        self._ground = ctx.texture(size, 4)
        self._samples = ctx.renderbuffer(size, samples=SAMPLES) if smooth else self.texture

        # Each is bound with what it may write, so that no pass has to say so.
        self.canvas = ctx.framebuffer(self._samples, self.solid_depth)
        self.paint = ctx.framebuffer(self._samples, self.solid_depth)
        self.paint.depth_mask = False
        self.depths = ctx.framebuffer(self._samples, self.solid_depth)
        self.depths.color_mask = (False, False, False, False)
        # Where the ground has one sample a pixel its depth hides layers; else the shader compares.
        depth = None if smooth else self.solid_depth
        self.layers = ctx.framebuffer(self.found, depth)
        self.gathering = ctx.framebuffer(self.light, depth)
        self.layers.depth_mask = self.gathering.depth_mask = False
        self.backdrop = ctx.framebuffer(self._ground)
        self.backdrop_manner: Hashable = None  # how it was drawn
        self.picture = ctx.framebuffer(self.texture)
        drawn_into = (self.canvas, self.paint, self.depths, self.layers, self.gathering)
        self._framebuffers = (*drawn_into, self.backdrop, self.picture)

    def place(self, whole: Size, corner: Size) -> None:
        """Makes it that part of a picture of size `whole`."""
        if (self.whole, self.corner) != (whole, corner):
            self.whole, self.corner = whole, corner
            for framebuffer in self._framebuffers:
                framebuffer.viewport = (-corner[0], -corner[1], *whole)
            self._shown = self.manner = self.backdrop_manner = None

    def read(self) -> npt.NDArray[np.uint8]:
        """The picture as (height, width, 4) bytes, top row first."""
        width, height = self.size
        pixels = np.frombuffer(self.picture.read(components=4), dtype=np.uint8)
        return pixels.reshape(height, width, 4)[::-1].copy()

    def shows(self, draw_list: DrawList, manner: Hashable) -> bool:
        """Whether the picture is of that very list, drawn in that manner."""
        return self._shown is draw_list and self.manner == manner

    def fill(self, passes: Passes, draw_list: DrawList, camera: OrbitCamera) -> None:
        """Puts `draw_list` on the GPU, unless it is the object of the last picture.

        Of the same list seen from elsewhere only the outlines are sent there.
        """
        eye = camera.homogeneous_eye
        if self._filled is not draw_list:
            self.geometry.fill(passes, draw_list)
            self._filled, self._eye = draw_list, None
        if self._eye != eye:
            self.geometry.look_from(passes, eye)
            self._eye = eye

    def resolve(self, passes: Passes, manner: Hashable) -> None:
        """Averages the samples of `canvas` into `texture`, which is now drawn in that manner."""
        if self.smooth:
            passes.add(self._ctx.copy_framebuffer, self.picture, self.canvas)
        self._shown, self.manner = self._filled, manner

    def resized(self, size: Size, smooth: bool) -> "View":
        """This view when it is so, else one that is and that took over the geometry."""
        if (size, smooth) == (self.size, self.smooth):
            return self
        other = View(self._ctx, self._programs, size, smooth)
        other._filled, self._filled = self._filled, None
        other._eye = self._eye
        other.geometry, self.geometry = self.geometry, other.geometry
        self.release()
        return other

    def release(self) -> None:
        """Frees everything; the view cannot be used again."""
        self.frame.release()
        self.geometry.release()
        for framebuffer in self._framebuffers:
            framebuffer.release()
        for texture in {self.texture, self.solid_depth, self.found, self.light, self._samples, self._ground}:
            texture.release()
