"""The chart of bounds has the bounds that the steps have proved so far, and only in the run shown."""

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, PlaceBody, ScrubTo, SetVisible, initial_state, update
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing.bounds_chart import bounds_chart


def state_of(algorithm: str, lowered: float = 0.0) -> State:
    """The boxes, with B that much lower: at 0.7 they overlap."""
    state = initial_state(read_scene(resource("assets", "scenes", "boxes-edge-edge.json")))
    placement = state.document.scene.body("B").placement
    x, y, z = placement.position
    state = update(state, PlaceBody("B", placement.moved((x, y - lowered, z))))
    return update(update(state, ChooseAlgorithm(algorithm)), SetVisible("bounds", True))


def test_the_bounds_of_gjk_meet_at_the_distance() -> None:
    chart = bounds_chart(state_of("gjk"))
    assert chart is not None
    end = 4.0, pytest.approx(0.3201, abs=5e-5)
    assert (chart.of_depth, chart.last) == (False, 4)
    assert (chart.lower[-1], chart.upper[-1]) == (end, end)
    assert chart.extent[0] < chart.lower[0][1] < chart.upper[0][1] < chart.extent[1]


def test_the_bounds_of_epa_are_depths() -> None:
    chart = bounds_chart(state_of("epa", lowered=0.7))
    assert chart is not None
    assert chart.of_depth
    end = 4.0, pytest.approx(0.3799, abs=5e-5)
    at_least = [metres for _, metres in chart.lower]
    assert at_least == sorted(at_least)
    assert (chart.lower[-1], chart.upper[-1]) == (end, end)


def test_a_curve_grows_with_the_beats_on_the_scale_of_the_whole_run() -> None:
    state = state_of("epa", lowered=0.7)
    one, two, half = (bounds_chart(update(state, action)) for action in (GoToStep(1), GoToStep(2), ScrubTo(1.5)))
    assert one is not None
    assert two is not None
    assert half is not None
    assert half.lower[:-1] == one.lower
    assert half.lower[-1] == (1.5, pytest.approx((one.lower[-1][1] + two.lower[-1][1]) / 2))
    assert half.extent == one.extent == two.extent


def test_the_chart_is_hidden_by_default_and_without_bounds() -> None:
    state = state_of("gjk")
    assert bounds_chart(update(state, SetVisible("bounds", False))) is None
    assert bounds_chart(update(state, ChooseAlgorithm("construct"))) is None
