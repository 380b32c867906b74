"""The command register behind menus, keys, palette and help is consistent."""

from collections import Counter

import pytest

from tests.app.interface import start_state  # isort: skip  first of all that loads pyglet.window

from imgui_bundle import imgui

from gjkscope.app.ask.runs.choices import CHOICES, Group
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.state.actions import NEW_PLANE_SCENE, ChooseAlgorithm, PlaceBody, Undo, initial_state, update
from gjkscope.app.state.model import State, Visibility
from gjkscope.app.view.panels.commands import COMMANDS, MENUS, Command
from gjkscope.app.view.panels.commands.command import chord
from gjkscope.app.view.panels.commands.looking import VISIBLE
from gjkscope.app.view.panels.requests import ReadScene


def command_named(title: str) -> Command:
    return next(command for command in COMMANDS if command.words(start_state()) == title)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("Z", imgui.Key.z),
        ("Ctrl+Shift+Z", int(imgui.Key.mod_ctrl) | int(imgui.Key.mod_shift) | int(imgui.Key.z)),
        (",", imgui.Key.comma),
        ("Numpad 7", imgui.Key.keypad7),
        ("F1", imgui.Key.f1),
    ],
)
def test_shortcuts_are_parsed_as_written(keys: str, expected: int) -> None:
    assert chord(keys) == int(expected)


def test_each_key_has_only_one_command() -> None:
    taken = Counter(chord(keys) for command in COMMANDS for keys in command.keys)
    assert [pressed for pressed, count in taken.items() if count > 1] == []


def test_every_command_has_a_label_and_an_existing_menu() -> None:
    state = start_state()
    for command in COMMANDS:
        assert command.words(state)
        assert not command.menu or command.menu.partition("/")[0] in MENUS


@pytest.mark.parametrize("state", [start_state(), initial_state(NEW_PLANE_SCENE)], ids=["3D", "2D"])
def test_labels_are_unique_within_a_menu(state: State) -> None:
    entries = Counter((command.menu, command.words(state)) for command in COMMANDS if command.shown(state))
    assert max(entries.values()) == 1


def test_every_visibility_flag_has_a_switch() -> None:
    assert set(VISIBLE) == set(Visibility.__struct_fields__)


def test_every_shipped_scene_can_be_opened() -> None:
    scenes = resource("assets", "scenes")
    opened = [command.outcome(start_state()) for command in COMMANDS if command.menu.startswith("File/Open example")]
    assert {ReadScene((str(path),), is_example=True) for path in scenes.rglob("*.json")} == set(opened)


def test_labels_and_availability_follow_the_state() -> None:
    state = start_state()
    undo = command_named("Undo")
    assert not undo.enabled(state)
    moved = update(state, PlaceBody("A", PositionOrientation((0.0, 1.0, 0.0))))
    assert undo.words(moved) == "Undo move A"
    assert undo.enabled(moved)
    assert undo.outcome(moved) == Undo()


def test_a_switch_shows_its_value_and_toggles_it() -> None:
    state = start_state()
    grid = command_named("Ground grid")
    assert grid.is_checked(state)
    after = update(state, grid.outcome(state))  # type: ignore[arg-type]
    assert not grid.is_checked(after)
    assert update(after, grid.outcome(after)) == state  # type: ignore[arg-type]


def test_an_algorithm_s_switch_is_only_for_algorithms_that_support_it() -> None:
    single, state = command_named("Single precision (float32)"), start_state()
    assert single.enabled(state)
    assert not single.is_checked(state)
    on = update(state, single.outcome(state))
    assert on.run.options.float32
    assert single.is_checked(on)
    assert not update(on, single.outcome(on)).run.options.float32
    brute = update(on, ChooseAlgorithm("brute"))
    assert not single.enabled(brute)
    assert not single.is_checked(brute)


def test_every_procedure_that_the_timeline_offers_has_a_command() -> None:
    commands = {command.title for command in COMMANDS if command.menu.startswith(("Algorithm", "Learn"))}
    elsewhere = {Group.LESSON, Group.REPORT}  # on the pages of lessons; under Compare with
    offered = {choice.title for choice in CHOICES.values() if choice.group not in elsewhere | {Group.DIFFERENCE}}
    assert offered <= commands
