"""The window: input, frames, and the application around one state.

pyglet reads these options when its modules load, so they are set here, before any module of this package can
import `pyglet.window`.
"""

import sys

import pyglet

# A hidden second window, made at import: it would turn a missing display into an import error, and it costs a
# tenth of a second.  Only Windows needs it (a context to ask for OpenGL 3.3 with).
pyglet.options.shadow_window = sys.platform == "win32"
pyglet.options.debug_gl = False  # an error check after each of pyglet's own OpenGL calls
