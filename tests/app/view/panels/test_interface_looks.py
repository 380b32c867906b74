"""Theme, UI scale and hovering in the window, with real events."""

from tests.app.interface import Bench  # isort: skip  first of all that loads pyglet.window
import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import ChooseTheme, initial_state
from gjkscope.app.state.model import State, Theme, View
from gjkscope.app.window.platform.display import open_window


@pytest.fixture
def bench(shared: Bench) -> Bench:
    shared.open(start())
    return shared


def start() -> State:
    return initial_state(read_scene(resource("assets", "scenes", "sphere-box.json")))


def test_the_body_under_the_pointer_is_hovered_until_the_pointer_leaves(bench: Bench) -> None:
    rect = bench.picture(View.WORLD)
    seen = set()
    for x in (0.2, 0.35, 0.5, 0.65, 0.8):
        bench.person.move(*rect.at(x, 0.5), frames=3)
        seen.add(bench.state.pointer.hovered)
    assert seen & {"A", "B"}
    bench.person.move(*rect.at(0.02, 0.98), frames=3)
    assert bench.state.pointer.hovered is None


def test_the_light_theme_is_light_everywhere(bench: Bench) -> None:
    dark = bench.person.screenshot().mean()
    bench.perform(ChooseTheme(Theme.LIGHT), frames=3)
    assert bench.person.screenshot().mean() > 180 > 80 > dark


def test_a_window_larger_than_the_screen_is_shrunk_to_fit() -> None:
    from tests.app.harness import HeadlessWindow

    window = open_window(100_000, 100_000, kind=HeadlessWindow)
    screen = window.screen
    assert window.get_size() == (screen.width, screen.height)
    window.close()
