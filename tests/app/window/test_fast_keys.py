"""Keys typed faster than frames, and released in any order: a slow frame must not turn Ctrl+O into O."""

from collections.abc import Iterator

import pytest

from tests.app.harness import Harness, headless_window  # first: it makes pyglet headless

from imgui_bundle import imgui  # isort: skip
from pyglet.window import key  # isort: skip

from gjkscope.app.window.imgui.pyglet_backend import ImGuiLayer  # isort: skip

CTRL_O = int(imgui.Key.mod_ctrl) | int(imgui.Key.o)


@pytest.fixture
def seen() -> Iterator[tuple[Harness, list[str]]]:
    window = headless_window(200, 200)
    layer = ImGuiLayer(window)
    chords: list[str] = []

    def frame(dt: float) -> None:
        layer.new_frame(dt)
        if imgui.is_key_chord_pressed(CTRL_O):
            chords.append("ctrl+o")
        elif imgui.is_key_pressed(imgui.Key.o):
            chords.append("o")
        layer.render()

    yield Harness(window, frame), chords
    layer.close()
    window.close()


@pytest.mark.parametrize("ctrl_up_first", [True, False])
@pytest.mark.parametrize("frame_between", [True, False])
def test_a_shortcut_typed_within_a_frame_is_recognised(
    seen: tuple[Harness, list[str]], ctrl_up_first: bool, frame_between: bool
) -> None:
    person, chords = seen
    send = person.window.dispatch_event
    send("on_key_press", key.LCTRL, 0)
    if frame_between:
        person.run_frames()
    send("on_key_press", key.O, key.MOD_CTRL)
    releases = [("on_key_release", key.LCTRL, key.MOD_CTRL), ("on_key_release", key.O, 0)]
    if not ctrl_up_first:
        releases = [("on_key_release", key.O, key.MOD_CTRL), ("on_key_release", key.LCTRL, key.MOD_CTRL)]
    for release in releases:
        send(*release)
    person.run_frames(4)
    send("on_key_press", key.O, 0)  # with nothing left of Ctrl
    send("on_key_release", key.O, 0)
    person.run_frames(4)
    assert chords == ["ctrl+o", "o"]


@pytest.mark.parametrize("event", [("on_key_release", key.PERIOD, 0), ("on_deactivate",)])
def test_a_key_released_under_another_name_or_elsewhere_is_not_stuck(
    seen: tuple[Harness, list[str]], event: tuple[object, ...]
) -> None:
    """pyglet on X11 suppresses presses while their names are in this set: Shift+. with Shift released first."""
    window = seen[0].window
    window.pressed_keys = {key.GREATER}
    window.dispatch_event(*event)
    assert window.pressed_keys == set()


def test_a_held_key_stays_held_when_another_is_released(seen: tuple[Harness, list[str]]) -> None:
    window = seen[0].window
    window.pressed_keys = {key.O, key.PERIOD}
    window.dispatch_event("on_key_release", key.PERIOD, 0)
    assert key.O in window.pressed_keys
