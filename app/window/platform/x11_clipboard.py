"""Reads the clipboard under X11: texts of any length, with a time limit.

pyglet 2.1.19 reads neither texts above a few hundred kilobytes, which their owner sends in pieces (ICCCM 2.7.2, INCR),
nor texts that are not UTF-8, on which it raises, and it waits forever for an owner that does not answer.
"""

from collections.abc import Callable
from ctypes import byref, string_at
from time import monotonic, sleep
from typing import Any

from pyglet.libs.x11 import xlib

SECONDS = 2.0  # that the owner may take for its answer, and for each piece
LONGEST = 1 << 26  # bytes: more is not text that a person copied
PAUSE = 0.001  # seconds between looking for an answer


def read_clipboard(window: Any) -> str:
    """The text in the clipboard that another application owns; empty if there is none, or no answer.

    Bytes that are not UTF-8 become U+FFFD.  `window` is pyglet's, under X11.
    """
    display, clipboard = window._x_display, window._clipboard_atom
    if not xlib.XGetSelectionOwner(display, clipboard):
        return ""
    xlib.XConvertSelection(display, clipboard, window._utf8_atom, clipboard, window._window, xlib.CurrentTime)
    answer = xlib.XEvent()
    if not _wait(lambda: xlib.XCheckTypedWindowEvent(display, window._window, xlib.SelectionNotify, byref(answer))):
        return ""
    if not answer.xselection.property:  # the owner has no text
        return ""
    kind, content = _take(window)
    if kind == window._incr_atom:
        content = _join_pieces(window)
    return content.decode(errors="replace")


def _join_pieces(window: Any) -> bytes:
    """The pieces of a long text.  Each is sent when the one before is deleted; an empty one ends the text."""
    pieces: list[bytes] = []
    size = 0
    while size <= LONGEST:
        contents: list[bytes] = []

        def is_there(contents: list[bytes] = contents) -> bool:
            kind, content = _take(window)
            contents.append(content)
            return kind != 0

        if not _wait(is_there):
            return b""  # not a part of a text, which may look like a whole one
        if not contents[-1]:
            return b"".join(pieces)
        pieces.append(contents[-1])
        size += len(contents[-1])
    return b""


def _take(window: Any) -> tuple[int, bytes]:
    """The type, 0 if there is none, and the content of the property with the answer, which is deleted."""
    data, size, kind = window.get_single_property(window._window, window._clipboard_atom, 0)  # 0: of any type
    content = string_at(data, size) if data and kind == window._utf8_atom else b""
    if data:
        xlib.XFree(data)
    if kind:
        xlib.XDeleteProperty(window._x_display, window._window, window._clipboard_atom)
        xlib.XFlush(window._x_display)
    return kind, content


def _wait(is_there: Callable[[], Any]) -> bool:
    """Whether the condition became true within the time limit."""
    limit = monotonic() + SECONDS
    while not is_there():
        if monotonic() > limit:
            return False
        sleep(PAUSE)
    return True
