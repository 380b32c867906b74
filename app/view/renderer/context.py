"""Creates an OpenGL context without a window, for images, recordings and tests."""

import sys
from typing import Any

import moderngl

GL_VERSION = 330


class NoGraphics(RuntimeError):
    """OpenGL is missing or was lost; the message gives the cause and a remedy.

    >>> from gjkscope import NoGraphics, render
    >>> try:
    ...     shape = render("assets/scenes/museum/fcl-293.json", size=(320, 200)).shape
    ... except NoGraphics as fault:
    ...     print(fault)
    """


def create_headless_context() -> moderngl.Context:
    """Creates a standalone context, which needs no display.  Raises `NoGraphics`."""
    # On Linux the default backend needs an X server, EGL does not.  Other systems' defaults need no display.
    settings: dict[str, Any] = {"backend": "egl"} if sys.platform.startswith("linux") else {}
    try:
        return moderngl.create_context(require=GL_VERSION, standalone=True, **settings)
    except Exception as error:  # moderngl and glcontext raise bare `Exception`
        reason = " ".join(str(error).split())
        remedy = "install a graphics driver, or Mesa (Debian: libegl1 libgl1-mesa-dri)"
        raise NoGraphics(f"OpenGL 3.3 is not available ({reason}): {remedy}") from error
