"""Some hundred random events, and that the monkey finds what is broken.  `make monkey` sends more."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.monkey.__main__ import HANDLERS, Monkey, keep_inside  # isort: skip  first that loads pyglet.window

from gjkscope.app.base.records import replace
from gjkscope.app.state import actions as do
from gjkscope.app.state.model import State
from gjkscope.app.view.panels import requests
from gjkscope.engine import Sphere
from tests.app.interface import start_state
from tests.fuzz.monkey import invariants


@pytest.fixture
def monkey(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Monkey]:
    monkeypatch.chdir(tmp_path)
    for kind, handle in [*HANDLERS.items()]:
        monkeypatch.setitem(HANDLERS, kind, handle)  # restored afterwards
    keep_inside(tmp_path)
    made = Monkey(tmp_path, seed=3)
    yield made
    made.close()


@pytest.mark.thorough
@pytest.mark.slow
def test_random_events_break_nothing(monkey: Monkey) -> None:
    monkey.batch(1)
    assert monkey.hands.sent >= 200
    assert monkey.frames > 50


def test_nothing_is_written_elsewhere(monkey: Monkey, tmp_path: Path) -> None:
    elsewhere = tmp_path.parent / f"{tmp_path.name}-elsewhere.json"
    monkey.main.session.perform([requests.SaveScene(str(elsewhere)), requests.SaveScene(str(tmp_path / "here.json"))])
    assert not elsewhere.exists()
    assert (tmp_path / "here.json").exists()


def test_the_crash_journal_is_checked(monkey: Monkey) -> None:
    monkey.main.session.perform([do.ReshapeBody("A", Sphere(0.3)), do.EndGesture()])
    monkey.check()
    journal = monkey.main._journal
    assert journal is not None
    text = journal._path.read_text(encoding="utf-8")
    invariants.check_journal(monkey.main.session.state, text)
    with pytest.raises(AssertionError, match="another scene"):
        invariants.check_journal(start_state(), text)


def test_a_broken_redo_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    state = do.update(do.update(start_state(), do.ReshapeBody("A", Sphere(0.3))), do.EndGesture())
    invariants.check_history(state)

    def forget(state: State, action: do.Action) -> State:
        return state if isinstance(action, do.Redo) else do.update(state, action)

    monkeypatch.setattr(invariants, "update", forget)
    with pytest.raises(AssertionError, match="redo"):
        invariants.check_history(state)


def test_lost_settings_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    state = start_state()
    invariants.check_settings(state)
    state = replace(state, preferences=replace(state.preferences, ui_scale=1.25))
    monkeypatch.setattr(invariants, "apply_settings", lambda fresh, _: fresh)
    with pytest.raises(AssertionError, match="restart"):
        invariants.check_settings(state)
    assert json.loads(invariants.settings_text(state, (640, 480), {}))["ui_scale"] == 1.25
