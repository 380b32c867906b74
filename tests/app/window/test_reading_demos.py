"""A demo that takes long to read: the window opens at once, and a card shows how far it is."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line import open as opening
from gjkscope.app.command_line.console import UsageError
from gjkscope.app.state.actions import Present
from gjkscope.app.state.model import Demo, Task
from gjkscope.app.teach.demos.file import SUFFIX, read_demo
from gjkscope.app.view.panels.requests import CancelTask, ReadScene
from gjkscope.app.window import reading, window
from gjkscope.app.window.platform import display
from gjkscope.app.window.session import Session
from tests.app.window.test_drafts import Window
from tests.app.window.test_session import Board, no_paint

TEXT = """{"gjkdemo": 1, "name": "n", "scene": "boxes-edge-edge", "steps": [
    {"do": "move", "body": "B", "by": [0, 1, 0], "seconds": 0.5}]}"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / f"talk{SUFFIX}"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Reading a demo stops half-way until this is set."""
    gate = Event()

    def halting(path: str, progress: Callable[[float], None]) -> Demo:
        progress(0.5)
        gate.wait(30)
        return read_demo(path)

    monkeypatch.setattr(reading, "read_demo", halting)
    return gate


def test_reading_reports_how_much_has_been_rehearsed(file: Path) -> None:
    parts: list[float] = []
    read_demo(file, progress=parts.append)
    assert parts == sorted(parts)
    assert (parts[0], parts[-1]) == (0.0, 1.0)


def test_the_window_shows_how_far_it_is_and_cancel_ends_the_presentation(file: Path, gate: Event) -> None:
    now = [100.0]
    session = Session(start_state(), Board(), no_paint, wake=lambda: None, clock=lambda: now[0])
    session.timeout = 0.2  # until the thread has reached the gate
    session.perform([Present(on=True), ReadScene((str(file),))])
    now[0] += 2.0
    session.poll()
    assert session.state.shell.task == Task(f"Reading {file.name}", 2, 50, reads_demo=True)
    session.perform([CancelTask()])
    gate.set()
    session.poll()
    assert session.state.shell.task is None
    assert (session.state.show, session.state.presenting.on) == (None, False)


def test_the_card_has_the_only_cancel_button(
    file: Path, gate: Event, shared: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared.open(start_state())
    monkeypatch.setattr(shared.main.session, "timeout", 0.2)
    monkeypatch.setattr("gjkscope.app.window.session.WAIT_IN_FRAME", 0.0)
    shared.perform(ReadScene((str(file),)), frames=4)
    assert shared.has("Cancel##reading")
    assert not shared.has("Cancel##task")
    shared.press("Cancel##reading", frames=2)
    gate.set()
    assert (shared.state.shell.task, shared.state.show) == (None, None)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Session]:
    monkeypatch.setattr(window, "MainWindow", Window)
    monkeypatch.setattr(display, "open_window", lambda *_: None)
    monkeypatch.setattr(Window, "opened", [])
    return Window.opened


@pytest.mark.parametrize("present", [False, True])
def test_the_window_opens_before_a_slow_demo_is_read(
    file: Path, tmp_path: Path, opened: list[Session], present: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "READ_SECONDS", 0.0)
    opening.run_window([file], tmp_path / "settings", present=present)
    (session,) = opened
    assert session.state.show is not None
    assert session.state.show.demo.name == "n"
    assert session.state.presenting.on is present


def test_an_error_in_a_demo_is_still_reported_before_the_window_opens(
    file: Path, tmp_path: Path, opened: list[Session]
) -> None:
    file.write_text(TEXT.replace('"B"', '"C"'), encoding="utf-8")
    with pytest.raises(UsageError, match=r"line 2: .*C"):
        opening.run_window([file], tmp_path / "settings")
    assert not opened


def test_other_files_are_not_under_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "READ_SECONDS", 0.0)
    assert opening._state_soon([resource("assets", "scenes", "sphere-box.json")]) is not None
