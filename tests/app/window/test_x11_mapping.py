"""A window that is shown or hidden under X11 takes its own events only; others stay for the windows they belong to."""

from types import SimpleNamespace

import pytest

from gjkscope.app.window.platform import x11_mapping
from gjkscope.app.window.platform.x11_mapping import map_window, unmap_window

MAIN, NOTES = 1, 2
CONFIGURED, MAPPED, UNMAPPED = 22, 19, 18  # numbers of X11's events
STRUCTURE = 1 << 17  # the mask of these events


Event = tuple[int, int, int, int]
"""The window, the kind, and the size that comes with `CONFIGURED`."""


def server(queue: list[Event], asked: list[tuple[str, int]]) -> SimpleNamespace:
    """An X server with these events, which notes in `asked` what windows ask for."""

    def next_event(*_: object) -> None:
        raise AssertionError("takes the events of other windows")

    def window_event(_display: object, window: int, mask: int, event: object) -> None:
        assert mask == STRUCTURE
        entry = next(entry for entry in queue if entry[0] == window)
        queue.remove(entry)
        _, event._obj.type, width, height = entry  # type: ignore[attr-defined]
        event._obj.xconfigure.width, event._obj.xconfigure.height = width, height  # type: ignore[attr-defined]

    return SimpleNamespace(
        StructureNotifyMask=STRUCTURE,
        ConfigureNotify=CONFIGURED,
        MapNotify=MAPPED,
        UnmapNotify=UNMAPPED,
        XEvent=x11_mapping.xlib.XEvent,
        XSelectInput=lambda *_: None,
        XMapRaised=lambda _, window: asked.append(("map", window)),
        XUnmapWindow=lambda _, window: asked.append(("unmap", window)),
        XNextEvent=next_event,
        XWindowEvent=window_event,
    )


def window() -> SimpleNamespace:
    heard: list[tuple[object, ...]] = []
    return SimpleNamespace(
        _x_display=None,
        _window=NOTES,
        _default_event_mask=-1,
        _mapped=False,
        _width=1,
        _height=1,
        _update_view_size=lambda: None,
        dispatch_event=lambda *event: heard.append(event),
        heard=heard,
    )


def test_a_window_that_is_hidden_leaves_the_new_size_of_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The main window leaves full screen while the notes are closed."""
    resized = (MAIN, CONFIGURED, 1280, 781)
    queue, asked = [resized, (NOTES, CONFIGURED, 400, 300), (NOTES, UNMAPPED, 0, 0)], list[tuple[str, int]]()
    monkeypatch.setattr(x11_mapping, "xlib", server(queue, asked))
    notes = window()
    notes._mapped = True
    unmap_window(notes)
    assert asked == [("unmap", NOTES)]
    assert queue == [resized]
    assert not notes._mapped


def test_a_window_that_is_shown_takes_its_own_size(monkeypatch: pytest.MonkeyPatch) -> None:
    resized = (MAIN, CONFIGURED, 1920, 1080)
    later = (NOTES, CONFIGURED, 410, 310)
    queue, asked = [resized, (NOTES, CONFIGURED, 400, 300), (NOTES, MAPPED, 0, 0), later], list[tuple[str, int]]()
    monkeypatch.setattr(x11_mapping, "xlib", server(queue, asked))
    notes = window()
    map_window(notes)
    assert asked == [("map", NOTES)]
    assert queue == [resized, later]
    assert (notes._mapped, notes._width, notes._height) == (True, 400, 300)
    assert notes.heard == [("_on_internal_resize", 400, 300), ("on_show",), ("on_expose",)]
