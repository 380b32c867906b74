"""The window follows the file of the open demo while it is edited elsewhere."""

import json
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import EditTake, Notify, OpenDemo, SeekDemo, SetVisible, TakeOver, initial_state
from gjkscope.app.state.model import DemoPlayback
from gjkscope.app.state.model.demo import MarkKind
from gjkscope.app.teach.demos.file import demo_of, read_demo
from gjkscope.app.teach.demos.takes.edit import with_caption
from gjkscope.app.view.panels.requests import SaveTake, SetCaption
from gjkscope.app.window.session import Session
from tests.app.teach.demos.test_demos import TEXT

CAPTION = '{"do": "caption", "text": "%s"}, {"do": "wait", "seconds": %s}'
stamps: Iterator[int] = count(1)


def write(path: Path, caption: str, seconds: float = 3) -> Path:
    """The demo's file, with another time of its last change, whatever the clock's resolution."""
    document = json.loads(TEXT)
    document["steps"] = json.loads(f"[{CAPTION % (caption, seconds)}]")
    return save(path, json.dumps(document, indent=1))


def save(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    os.utime(path, (0, next(stamps)))
    return path


def settle(session: Session) -> DemoPlayback:
    for _ in range(2):  # the file is read once it rests
        session.poll()
    assert session.state.show is not None
    return session.state.show


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(tmp_path / "edited.gjkdemo.json", "first")


@pytest.fixture
def session(path: Path) -> Session:
    demo = read_demo(path)
    session = Session(initial_state(demo.first.document.scene), None, None)  # type: ignore[arg-type]
    session.perform([OpenDemo(demo, str(path)), SeekDemo(100)])
    settle(session)
    return session


def caption(session: Session) -> str:
    said = session.state.display.caption
    return "" if said is None else said.text


def test_a_changed_file_is_shown_at_the_current_time(session: Session, path: Path) -> None:
    write(path, "second")
    assert settle(session).tick == 100
    assert caption(session) == "second"
    write(path, "shorter", 0.5)
    assert settle(session).tick == 30


def test_an_error_is_shown_with_its_line_and_the_demo_continues(session: Session, path: Path) -> None:
    correct = path.read_text()
    save(path, correct.replace('"caption"', '"captoin"'))
    settle(session)
    message = session.state.shell.message
    assert message is not None
    assert message.is_error
    assert "line " in message.text
    assert "captoin" in message.text
    assert caption(session) == "first"
    save(path, correct)
    settle(session)
    assert session.state.shell.message is not None
    assert not session.state.shell.message.is_error
    write(path, "corrected")
    settle(session)
    assert caption(session) == "corrected"


def test_unsaved_edits_are_kept(session: Session, path: Path) -> None:
    show = session.state.show
    assert show is not None
    assert show.demo.document is not None
    mine = demo_of({**show.demo.document, "about": "edited in the window"})
    session.state = replace(session.state, show=replace(show, demo=mine))
    write(path, "second")
    assert settle(session).demo is mine
    message = session.state.shell.message
    assert message is not None
    assert "unsaved edits are kept" in message.text


def test_saving_from_the_window_is_no_change_to_report(session: Session, path: Path) -> None:
    show = session.state.show
    assert show is not None
    session.recordings = path.parent
    session.perform([EditTake(with_caption(show.demo, 0, "mine"), "Change caption", 100), SaveTake()])
    assert read_demo(path).marks_of(MarkKind.CAPTION)[0].text == "mine"
    session.perform([SetCaption("edited before the file is looked at", 0, 0), Notify("before")])
    os.utime(path, (0, next(stamps)))
    settle(session)
    assert session.state.shell.message is not None
    assert session.state.shell.message.text == "before"
    write(path, "elsewhere")
    settle(session)
    assert session.state.shell.message.text.endswith("Save them under another name.")
    session.perform([SaveTake()])
    assert session.state.shell.dialog is not None
    assert read_demo(path).marks_of(MarkKind.CAPTION)[0].text == "elsewhere"


def test_an_experiment_is_kept_and_the_demo_resumes_with_the_new_version(session: Session, path: Path) -> None:
    session.perform([TakeOver(), SetVisible("grid", False)])
    write(path, "second")
    assert settle(session).taken_over
    assert not session.state.display.visible.grid
    session.act(SeekDemo(100))
    assert caption(session) == "second"


def test_touching_the_file_changes_nothing(session: Session, path: Path) -> None:
    session.act(Notify("before"))
    save(path, path.read_text())
    settle(session)
    assert session.state.shell.message is not None
    assert session.state.shell.message.text == "before"
