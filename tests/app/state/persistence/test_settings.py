"""Settings kept between runs: the file, and a window that reopens as it was left."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gjkscope.app.base.records import replace

from tests.app.interface import start_state  # isort: skip  first of all that loads pyglet.window
from imgui_bundle import imgui

from gjkscope.app.scenes.cameras.rotations import RotationFormat
from gjkscope.app.state import actions
from gjkscope.app.state.model import Layout, State, Theme
from gjkscope.app.state.persistence.kept_file import DAMAGED
from gjkscope.app.state.persistence.settings import Settings, apply_settings, read_settings, settings_text
from gjkscope.app.state.persistence.settings_file import NAME, SettingsFile
from gjkscope.app.window.window import MainWindow
from tests.app.harness import Harness, headless_window

LIKED = (
    actions.ChooseTheme(Theme.LIGHT),
    actions.SetUiScale(1.25),
    actions.ShowRotationsAs(RotationFormat.WXYZ, "YXZ"),
    actions.ChooseLayout(Layout.THREE),
    actions.SetVisible("grid", False),
    actions.SetRate(4.0),
    actions.LinkCameras(False),
    actions.ShowUpwards(True),
    actions.RememberCommand("View/Panels"),
    actions.AskEngines(True),
)


def preferred_state() -> State:
    state = start_state()
    for action in LIKED:
        state = actions.update(state, action)
    return state


def test_preferences_are_restored() -> None:
    known = read_settings(settings_text(preferred_state(), (800, 600), "[Window]"))
    assert (known.window, known.docking) == ((800, 600), "[Window]")
    back = apply_settings(start_state(), known)
    assert replace(back, view=replace(back.view, cameras=preferred_state().view.cameras)) == preferred_state()
    assert not back.view.cameras.linked


def test_without_a_file_the_defaults_apply(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "none")
    assert file.known == Settings()
    assert file.fault is None
    assert apply_settings(start_state(), Settings()) == start_state()


@pytest.mark.parametrize(
    ("contents", "fault"),
    [
        ("{", "not JSON"),
        ('{"gjkscope settings": 2}', 'must be an object with "gjkscope settings": 1'),
        ('{"gjkscope settings": 1, "colour": 3}', "colour: unknown"),
        ('{"gjkscope settings": 1, "theme": "pink"}', "theme: must be one of dark, light, got"),
        ('{"gjkscope settings": 1, "ui_scale": 900}', "ui_scale: must be from"),
        ('{"gjkscope settings": 1, "hidden": ["moon"]}', "hidden[0]: must be one of aabbs"),
        ('{"gjkscope settings": 1, "window": [0, 600]}', "window[0]: must be from 64"),
        ('{"gjkscope settings": 1, "window": 600}', "window: must be a list [ ], got 600"),
        ('{"gjkscope settings": 1, "recent": [1]}', "recent[0]: must be text in quotes"),
        ('{"gjkscope settings": 1, "layout": {}}', "layout: must be one of both"),
    ],
)
def test_an_invalid_file_is_moved_aside_and_reported_once(tmp_path: Path, contents: str, fault: str) -> None:
    (tmp_path / NAME).write_text(contents)
    file = SettingsFile(tmp_path)
    assert file.known == Settings()
    assert file.fault is not None
    assert fault in file.fault
    assert (tmp_path / DAMAGED / NAME).read_text() == contents
    assert not (tmp_path / NAME).exists()
    again = SettingsFile(tmp_path)
    assert again.known == Settings()
    assert again.fault is None


def test_an_unwritable_folder_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    file = SettingsFile(tmp_path / "file" / "below")
    for expected in (True, False):
        file.fault = None
        file.write("text")
        assert (file.fault is not None) is expected


Opener = Callable[[], tuple[MainWindow, Harness]]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opener]:
    """Open the application as it was left, and close it at the end of the test."""
    windows: list[MainWindow] = []

    def open_() -> tuple[MainWindow, Harness]:
        main = MainWindow(start_state(), headless_window(1000, 700), settings=SettingsFile(tmp_path))
        windows.append(main)
        person = Harness(main.window, main.loop.run_frame)
        person.run_frames(3)
        return main, person

    yield open_
    for main in windows:
        if main.window.context is not None:
            main.close()


def test_the_panel_layout_is_restored_and_can_be_reset(opened: Opener) -> None:
    main, person = opened()
    assert main.is_first_run
    usual = position("Step")
    edge = usual[0] - 1.5, 300.0  # the splitter beside it
    person.drag(edge, (edge[0] - 150, 300.0))
    moved = position("Step")
    assert moved[0] < usual[0] - 100
    main.session.perform(LIKED)
    person.run_frames(3)
    main.close()

    main, person = opened()
    assert not main.is_first_run
    assert position("Step")[0] == pytest.approx(moved[0], abs=30)  # the UI scale is different
    assert main.session.state.appearance.theme is Theme.LIGHT
    assert main.session.state.display.layout is Layout.THREE
    main.session.perform([actions.SetUiScale(1.0)])
    person.key("P", "ctrl")
    person.run_frames(2)
    main.window.dispatch_event("on_text", "reset layout")
    person.run_frames(2)
    person.key("RETURN")
    person.run_frames(3)
    assert position("Step") == pytest.approx(usual, abs=3)


def test_settings_are_written_once_nothing_moves(opened: Opener, tmp_path: Path) -> None:
    main, person = opened()
    main.session.perform([actions.ChooseTheme(Theme.LIGHT)])
    person.run_frames(2)
    assert not (tmp_path / NAME).exists()
    person.run_frames(3, dt=0.3)
    assert json.loads((tmp_path / NAME).read_text())["theme"] == "light"


def test_an_invalid_file_is_reported_in_the_window(opened: Opener, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("{")
    main, _ = opened()
    message = main.session.state.shell.message
    assert message is not None
    assert message.is_error
    assert "Moved to" in message.text


def position(title: str) -> tuple[float, float]:
    window = imgui.internal.find_window_by_name(title)
    return window.pos.x, window.size.x
