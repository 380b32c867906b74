"""The one transport: the buttons of the timeline play and step what the keys do, in the unit of the workspace."""

import pytest
from imgui_bundle import imgui

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, initial_state, update
from gjkscope.app.state.inspection.traces import current_step
from gjkscope.app.state.model import State, Workspace
from gjkscope.app.view.panels.timeline.player import position_words
from tests.app.interface import Bench, scene

FIRST, BACK, PLAY, FORWARD, LAST = (f"##transport {number}" for number in range(5))


def start(algorithm: str) -> State:
    """A box that will fall, at the first step of the algorithm, in Motion."""
    state = initial_state(scene("motion/box-lands-on-triangles"))
    for action in (ChooseAlgorithm(algorithm), GoToStep(0)):
        state = update(state, action)
    return replace(state, shell=replace(state.shell, workspace=Workspace.MOTION))


def test_the_buttons_step_and_play_ticks_in_motion(shared: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    shared.open(start("gjk"))
    shared.person.resize(1280, 800, frames=3)
    assert "no ticks" in shared.words
    for button, tick in ((FORWARD, 1), (FORWARD, 2), (BACK, 1), (LAST, 2), (FIRST, 0)):
        shared.press(button)
        assert shared.state.motion.tick == tick
        assert current_step(shared.state) == 0
    shared.press(PLAY)
    assert shared.state.motion.simulation is not None
    assert shared.state.motion.simulation.playing
    assert not shared.state.run.playback.playing
    shared.press(PLAY)
    assert not shared.state.motion.simulation.playing
    assert position_words(shared.state).startswith("tick ")
    shown: list[str] = []
    monkeypatch.setattr(imgui, "set_tooltip", shown.append)
    shared.hover(FORWARD)
    shared.person.run_frames(2, dt=1.0)
    assert "Next tick (.)" in shown
    assert not shared.has("##beats"), "beats are parts of steps"


@pytest.mark.parametrize(("algorithm", "is_search"), [("toi", True), ("gjk", False)])
def test_ticks_have_buttons_in_their_panel_only_while_the_timeline_steps_a_search(
    shared: Bench, algorithm: str, is_search: bool
) -> None:
    shared.open(start(algorithm))
    shared.person.resize(1280, 800, frames=3)
    shared.front("Motion")
    assert shared.has("##motion Next tick (1/60 s)") == is_search
    assert shared.has("##beats") == is_search
