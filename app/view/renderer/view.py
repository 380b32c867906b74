"""`ViewImage`: one picture on the GPU, with its buffers and the geometry last drawn into it.

The ground and the marks on top need one sample per pixel and are drawn into `texture`.  Everything between them is
drawn into `canvas`, with four `samples` per pixel, and resolved into `texture`; without `smooth`, both are the same.
Translucent surfaces use two more textures: `found` holds their depth range and absorbance, `light` their summed light;
see `emit.glsl`.  Three framebuffers keep what is reused: `gradient` the background without the grid, `backdrop` the
background while the camera rests, and `below` everything but what is on top, while only that changes: the beats of an
algorithm move little else.  `still` keeps large surfaces while other bodies move.
"""

from collections.abc import Hashable

import moderngl
import numpy as np
import numpy.typing as npt

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.view.drawing.drawlist import DrawList, same_below_marks
from gjkscope.app.view.renderer.batch import Programs
from gjkscope.app.view.renderer.frame import Frame, Size
from gjkscope.app.view.renderer.geometry import Geometry
from gjkscope.app.view.renderer.passes import Passes, Rectangle
from gjkscope.app.view.renderer.still import StillLayer

SAMPLES = 4  # guaranteed by OpenGL 3.3, and the maximum of Mesa's software renderer


class ViewImage:
    """A picture of `size` (width, height in pixels), created by `Renderer.order` and drawn by `Renderer.draw_ordered`.

    It may be a part of a larger picture: `whole` is the size of that, and `corner` the position of the view's lower
    left pixel in it.  `smooth` means several samples per pixel.
    """

    def __init__(self, ctx: moderngl.Context, programs: Programs, size: Size, smooth: bool = True) -> None:
        self.size = self.whole = size
        self.corner: Size = (0, 0)
        self.smooth = smooth
        self._ctx = ctx
        self._programs = programs
        self._filled: DrawList | None = None  # the list in `geometry`
        self._shown: DrawList | None = None  # the list in the finished picture
        self._eye: tuple[float, ...] | None = None
        self._within: Rectangle | None = None  # where bodies are drawn; None: everywhere
        self.frame = Frame(ctx)
        self.geometry = Geometry(ctx, programs)
        self.manner: Hashable = None  # how the picture was drawn
        self.texture = ctx.texture(size, 4)
        self.solid_depth = ctx.depth_texture(size, samples=SAMPLES if smooth else 0)
        self.found = ctx.texture(size, 4, dtype="f4")
        self.light = ctx.texture(size, 4, dtype="f2")
        self.found.filter = self.light.filter = (moderngl.NEAREST, moderngl.NEAREST)
        self._kept = tuple(ctx.texture(size, 4) for _ in range(3))
        self.below_texture = self._kept[2]
        self.samples = ctx.texture(size, 4, samples=SAMPLES) if smooth else self.texture
        self.still = StillLayer(ctx, size, SAMPLES if smooth else 0)

        # The write masks belong to each framebuffer, so that no pass has to set them.
        self.canvas = ctx.framebuffer(self.samples, self.solid_depth)
        self.paint = ctx.framebuffer(self.samples, self.solid_depth)
        self.paint.depth_mask = False
        self.depths = ctx.framebuffer(self.samples, self.solid_depth)
        self.depths.color_mask = (False, False, False, False)
        # With one sample per pixel the depth test hides layers; otherwise the shader compares depths.
        depth = None if smooth else self.solid_depth
        self.layers = ctx.framebuffer(self.found, depth)
        self.gathering = ctx.framebuffer(self.light, depth)
        self.layers.depth_mask = self.gathering.depth_mask = False
        self.gradient, self.backdrop, self.below = (ctx.framebuffer(texture) for texture in self._kept)
        self.gradient_of: Hashable = None  # what it shows
        self.backdrop_manner: Hashable = None  # how it was drawn
        self._below_of: tuple[DrawList, Hashable] | None = None  # the list in it, and how it was drawn
        self.picture = ctx.framebuffer(self.texture)
        self._limited = (self.canvas, self.paint, self.depths, self.layers, self.gathering)
        self._framebuffers = (*self._limited, self.gradient, self.backdrop, self.below, self.picture)

    def place(self, whole: Size, corner: Size) -> None:
        """Makes the view the part at `corner` of a picture of size `whole`."""
        if (self.whole, self.corner) != (whole, corner):
            self.whole, self.corner = whole, corner
            for framebuffer in self._framebuffers:
                framebuffer.viewport = (-corner[0], -corner[1], *whole)
            self.invalidate()

    def invalidate(self) -> None:
        """Draws everything again next time: no cached picture is valid any more."""
        self._shown = self.manner = self.gradient_of = self.backdrop_manner = self._below_of = None
        self.still.forget()

    def limit(self, passes: Passes, within: Rectangle) -> None:
        """Draws bodies and the marks among them only in that rectangle."""
        if within != self._within:
            self._within = within
            for framebuffer in self._limited:
                passes.add(setattr, framebuffer, "scissor", within)

    def read(self) -> npt.NDArray[np.uint8]:
        """The picture as bytes (height, width, 4), top row first."""
        width, height = self.size
        pixels = np.frombuffer(self.picture.read(components=4), dtype=np.uint8)
        return pixels.reshape(height, width, 4)[::-1].copy()

    def shows(self, draw_list: DrawList, manner: Hashable) -> bool:
        """Whether the picture shows this `draw_list` object, drawn in that manner."""
        return self._shown is draw_list and self.manner == manner

    def fill(self, passes: Passes, draw_list: DrawList, camera: OrbitCamera) -> None:
        """Uploads `draw_list`, unless it is the same object as last time.

        When only the camera has changed, only the outlines are uploaded.
        """
        eye = camera.homogeneous_eye
        if self._filled is not draw_list:
            self.geometry.fill(passes, draw_list)
            self._filled, self._eye = draw_list, None
        if self._eye != eye:
            self.geometry.look_from(passes, eye)
            self._eye = eye

    def note_drawn(self, manner: Hashable) -> None:
        """Records that the picture shows what was last filled in, drawn in that manner."""
        self._shown, self.manner = self._filled, manner

    def keeps_below(self, draw_list: DrawList, manner: Hashable) -> bool:
        """Whether `below` shows what it would with this list, drawn in that manner."""
        if self._below_of is None or self._below_of[1] != manner:
            return False
        return same_below_marks(self._below_of[0], draw_list)

    def note_below(self, draw_list: DrawList, manner: Hashable) -> None:
        """Records that `below` shows this list, drawn in that manner."""
        self._below_of = (draw_list, manner)

    def resized(self, size: Size, smooth: bool) -> "ViewImage":
        """This view if it has that size and sampling, else a new one that takes over its geometry."""
        if (size, smooth) == (self.size, self.smooth):
            return self
        other = ViewImage(self._ctx, self._programs, size, smooth)
        other._filled, self._filled = self._filled, None
        other._eye = self._eye
        other.geometry, self.geometry = self.geometry, other.geometry
        self.release()
        return other

    def release(self) -> None:
        """Frees everything; the view cannot be used again."""
        self.frame.release()
        self.geometry.release()
        self.still.release()
        for framebuffer in self._framebuffers:
            framebuffer.release()
        for texture in {
            self.texture,
            self.solid_depth,
            self.found,
            self.light,
            self.samples,
            *self._kept,
        }:
            texture.release()
