"""What is kept between runs: settings as a file, and the window that opens as the last one was left."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.app.interface import start_state  # isort: skip  first of all that loads pyglet.window
from imgui_bundle import imgui

from app.actions import ChooseLayout, ChooseTheme, LinkCameras, RememberCommand, SetRate, SetUiScale, Show, update
from app.settings import read_settings, settings_text, with_settings
from app.state import Layout, State, Theme
from app.window.settings_file import BROKEN, NAME, SettingsFile
from app.window.window import MainWindow
from tests.app.harness import Harness, headless_window

LIKED = (
    ChooseTheme(Theme.LIGHT),
    SetUiScale(1.25),
    ChooseLayout(Layout.THREE),
    Show("grid", False),
    SetRate(4.0),
    LinkCameras(False),
    RememberCommand("View/Panels"),
)


def liked() -> State:
    state = start_state()
    for action in LIKED:
        state = update(state, action)
    return state


def test_what_is_liked_comes_back() -> None:
    known = read_settings(settings_text(liked(), (800, 600), "[Window]"))
    assert (known["window"], known["docking"]) == ((800, 600), "[Window]")
    back = with_settings(start_state(), known)
    assert replace(back, cameras=liked().cameras) == liked()
    assert not back.cameras.linked


def test_without_a_file_all_is_as_usual(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "none")
    assert file.known == {}
    assert file.fault is None
    assert with_settings(start_state(), {}) == start_state()


@pytest.mark.parametrize(
    ("contents", "fault"),
    [
        ("{", "not JSON"),
        ('{"gjkscope settings": 2}', 'must be an object with "gjkscope settings": 1'),
        ('{"gjkscope settings": 1, "colour": 3}', "colour: unknown"),
        ('{"gjkscope settings": 1, "theme": "pink"}', "theme: must be one of dark, light, got"),
        ('{"gjkscope settings": 1, "ui_scale": 900}', "ui_scale: must be from"),
        ('{"gjkscope settings": 1, "hidden": ["moon"]}', "hidden: must be among aabbs"),
        ('{"gjkscope settings": 1, "window": [0, 600]}', "window: must be from 64"),
        ('{"gjkscope settings": 1, "window": 600}', "window: must be two whole numbers"),
        ('{"gjkscope settings": 1, "recent": [1]}', "recent: must be a string"),
        ('{"gjkscope settings": 1, "layout": {}}', "layout: must be one of both"),
    ],
)
def test_a_broken_file_is_put_aside_and_told_once(tmp_path: Path, contents: str, fault: str) -> None:
    (tmp_path / NAME).write_text(contents)
    file = SettingsFile(tmp_path)
    assert file.known == {}
    assert file.fault is not None
    assert fault in file.fault
    assert (tmp_path / BROKEN).read_text() == contents
    assert not (tmp_path / NAME).exists()
    again = SettingsFile(tmp_path)
    assert again.known == {}
    assert again.fault is None


def test_a_folder_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    file = SettingsFile(tmp_path / "file" / "below")
    for expected in (True, False):
        file.fault = None
        file.write("text")
        assert (file.fault is not None) is expected


Opener = Callable[[], tuple[MainWindow, Harness]]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opener]:
    """Opens the application as it was left; what is open at the end is closed."""
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


def test_the_panels_stand_where_they_were_left_and_reset_puts_them_back(opened: Opener) -> None:
    main, person = opened()
    assert main.is_first_run
    usual = place("Step")
    edge = usual[0] - 1.5, 300.0  # the splitter beside it
    person.drag(edge, (edge[0] - 150, 300.0))
    moved = place("Step")
    assert moved[0] < usual[0] - 100
    main.session.perform(LIKED)
    person.run_frames(3)
    main.close()

    main, person = opened()
    assert not main.is_first_run
    assert place("Step")[0] == pytest.approx(moved[0], abs=30)  # the user interface has another size
    assert main.session.state.theme is Theme.LIGHT
    assert main.session.state.layout is Layout.THREE
    main.session.perform([SetUiScale(1.0)])
    person.key("P", "ctrl")
    person.run_frames(2)
    main.window.dispatch_event("on_text", "reset layout")
    person.run_frames(2)
    person.key("RETURN")
    person.run_frames(3)
    assert place("Step") == pytest.approx(usual, abs=3)


def test_settings_are_written_once_all_is_still(opened: Opener, tmp_path: Path) -> None:
    main, person = opened()
    main.session.perform([ChooseTheme(Theme.LIGHT)])
    person.run_frames(2)
    assert not (tmp_path / NAME).exists()
    person.run_frames(3, dt=0.3)
    assert json.loads((tmp_path / NAME).read_text())["theme"] == "light"


def test_a_broken_file_is_told_in_the_window(opened: Opener, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("{")
    main, _ = opened()
    message = main.session.state.message
    assert message is not None
    assert message.is_error
    assert "Moved to" in message.text


def place(title: str) -> tuple[float, float]:
    window = imgui.internal.find_window_by_name(title)
    return window.pos.x, window.size.x
