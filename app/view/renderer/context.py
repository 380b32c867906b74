"""Creates an OpenGL context without a window, for images, recordings and tests; tells whether one has a GPU."""

import sys
from typing import Any

import moderngl

GL_VERSION = 330
SOFTWARE = ("llvmpipe", "softpipe", "swiftshader", "software", "basic render", "gdi generic")
"""Parts of the names of renderers that have no GPU: Mesa's, Google's, Apple's and Microsoft's."""


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


def is_software(ctx: moderngl.Context) -> bool:
    """Whether pictures are drawn without a GPU, so that their time is proportional to the number of pixels."""
    name = str(ctx.info["GL_RENDERER"]).casefold()
    return any(part in name for part in SOFTWARE)
