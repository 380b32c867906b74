"""Copies between a view's picture and its multisampled canvas: a pixel is the mean of its samples.

`glBlitFramebuffer` does the same, but Mesa's software renderer compiles its shader for it in each process, which takes
60 ms of the time to the first frame; a program of our own comes from its cache.
"""

import moderngl

from gjkscope.app.view.renderer.passes import Blend, Passes, Rectangle
from gjkscope.app.view.renderer.programs import build
from gjkscope.app.view.renderer.view import ViewImage

BELOW: Blend = (moderngl.ONE_MINUS_DST_ALPHA, moderngl.ONE)  # premultiplied, below what is there


class Resolve:
    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._spread = ctx.vertex_array(build(ctx, "fullscreen.vert", "spread.frag", picture=0), [])
        self._mean = ctx.vertex_array(build(ctx, "fullscreen.vert", "resolve.frag", canvas=0), [])

    def begin(self, passes: Passes, target: ViewImage) -> None:
        """Copies the picture of `target` to its canvas, as far as the canvas is drawn into."""
        passes.begin(target.paint, moderngl.NOTHING)
        passes.add(target.texture.use, 0)
        passes.add(self._spread.render, moderngl.TRIANGLES, 3)

    def begin_with_still(self, passes: Passes, target: ViewImage) -> None:
        """Copies the still layer of `target` to its canvas, with the depths, and the picture below it."""
        picture, onto = target.texture, target.paint
        if not target.smooth:  # the canvas is the picture, all of which is replaced
            picture, onto = target.below_texture, target.picture
            passes.add(self._ctx.copy_framebuffer, target.below, onto)
        target.still.copy_to(passes, target.canvas)
        passes.begin(onto, moderngl.BLEND, BELOW)
        passes.add(picture.use, 0)
        passes.add(self._spread.render, moderngl.TRIANGLES, 3)

    def finish(self, passes: Passes, target: ViewImage, within: Rectangle) -> None:
        """Copies that rectangle of the canvas of `target` to its picture."""
        passes.begin(target.picture, moderngl.NOTHING)
        passes.add(setattr, target.picture, "scissor", within)
        passes.add(target.samples.use, 0)
        passes.add(self._mean.render, moderngl.TRIANGLES, 3)
        passes.add(setattr, target.picture, "scissor", None)

    def release(self) -> None:
        for array in (self._spread, self._mean):
            array.program.release()
            array.release()
