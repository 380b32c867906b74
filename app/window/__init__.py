"""The application window: input, frame loop, session and files.

pyglet reads these options when its modules load, so they are set here, before any module of this package can
import `pyglet.window`.
"""

import sys

import pyglet

from gjkscope.app.window.platform.libraries import find_libraries_at_once

# The hidden shadow window, created on import, would turn a missing display into an ImportError and takes a tenth of a
# second.  Only Windows needs it, as a context from which to request OpenGL 3.3.
pyglet.options.shadow_window = sys.platform == "win32"
pyglet.options.debug_gl = False  # no error check after each of pyglet's own OpenGL calls
find_libraries_at_once()
