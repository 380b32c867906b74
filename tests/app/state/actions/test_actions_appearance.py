"""Theme, lecture mode, UI scale and the hovered body, without a window."""

from math import inf, nan

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import (
    UI_SCALES,
    ChooseTheme,
    HoverBody,
    Lecture,
    OpenScene,
    SetUiScale,
    StepUiScale,
    initial_state,
    update,
)
from gjkscope.app.state.model import State, Theme


@pytest.fixture
def state() -> State:
    return initial_state(read_scene(resource("assets", "scenes", "sphere-box.json")))


def test_the_theme_is_dark_by_default_and_can_be_light(state: State) -> None:
    assert state.appearance.theme is Theme.DARK
    light = update(state, ChooseTheme(Theme.LIGHT))
    assert light.appearance.theme is Theme.LIGHT
    assert update(light, ChooseTheme(Theme.DARK)) == state


def test_lecture_mode_can_be_switched_on_and_off(state: State) -> None:
    lecture = update(state, Lecture(True))
    assert lecture.appearance.lecture
    assert update(lecture, Lecture(False)) == state


@pytest.mark.parametrize(("asked", "given"), [(1.25, 1.25), (0.1, UI_SCALES[0]), (inf, UI_SCALES[-1]), (nan, 1.0)])
def test_the_scale_is_limited_to_the_offered_range(state: State, asked: float, given: float) -> None:
    assert update(state, SetUiScale(asked)).preferences.ui_scale == given


def test_the_scale_changes_by_the_offered_steps(state: State) -> None:
    larger = update(state, StepUiScale(1))
    assert larger.preferences.ui_scale == 1.1
    assert update(larger, StepUiScale(-1)) == state
    assert update(state, StepUiScale(99)).preferences.ui_scale == UI_SCALES[-1]
    assert update(state, StepUiScale(-99)).preferences.ui_scale == UI_SCALES[0]


def test_from_an_intermediate_scale_a_step_starts_at_the_nearest_one(state: State) -> None:
    assert update(update(state, SetUiScale(1.03)), StepUiScale(1)).preferences.ui_scale == 1.1


def test_the_hovered_body_must_be_in_the_scene(state: State) -> None:
    assert update(state, HoverBody("B")).pointer.hovered == "B"
    assert update(state, HoverBody("nobody")).pointer.hovered is None


def test_appearance_is_kept_when_another_scene_opens(state: State) -> None:
    for action in (ChooseTheme(Theme.LIGHT), Lecture(True), SetUiScale(2.0), OpenScene(state.document.scene)):
        state = update(state, action)
    assert (state.appearance.theme, state.appearance.lecture, state.preferences.ui_scale) == (Theme.LIGHT, True, 2.0)


def test_appearance_is_not_undone(state: State) -> None:
    changed = state
    for action in (ChooseTheme(Theme.LIGHT), Lecture(True), SetUiScale(2.0), HoverBody("A")):
        changed = update(changed, action)
    assert changed.history == state.history
    assert not changed.modified
