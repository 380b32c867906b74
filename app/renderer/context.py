"""An OpenGL context without a window, for pictures, recordings and tests."""

import sys
from typing import Any

import moderngl

GL_VERSION = 330


class NoGraphics(RuntimeError):
    """There is nothing to draw with, or no longer: it says why and what to do."""


def create_headless_context() -> moderngl.Context:
    """A context of its own, which needs no display.  Raises `NoGraphics`."""
    # EGL needs no X server; the other systems' own interfaces need none either.
    settings: dict[str, Any] = {"backend": "egl"} if sys.platform.startswith("linux") else {}
    try:
        return moderngl.create_context(require=GL_VERSION, standalone=True, **settings)
    except Exception as error:  # moderngl and glcontext raise bare `Exception`
        reason = " ".join(str(error).split())
        remedy = "install a graphics driver, or Mesa (Debian: libegl1 libgl1-mesa-dri)"
        raise NoGraphics(f"no OpenGL 3.3 to draw with ({reason}): {remedy}") from error
