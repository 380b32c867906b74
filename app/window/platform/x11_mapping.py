"""Shows and hides a window on X11, and leaves the events of other windows alone.

pyglet 2.1.19 waits for the window with `XNextEvent`, which takes the events of all windows, and discards them: a window
resized meanwhile keeps its old size, and a key released meanwhile stays pressed.
"""

from ctypes import byref
from typing import Any

from pyglet.libs.x11 import xlib
from pyglet.window import Window


def map_window(window: Window) -> None:
    """Shows the window, and returns once it is visible, with the size that the window manager has given it."""
    xlib.XSelectInput(window._x_display, window._window, xlib.StructureNotifyMask)
    xlib.XMapRaised(window._x_display, window._window)
    while (event := _next_event(window)).type != xlib.MapNotify:
        if event.type == xlib.ConfigureNotify:
            window._width, window._height = event.xconfigure.width, event.xconfigure.height
    xlib.XSelectInput(window._x_display, window._window, window._default_event_mask)
    window._mapped = True
    window._update_view_size()
    window.dispatch_event("_on_internal_resize", window._width, window._height)
    window.dispatch_event("on_show")
    window.dispatch_event("on_expose")


def unmap_window(window: Window) -> None:
    """Hides the window, and returns once it is hidden."""
    xlib.XSelectInput(window._x_display, window._window, xlib.StructureNotifyMask)
    xlib.XUnmapWindow(window._x_display, window._window)
    while _next_event(window).type != xlib.UnmapNotify:
        pass
    xlib.XSelectInput(window._x_display, window._window, window._default_event_mask)
    window._mapped = False


def _next_event(window: Window) -> Any:
    """Waits for the next event about the structure of this window."""
    event = xlib.XEvent()
    xlib.XWindowEvent(window._x_display, window._window, xlib.StructureNotifyMask, byref(event))
    return event
