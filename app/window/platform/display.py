"""Opening a window, or saying clearly that there is nowhere to open it."""

import os
import sys
from typing import Any, NoReturn

import moderngl
import pyglet
import pyglet.display
from pyglet.gl import Config, ConfigException, ContextException
from pyglet.window import NoSuchConfigException, NoSuchDisplayException, Window

MORE_THAN_THREE = 1  # flag of a drag's first message: its formats are listed elsewhere


class NoDisplay(Exception):
    """There is no display, or none that can show OpenGL 3.3.  The message is one line: what is wrong, what to do."""


class AppWindow(Window):  # type: ignore[misc]
    """pyglet's window, less its habits of closing at the Escape key and of taking new presses for repeats."""

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        pass

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """On X11 pyglet knows held keys by what they type: when Shift is let go first, `>` goes down and `.` comes up.

        It would keep `>` for held, and to itself whenever it is pressed again.
        """
        held = self._held_keys()
        if symbol not in held:
            held.clear()

    def on_deactivate(self) -> None:
        self._held_keys().clear()  # another window may see them released

    def _event_drag_enter(self, event: Any) -> None:
        """Files come over an X11 window.  pyglet 2.1.19 raises where they are offered in three formats or fewer.

        (XDND, version 5: then the formats stand in the message itself, in its last three numbers.)
        """
        source, flags, *formats = event.xclient.data.l
        if flags & MORE_THAN_THREE:
            super()._event_drag_enter(event)
            return
        wanted = self._xdnd_atoms["text/uri-list"]
        self._xdnd_source, self._xdnd_version = source, flags >> 24
        self._xdnd_format = wanted if wanted in formats else None

    def on_file_drop(self, _x: int, _y: int, _paths: list[str]) -> None:
        """On X11 the program that they come from waits to hear of it.  pyglet 2.1.19 tells the root window instead."""
        if _has_x11():
            self._finish_drop()

    def _finish_drop(self) -> None:
        """(XDND, version 5: XdndFinished goes to the source, and names the target and what it did.)"""
        from ctypes import byref

        from pyglet.libs.x11 import xlib  # only where there is X11

        event = xlib.XEvent()
        event.xclient.type = xlib.ClientMessage
        event.xclient.message_type = self._xdnd_atoms["XdndFinished"]
        event.xclient.window = self._xdnd_source
        event.xclient.format = 32
        event.xclient.data.l[0] = self._window
        event.xclient.data.l[1] = 1  # taken
        event.xclient.data.l[2] = self._xdnd_atoms["XdndActionCopy"]
        xlib.XSendEvent(self._x_display, self._xdnd_source, False, xlib.NoEventMask, byref(event))
        xlib.XFlush(self._x_display)

    def _held_keys(self) -> set[int]:
        return getattr(self, "pressed_keys", set())


def open_window(
    width: int = 1440, height: int = 900, caption: str = "gjkscope", kind: type[AppWindow] = AppWindow
) -> AppWindow:
    """A resizable window of that size, or of the screen's where that is smaller, with a current OpenGL 3.3 context.

    It takes dropped files, and waits for the screen when it shows a frame, where that can be had.
    Raises `NoDisplay`.
    """
    config = _config()
    try:
        screen = pyglet.display.get_display().get_default_screen()
        size = min(width, screen.width), min(height, screen.height)
        window = kind(*size, caption, resizable=True, file_drops=True, vsync=True, config=config)
    except DISPLAY_ERRORS:
        raise NoDisplay(
            "no display found: set DISPLAY, or use `gjkscope render` to make a picture without one"
        ) from None
    except CONTEXT_ERRORS:
        raise NoDisplay(
            "the display offers no OpenGL 3.3: install a driver, or use `gjkscope render` to make a picture without it"
        ) from None
    if _has_x11():
        _watch_connection()
    if size != (width, height):
        window.maximize()  # the window manager knows how much room its own bars leave
    return window


def _has_x11() -> bool:
    return sys.platform.startswith("linux") and not pyglet.options.headless


def _config() -> Config:
    if not _has_x11():
        return Config(**CONTEXT)  # type: ignore[abstract]  # pyglet picks the subclass
    from gjkscope.app.window.platform.glx_config import FirstConfig  # only where there is X11

    return FirstConfig(**CONTEXT)


def _watch_connection() -> None:
    """When the X server goes, Xlib ends the program, with words of its own; before that it asks this function."""
    from pyglet.libs.x11 import xlib  # only where there is X11

    global _on_lost  # Xlib keeps no hold of it
    _on_lost = xlib.XIOErrorHandler(connection_lost)
    xlib.XSetIOErrorHandler(_on_lost)


def connection_lost(_display: object = None) -> NoReturn:
    """Leaves at once: nothing that needs the window can be done any more."""
    print(f"gjkscope: the display is gone; {KEPT}", file=sys.stderr, flush=True)
    os._exit(2)


def window_graphics(window: Window) -> moderngl.Context:
    """moderngl on the window's OpenGL context, which becomes current, whatever other contexts there are.

    (`moderngl.create_context` looks for GLX once it has made another, so without a display it would find none.)
    """
    window.switch_to()
    moderngl.init_context()
    return moderngl.get_context()


KEPT = "unsaved changes are kept, and offered when gjkscope is started again"
_on_lost: object = None

# No depth: a scene is drawn into a framebuffer of its own.  The bits of colour are asked for, as else a driver may
# give 5, 6 and 5; forward compatible is what macOS insists on.
CONTEXT = {
    "major_version": 3,
    "minor_version": 3,
    "forward_compatible": True,
    "double_buffer": True,
    "red_size": 8,
    "green_size": 8,
    "blue_size": 8,
}

# pyglet has two classes of this name: the one its X11 display raises is not the documented one.
DISPLAY_ERRORS = (NoSuchDisplayException, getattr(pyglet.display, "xlib", pyglet.window).NoSuchDisplayException)
CONTEXT_ERRORS = (NoSuchConfigException, ConfigException, ContextException)
