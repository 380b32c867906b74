"""The one transport: the buttons of the timeline play and step what the keys do, in the unit of the workspace."""

import pytest
from imgui_bundle import imgui

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, StepMotion, initial_state, update
from gjkscope.app.state.inspection.traces import current_step, last_step
from gjkscope.app.state.model import State, Workspace
from gjkscope.app.view.panels.timeline.player import position_words
from gjkscope.app.view.panels.timeline.tick_track import MISSED, TOUCHED, contacts_words, icon_of
from gjkscope.app.view.panels.timeline.time_axis import LEAST
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


@pytest.mark.parametrize("algorithm", ["toi", "gjk"])
def test_motion_has_one_transport_whose_unit_is_the_tick(shared: Bench, algorithm: str) -> None:
    """Also while a search for a contact is shown, which had the timeline's buttons, and ticks had others."""
    shared.open(start(algorithm))
    shared.person.resize(1440, 900, frames=3)
    shared.front("Motion")
    step = current_step(shared.state)
    for key, tick in (("PERIOD", 1), ("PERIOD", 2), ("COMMA", 1), ("END", 2), ("HOME", 0), ("END", 2), ("R", 0)):
        shared.person.key(key, frames=2)
        assert shared.state.motion.tick == tick
        assert current_step(shared.state) == step
    assert sum("transport" in label for label in shared.ear.widgets) == 5
    assert not any("##motion Next tick" in label for label in shared.ear.widgets)


def test_the_track_goes_to_ticks_in_motion_and_to_steps_in_the_pair(shared: Bench) -> None:
    shared.open(start("gjk"))
    shared.person.resize(1440, 900, frames=3)
    shared.perform(StepMotion(LEAST - 1))
    track = shared.widget("ticks").rect
    shared.person.click(*track.at(0.75, 0.4))
    assert 0 < shared.state.motion.tick < LEAST - 1
    assert current_step(shared.state) == 0
    here = shared.state.motion.tick
    shared.person.key("_2", "alt", frames=4)
    assert not shared.has("ticks")
    shared.person.key("END", frames=2)
    assert current_step(shared.state) == last_step(shared.state) > 0
    assert shared.state.motion.tick == here, "the steps of the query in that tick"


def test_the_track_marks_first_contacts_and_those_that_were_missed() -> None:
    state = update(initial_state(scene("motion/bullet-and-thin-plate")), StepMotion(4))
    assert state.motion.simulation is not None
    ticks = state.motion.simulation.ticks
    assert [icon_of(tick) for tick in ticks] == [None, None, None, MISSED, None]
    assert contacts_words(ticks) == ("1 first contact", "1 missed")
    assert contacts_words(ticks[:2]) == ("no first contact so far",)
    fallen = update(initial_state(scene("motion/box-lands-on-triangles")), StepMotion(30)).motion.simulation
    assert fallen is not None
    assert [icon_of(tick) for tick in fallen.ticks].count(TOUCHED) == 1
