"""Makes pyglet find its libraries faster.

pyglet asks `ctypes.util.find_library` for each library of X11, which runs `ldconfig` every time.  The names to load are
part of their binary interface, so no search is needed.
"""

import sys

from pyglet import lib

SONAMES = {
    "GL": "libGL.so.1",
    "X11": "libX11.so.6",
    "Xext": "libXext.so.6",
    "Xinerama": "libXinerama.so.1",
    "Xrandr": "libXrandr.so.2",
    "Xrender": "libXrender.so.1",
    "Xxf86vm": "libXxf86vm.so.1",
}


def find_libraries_at_once() -> None:
    """Makes libraries load at once; call it before `pyglet.gl` is imported."""
    if not sys.platform.startswith("linux"):
        return
    search, known = lib.loader.find_library, SONAMES.copy()
    # pyglet searches for a library that could not be loaded by its name.
    vars(lib.loader)["find_library"] = lambda name: known.pop(name, None) or search(name)
