"""Resolves a view's multisampled canvas: each pixel becomes the mean of its samples.

`glBlitFramebuffer` does the same, but Mesa's software renderer compiles its shader for it in each process, which takes
60 ms of the time to the first frame; a program of our own comes from its cache.
"""

import moderngl

from gjkscope.app.renderer.passes import Passes
from gjkscope.app.renderer.programs import build
from gjkscope.app.renderer.view import ViewImage


class Resolve:
    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._array = ctx.vertex_array(build(ctx, "fullscreen.vert", "resolve.frag", canvas=0), [])

    def draw(self, passes: Passes, target: ViewImage, onto: moderngl.Framebuffer) -> None:
        """Copies the canvas of `target` to a framebuffer of the same size with one sample per pixel."""
        if not target.smooth:
            passes.add(self._ctx.copy_framebuffer, onto, target.canvas)
            return
        passes.begin(onto, moderngl.NOTHING)
        passes.add(target.samples.use, 0)
        passes.add(self._array.render, moderngl.TRIANGLES, 3)

    def release(self) -> None:
        self._array.program.release()
        self._array.release()
