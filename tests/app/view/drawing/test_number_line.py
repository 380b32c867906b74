"""The number line shows the projections of the axis that the views draw, as far as the beats have come."""

import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, ScrubTo, SetVisible, initial_state, update
from gjkscope.app.state.model import BeatPosition, State
from gjkscope.app.view.drawing.number_line import number_line
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine import sat

GAP = 12  # the only axis of the scene with a gap


def state_of(algorithm: str = "sat") -> State:
    state = initial_state(read_scene(resource("assets", "scenes", "boxes-edge-edge.json")))
    return update(update(state, ChooseAlgorithm(algorithm)), SetVisible("number_line", True))


def test_a_complete_step_shows_both_intervals_and_the_gap() -> None:
    state = update(state_of(), GoToStep(GAP))
    line = number_line(state)
    assert line is not None
    assert (line.name, line.words) == ("edge 2 of A × edge 0 of B", "gap 0.3201 m")
    assert line.a.interval is not None
    assert line.b.interval is not None
    assert line.is_gap
    assert line.a.interval[1] < line.b.interval[0]
    assert line.extent[0] < line.a.interval[0]
    assert line.b.interval[1] < line.extent[1]
    relations = [axis.relation for axis in line.tally]
    assert relations == [*[sat.Relation.OVERLAP] * GAP, sat.Relation.GAP, None, None]
    assert [axis.is_current for axis in line.tally].index(True) == GAP


def test_the_intervals_slide_from_those_of_the_axis_before_in_their_beats() -> None:
    """Half-way through the four beats of step n is n − 0.5: A has its new interval, B still the old one."""
    before, after = (number_line(update(state_of(), GoToStep(step))) for step in (3, 4))
    half = number_line(update(state_of(), ScrubTo(3.5)))
    assert before is not None
    assert half is not None
    assert after is not None
    assert half.a.interval == pytest.approx(after.a.interval)
    assert half.b.interval == pytest.approx(before.b.interval)
    assert (half.b.settled, half.measured) == (0.0, 0.0)
    assert half.tally[4] == (None, True)  # what the axis shows is not known yet


def test_the_first_intervals_are_not_there_before_their_beats() -> None:
    """Half-way through the second beat, A's interval spreads from its middle; B has none yet."""
    state = update(state_of(), GoToStep(0))
    line = number_line(replace(state, run=replace(state.run, beat=BeatPosition(1, 0.5))))
    whole = number_line(state)
    assert line is not None
    assert whole is not None
    assert line.b.interval is None
    assert line.a.interval is not None
    assert whole.a.interval is not None
    assert whole.a.interval[0] < line.a.interval[0] < line.a.interval[1] < whole.a.interval[1]


def test_it_is_shown_for_sat_only_and_replaces_the_labels_in_the_view() -> None:
    assert number_line(update(state_of("gjk"), GoToStep(1))) is None
    state = update(state_of(), GoToStep(GAP))
    hidden = update(state, SetVisible("number_line", False))
    assert number_line(hidden) is None
    words = [{label.text for label in world_drawing(version).labels} for version in (state, hidden)]
    assert words[1] - words[0] == {"gap 0.3201 m", "edge 2 of A × edge 0 of B"}
