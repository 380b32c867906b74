"""Full screen on X11, as window managers implement it.

pyglet 2.1.19 destroys and recreates the window for it, which loses its position and its file-drop handlers.
"""

from pyglet.libs.x11 import xlib
from pyglet.window import Window

REMOVE, ADD = 0, 1  # actions of _NET_WM_STATE (Extended Window Manager Hints 1.5)
FROM_APPLICATION = 1


def fill_screen(window: Window, on: bool) -> None:
    """Asks the window manager to show the window full screen, or as it was before."""
    display = window._x_display
    event = xlib.XEvent()
    event.xclient.type = xlib.ClientMessage
    event.xclient.message_type = xlib.XInternAtom(display, b"_NET_WM_STATE", False)
    event.xclient.window = window._window
    event.xclient.format = 32
    event.xclient.data.l[0] = ADD if on else REMOVE
    event.xclient.data.l[1] = xlib.XInternAtom(display, b"_NET_WM_STATE_FULLSCREEN", False)
    event.xclient.data.l[3] = FROM_APPLICATION
    mask = xlib.SubstructureRedirectMask | xlib.SubstructureNotifyMask
    xlib.XSendEvent(display, window._get_root(), False, mask, event)
    xlib.XFlush(display)
