"""The clipboard under X11: long texts, texts that are not UTF-8, and owners that do not answer."""

from types import SimpleNamespace

import pytest

from gjkscope.app.window.platform import x11_clipboard

WINDOW = SimpleNamespace(_x_display=None, _clipboard_atom=1, _utf8_atom=2, _incr_atom=3, _window=4)


def read(monkeypatch: pytest.MonkeyPatch, *properties: tuple[int, bytes], answers: bool = True) -> str:
    """What is read if the property has these types and contents, one after the other."""

    def answer(_display: object, _window: int, _kind: int, event: object) -> bool:
        event._obj.xselection.property = 1  # type: ignore[attr-defined]
        return answers

    server = SimpleNamespace(
        XGetSelectionOwner=lambda *_: 5,
        XConvertSelection=lambda *_: None,
        XCheckTypedWindowEvent=answer,
        XEvent=x11_clipboard.xlib.XEvent,
        SelectionNotify=0,
        CurrentTime=0,
    )
    left = iter(properties)
    monkeypatch.setattr(x11_clipboard, "xlib", server)
    monkeypatch.setattr(x11_clipboard, "SECONDS", 0.01)
    monkeypatch.setattr(x11_clipboard, "_take", lambda _window: next(left, (0, b"")))
    return x11_clipboard.read_clipboard(WINDOW)


def test_a_short_text_is_one_property(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, (2, "−1 m".encode())) == "−1 m"


def test_a_long_text_is_joined_from_pieces_that_arrive_late(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = "−".encode()[:2], "−".encode()[2:] + b"1"
    assert read(monkeypatch, (3, b""), (0, b""), (2, first), (0, b""), (2, second), (2, b"")) == "−1"


def test_a_text_that_ends_halfway_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, (3, b""), (2, b"box 1 2")) == ""


def test_bytes_that_are_not_utf_8_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, (2, b"a\x92b")) == "a\ufffdb"


def test_an_owner_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, answers=False) == ""
