"""Opens the window, with an error that says what to do if there is no display or no OpenGL."""

import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import moderngl
import pyglet
import pyglet.display
from pyglet.gl import Config, ConfigException, ContextException
from pyglet.window import NoSuchConfigException, NoSuchDisplayException, Window

from gjkscope.app.window.platform.memory import return_large_blocks

if TYPE_CHECKING:
    from gjkscope.app.window.platform.gl_functions import FunctionLoader

MORE_THAN_THREE = 1  # flag in XdndEnter: more than three formats, listed in a window property


class NoDisplay(Exception):
    """No display, or no OpenGL 3.3 on it.  The message is one line: the problem and the remedy."""


class AppWindow(Window):  # type: ignore[misc]
    """pyglet's window without closing on Escape; fixes key repeats, file drops, the clipboard and mapping on X11."""

    _copied = ""  # what this window put into the clipboard

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        pass

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """Clears held keys that pyglet has lost track of on X11.

        There, pyglet identifies keys by the character typed: if Shift is released first, `>` is pressed and `.` is
        released.  pyglet would then treat `>` as held, and swallow every later press as a repeat.
        """
        held = self._held_keys()
        if symbol not in held:
            held.clear()

    def on_deactivate(self) -> None:
        self._held_keys().clear()  # the release events may go to another window

    def _event_drag_enter(self, event: Any) -> None:
        """Handles files dragged over an X11 window.  pyglet 2.1.19 raises if they come in three formats or fewer.

        (XDND, version 5: the formats are then in the last three fields of the message itself.)
        """
        source, flags, *formats = event.xclient.data.l
        if flags & MORE_THAN_THREE:
            super()._event_drag_enter(event)
            return
        wanted = self._xdnd_atoms["text/uri-list"]
        self._xdnd_source, self._xdnd_version = source, flags >> 24
        self._xdnd_format = wanted if wanted in formats else None

    def on_file_drop(self, _x: int, _y: int, _paths: list[str]) -> None:
        """Confirms the drop to the source window on X11; pyglet 2.1.19 sends the message to the root window instead."""
        if _has_x11():
            self._finish_drop()

    def get_clipboard_text(self) -> str:
        """The text in the clipboard; empty if there is none.  Never raises, whatever the clipboard contains."""
        if not _has_x11():
            return str(super().get_clipboard_text())
        if self._clipboard_str is not None:
            return self._copied
        from gjkscope.app.window.platform.x11_clipboard import read_clipboard  # only where there is X11

        return read_clipboard(self)

    def set_clipboard_text(self, text: str) -> None:
        super().set_clipboard_text(text)
        if _has_x11() and self._clipboard_str is not None:  # type: ignore[has-type]
            # pyglet 2.1.19 sends as many bytes as the text has characters.  The blanks after it are never sent.
            self._copied = text
            self._clipboard_str = text + " " * (len(text.encode()) - len(text))

    def _finish_drop(self) -> None:
        """Sends XdndFinished (XDND, version 5) to the source, with the target window and the action performed."""
        from ctypes import byref

        from pyglet.libs.x11 import xlib  # only where there is X11

        event = xlib.XEvent()
        event.xclient.type = xlib.ClientMessage
        event.xclient.message_type = self._xdnd_atoms["XdndFinished"]
        event.xclient.window = self._xdnd_source
        event.xclient.format = 32
        event.xclient.data.l[0] = self._window
        event.xclient.data.l[1] = 1  # accepted
        event.xclient.data.l[2] = self._xdnd_atoms["XdndActionCopy"]
        xlib.XSendEvent(self._x_display, self._xdnd_source, False, xlib.NoEventMask, byref(event))
        xlib.XFlush(self._x_display)

    def fill_screen(self, on: bool) -> None:
        """Shows the window full screen, or as it was before."""
        if pyglet.options.headless:
            return
        if not _has_x11():
            self.set_fullscreen(on)
            return
        from gjkscope.app.window.platform.full_screen import fill_screen  # only where there is X11

        fill_screen(self, on)

    def _map(self) -> None:
        """Called on X11 only, where pyglet discards the events of other windows; see `x11_mapping`."""
        from gjkscope.app.window.platform.x11_mapping import map_window  # only where there is X11

        if not self._mapped:
            map_window(self)

    def _unmap(self) -> None:
        from gjkscope.app.window.platform.x11_mapping import unmap_window  # only where there is X11

        if self._mapped:
            unmap_window(self)

    def _held_keys(self) -> set[int]:
        return getattr(self, "pressed_keys", set())


