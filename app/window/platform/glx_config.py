"""Framebuffer configuration under X11: uses the first one that the driver offers.

pyglet also chooses the first, but reads 27 attributes of each one before: with the 260 configurations of a software
renderer, these are 7,000 calls before the window opens.
"""

from ctypes import byref, c_int
from itertools import chain

from pyglet.display.base import Canvas
from pyglet.display.xlib import XlibCanvas
from pyglet.gl import glx, glx_info
from pyglet.gl.base import DisplayConfig
from pyglet.gl.xlib import XlibConfig, XlibDisplayConfig


class FirstConfig(XlibConfig):
    """pyglet's X11 configuration, whose `match` returns at most one result."""

    def match(self, canvas: Canvas) -> list[DisplayConfig]:  # type: ignore[override]  # as in pyglet itself
        assert isinstance(canvas, XlibCanvas)
        display, names = canvas.display, XlibDisplayConfig.attribute_ids
        asked = [(names[name], int(value)) for name, value in self.get_gl_attributes() if name in names and value]
        words = (c_int * (2 * len(asked) + 3))(*chain.from_iterable(asked), glx.GLX_X_RENDERABLE, 1, 0)
        configs = glx.glXChooseFBConfig(display._display, display.x_screen, words, byref(c_int()))  # type: ignore[has-type]
        if not configs:
            return []
        return [XlibDisplayConfig(canvas, glx_info.GLXInfo(display._display), configs[0], self)]  # type: ignore[abstract]
