"""The gradient drawn on B: an arrow along the normal, an arc about the axis of the rotation, and both at a kink."""

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import SetVisible, initial_state, update
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing import gradient
from gjkscope.app.view.drawing.gradient import gradient_or_none
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine.gradients.derivative import distance_gradient


def shown(scene: str) -> State:
    return update(
        initial_state(read_scene(resource("assets", "scenes", f"{scene}.json"))), SetVisible("gradient", True)
    )


def words(state: State) -> list[str]:
    return [label.text for label in world_drawing(state).labels if "φ" in label.text]


def test_it_is_drawn_only_where_it_is_wanted() -> None:
    state = shown("sphere-box")
    assert words(state) == ["∂φ/∂t", "∂φ/∂ω 0.533 m/rad"]
    assert words(update(state, SetVisible("gradient", False))) == []


def test_at_a_kink_the_words_say_so() -> None:
    assert words(shown("boxes-overlap")) == ["∂φ/∂t", "∂φ/∂ω jumps"]


def test_shapes_with_too_many_corners_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = shown("boxes-overlap").document.pair_bodies
    pair = a.shape, a.pose, b.shape, b.pose
    gradient_or_none.cache_clear()
    assert gradient_or_none(pair) == distance_gradient(*pair)
    gradient_or_none.cache_clear()
    monkeypatch.setattr(gradient, "MOST_CORNERS", 7)
    assert gradient_or_none(pair) is None
    gradient_or_none.cache_clear()