def open_window(
    width: int = 1440,
    height: int = 900,
    caption: str = "gjkscope",
    kind: type[AppWindow] = AppWindow,
    vsync: bool = True,
) -> AppWindow:
    """Opens a resizable window, no larger than the screen, and makes its OpenGL 3.3 context current.

    It accepts dropped files, and uses vertical sync where available, unless `vsync` is off.  Raises `NoDisplay`.
    """
    return_large_blocks()
    config = _config()
    try:
        screen = pyglet.display.get_display().get_default_screen()
        size = min(width, screen.width), min(height, screen.height)
        window = kind(*size, caption, resizable=True, file_drops=True, vsync=vsync, config=config)
    except DISPLAY_ERRORS:
        raise NoDisplay("no display found: set DISPLAY, or use `gjkscope render`, which needs no display") from None
    except CONTEXT_ERRORS:
        raise NoDisplay(
            "the display has no OpenGL 3.3: install a driver, or use `gjkscope render`, which needs no display"
        ) from None
    if _has_x11():
        _watch_connection()
    if size != (width, height):
        window.maximize()  # the window manager accounts for its own bars
    return window


def _has_x11() -> bool:
    return sys.platform.startswith("linux") and not pyglet.options.headless


def _config() -> Config:
    if not _has_x11():
        return Config(**CONTEXT)  # type: ignore[abstract]  # pyglet picks the subclass
    from gjkscope.app.window.platform.glx_config import FirstConfig  # only where there is X11

    return FirstConfig(**CONTEXT)


def _watch_connection() -> None:
    """Installs `exit_without_display`, since Xlib exits with its own message when the X server goes away."""
    from pyglet.libs.x11 import xlib  # only where there is X11

    global _on_lost  # keeps a reference, which Xlib does not
    _on_lost = xlib.XIOErrorHandler(exit_without_display)
    xlib.XSetIOErrorHandler(_on_lost)


def exit_without_display(_display: object = None) -> NoReturn:
    """Exits at once: without a display, no orderly shutdown is possible."""
    print(f"gjkscope: connection to the display lost; {RECOVERY_HINT}", file=sys.stderr, flush=True)
    os._exit(2)


def window_graphics(window: Window) -> moderngl.Context:
    """Makes the window's OpenGL context current and wraps it for moderngl, even if other contexts exist.

    (After creating one context, `moderngl.create_context` looks for GLX, which fails without a display.)
    """
    window.switch_to()
    moderngl.init_context(_functions())
    return moderngl.get_context()


def _functions() -> "FunctionLoader | None":
    """None where moderngl finds OpenGL's functions itself."""
    if not _has_x11():
        return None
    from gjkscope.app.window.platform.gl_functions import x11_functions  # only where there is X11

    return x11_functions()


RECOVERY_HINT = "unsaved changes can be restored when gjkscope is started again"
_on_lost: object = None

# No depth buffer, as scenes are drawn into their own framebuffers.  Without explicit colour sizes some drivers choose
# 5, 6 and 5 bits; macOS requires a forward-compatible context.
CONTEXT = {
    "major_version": 3,
    "minor_version": 3,
    "forward_compatible": True,
    "double_buffer": True,
    "red_size": 8,
    "green_size": 8,
    "blue_size": 8,
}

# pyglet has two classes of this name, and its X11 display raises the undocumented one.
DISPLAY_ERRORS = (NoSuchDisplayException, getattr(pyglet.display, "xlib", pyglet.window).NoSuchDisplayException)
CONTEXT_ERRORS = (NoSuchConfigException, ConfigException, ContextException)
