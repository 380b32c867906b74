"""Finds OpenGL's functions in an X11 window for moderngl.

moderngl's own search runs `ldconfig` for each of two libraries; this uses pyglet's library, which the window has
loaded.
"""

from collections.abc import Callable
from ctypes import CFUNCTYPE, c_char_p, c_void_p, cast
from typing import Any, NamedTuple

from pyglet.gl.lib_glx import gl_lib


class FunctionLoader(NamedTuple):
    """What moderngl calls to load functions."""

    load_opengl_function: Callable[[str], int]  # takes a name; returns its address, 0 if there is no such function


def x11_functions() -> FunctionLoader:
    address_of: Any = cast(gl_lib.glXGetProcAddress, CFUNCTYPE(c_void_p, c_char_p))
    return FunctionLoader(lambda name: address_of(name.encode()) or 0)
