"""Theme, lecture mode, UI scale and the hovered body, without a window."""

from math import inf, nan

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state import actions as do
from gjkscope.app.state.model import State, Theme


@pytest.fixture
def state() -> State:
    return do.initial_state(read_scene(resource("assets", "scenes", "sphere-box.json")))


def test_the_theme_is_dark_by_default_and_can_be_light(state: State) -> None:
    assert state.appearance.theme is Theme.DARK
    light = do.update(state, do.ChooseTheme(Theme.LIGHT))
    assert light.appearance.theme is Theme.LIGHT
    assert do.update(light, do.ChooseTheme(Theme.DARK)) == state


def test_lecture_mode_can_be_switched_on_and_off(state: State) -> None:
    lecture = do.update(state, do.Lecture(True))
    assert lecture.appearance.lecture
    assert do.update(lecture, do.Lecture(False)) == state


@pytest.mark.parametrize(
    ("asked", "given"), [(1.25, 1.25), (0.1, do.UI_SCALES[0]), (inf, do.UI_SCALES[-1]), (nan, 1.0)]
)
def test_the_scale_is_limited_to_the_offered_range(state: State, asked: float, given: float) -> None:
    assert do.update(state, do.SetUiScale(asked)).preferences.ui_scale == given


def test_the_scale_changes_by_the_offered_steps(state: State) -> None:
    larger = do.update(state, do.StepUiScale(1))
    assert larger.preferences.ui_scale == 1.1
    assert do.update(larger, do.StepUiScale(-1)) == state
    assert do.update(state, do.StepUiScale(99)).preferences.ui_scale == do.UI_SCALES[-1]
    assert do.update(state, do.StepUiScale(-99)).preferences.ui_scale == do.UI_SCALES[0]


def test_from_an_intermediate_scale_a_step_starts_at_the_nearest_one(state: State) -> None:
    assert do.update(do.update(state, do.SetUiScale(1.03)), do.StepUiScale(1)).preferences.ui_scale == 1.1


def test_the_hovered_body_must_be_in_the_scene(state: State) -> None:
    assert do.update(state, do.HoverBody("B")).pointer.hovered == "B"
    assert do.update(state, do.HoverBody("nobody")).pointer.hovered is None


def test_appearance_is_kept_when_another_scene_opens(state: State) -> None:
    for action in (
        do.ChooseTheme(Theme.LIGHT),
        do.Lecture(True),
        do.SetUiScale(2.0),
        do.OpenScene(state.document.scene),
    ):
        state = do.update(state, action)
    assert (state.appearance.theme, state.appearance.lecture, state.preferences.ui_scale) == (Theme.LIGHT, True, 2.0)


def test_appearance_is_not_undone(state: State) -> None:
    changed = state
    for action in (do.ChooseTheme(Theme.LIGHT), do.Lecture(True), do.SetUiScale(2.0), do.HoverBody("A")):
        changed = do.update(changed, action)
    assert changed.history == state.history
    assert not changed.modified
