"""Large solid surfaces that stay still are drawn once, and copied while other bodies move.

A software renderer takes 65 ms for the triangles of ten thousand bodies, and 1 ms to copy the colours and depths of all
samples.  The background is then painted below the copy, as it changes with the shadow.
"""

from collections.abc import Hashable

import moderngl

from gjkscope.app.view.renderer.passes import Passes, Rectangle

Size = tuple[int, int]


class StillLayer:
    """The colours and depths of a view's large surfaces; `release` frees them.

    They are kept when they are wanted for the second time in the same manner: while the camera moves, a copy would be
    wasted work.
    """

    def __init__(self, ctx: moderngl.Context, size: Size, samples: int) -> None:
        """`samples` per pixel, 0 without multisampling."""
        self._ctx, self._size, self._samples = ctx, size, samples
        self._frame: moderngl.Framebuffer | None = None  # created when it is first needed
        self._wanted: Hashable = None  # in the last frame
        self._shown: Hashable = None  # what it shows, and how

    def want(self, content: Hashable) -> bool:
        """Whether the layer should be used for this content, in this frame; it may have to be drawn first."""
        again = content == self._wanted
        self._wanted = content
        return again

    def begin(self, passes: Passes, content: Hashable, viewport: Rectangle) -> bool:
        """Begins to draw the content, unless the layer shows it; returns whether it is to be drawn."""
        frame = self._framebuffer()
        if frame.viewport != viewport:
            frame.viewport, self._shown = viewport, None
        passes.begin(frame, moderngl.DEPTH_TEST)
        if content == self._shown:
            return False
        self._shown = content
        passes.clear(frame, (0, 0, *self._size))
        return True

    def copy_to(self, passes: Passes, canvas: moderngl.Framebuffer) -> None:
        """Replaces the colours and depths of a canvas of the same size and samples, after `begin`."""
        passes.add(self._ctx.copy_framebuffer, canvas, self._framebuffer())

    def forget(self) -> None:
        """Draws the content again next time."""
        self._wanted = self._shown = None

    def release(self) -> None:
        if self._frame is not None:
            colors, depths = self._frame.color_attachments[0], self._frame.depth_attachment
            for resource in (self._frame, colors, depths):
                resource.release()
            self._frame = None

    def _framebuffer(self) -> moderngl.Framebuffer:
        if self._frame is None:
            colors = self._ctx.texture(self._size, 4, samples=self._samples)
            self._frame = self._ctx.framebuffer(colors, self._ctx.depth_texture(self._size, samples=self._samples))
        return self._frame
