"""Unsaved edits of a demo are kept in a file, and come back wherever the demo is opened."""

import os
from pathlib import Path
from typing import ClassVar

import pytest

from tests.app.interface import start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.command_line.open import run_window
from gjkscope.app.state.model import DemoPlayback, State
from gjkscope.app.state.model.demo import MarkKind
from gjkscope.app.teach.demos.file import SUFFIX, parse_demo
from gjkscope.app.view.panels.requests import ReadScene, SetCaption
from gjkscope.app.window import window
from gjkscope.app.window.drafts import draft_path, drop_draft, keep_draft, kept_draft
from gjkscope.app.window.platform import display
from gjkscope.app.window.session import Session
from tests.app.window.test_session import Board, no_paint

DEMO = """{"gjkdemo": 1, "name": "draft", "scene": "boxes-edge-edge", "steps": [
    {"do": "caption", "text": "Tpyo", "seconds": 1}]}"""


class Window:
    """The main window without a picture: only its session."""

    is_first_run = False
    opened: ClassVar[list[Session]] = []

    def __init__(self, state: State, _window: object, _settings: object, _journals: Path, recordings: Path) -> None:
        self.session = session_with(recordings, state)
        self.opened.append(self.session)

    def run(self) -> None:
        pass

    def close(self) -> None:
        pass


def session_with(recordings: Path, state: State | None = None) -> Session:
    return Session(state or start_state(), Board(), no_paint, recordings=recordings)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / f"talk{SUFFIX}"
    path.write_text(DEMO, encoding="utf-8")
    return path


def correct(session: Session, file: Path, text: str) -> None:
    """Opens the demo and changes its caption."""
    session.perform([ReadScene((str(file),)), SetCaption(text, 0, 0)])


def show(session: Session) -> DemoPlayback:
    assert session.state.show is not None
    return session.state.show


def caption(session: Session) -> str:
    (mark,) = show(session).demo.marks_of(MarkKind.CAPTION)
    return mark.text


def test_a_draft_exists_while_there_are_unsaved_edits(tmp_path: Path) -> None:
    demo = parse_demo(DEMO)
    assert kept_draft(tmp_path, "a") is None
    keep_draft(demo, tmp_path, "a")
    restored = kept_draft(tmp_path, "a")
    assert restored is not None
    assert restored.marks == demo.marks
    assert kept_draft(tmp_path, "b") is None
    drop_draft(tmp_path, "a")
    drop_draft(tmp_path, "a")
    assert kept_draft(tmp_path, "a") is None


def test_a_file_has_one_draft_however_its_path_is_written(tmp_path: Path, file: Path) -> None:
    other = file.parent / "away" / ".." / file.name
    assert draft_path(tmp_path, str(other)) == draft_path(tmp_path, str(file))
    assert draft_path(tmp_path, os.path.relpath(file)) == draft_path(tmp_path, str(file))


@pytest.mark.parametrize("present", [False, True])
def test_edits_come_back_when_the_demo_is_opened_from_the_command_line(
    file: Path, tmp_path: Path, present: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    correct(session_with(tmp_path / "recordings"), file, "Typo")
    monkeypatch.setattr(window, "MainWindow", Window)
    monkeypatch.setattr(display, "open_window", lambda *_: None)
    monkeypatch.setattr(Window, "opened", [])
    run_window([file], tmp_path, present=present)
    (session,) = Window.opened
    assert caption(session) == "Typo"
    assert session.state.presenting.on is present
    assert show(session).playing is present
    assert show(session).is_unsaved
    session.perform([SetCaption("Better", 0, 0)])
    again = session_with(tmp_path / "recordings")
    again.perform([ReadScene((str(file),))])
    assert caption(again) == "Better"


def test_a_page_of_a_lesson_is_opened_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "MainWindow", Window)
    monkeypatch.setattr(display, "open_window", lambda *_: None)
    monkeypatch.setattr(Window, "opened", [])
    run_window([], tmp_path, lesson=("04-gjk-in-2d", 2))
    (session,) = Window.opened
    mark = session.state.lesson
    assert mark is not None
    assert (mark.lesson.name, mark.page) == ("04-gjk-in-2d", 2)


def test_a_draft_that_cannot_be_read_is_not_overwritten(file: Path, tmp_path: Path) -> None:
    recordings = tmp_path / "recordings"
    correct(session_with(recordings), file, "Typo")
    draft = draft_path(recordings, str(file))
    damaged = draft.read_text(encoding="utf-8")[:-3]
    draft.write_text(damaged, encoding="utf-8")
    session = session_with(recordings)
    correct(session, file, "Other")
    (aside,) = draft.parent.glob(f"*-unread-1{SUFFIX}")
    assert aside.read_text(encoding="utf-8") == damaged
    restored = kept_draft(recordings, str(file))
    assert restored is not None
    assert restored.marks[0].text == "Other"
