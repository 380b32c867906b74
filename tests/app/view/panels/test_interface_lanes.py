"""The Contact lanes panel and the impulses of the Motion panel, with real events."""

from collections.abc import Iterator

import pytest

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, PlayMotion, SetResponse, SetRules, StepMotion, update
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model.simulation import Simulation
from gjkscope.app.view.panels.motion.motion_panel import response_words
from gjkscope.app.view.panels.timeline import lanes_panel, time_axis
from gjkscope.app.view.panels.timeline.time_axis import TickWindow
from gjkscope.engine.simulation.simulation import USUAL
from tests.app.interface import Bench, start_state

NAME = "motion/boxes-on-an-incline"


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    shared.open(start_state(NAME))
    shared.person.resize(1440, 900, frames=3)
    shared.front("Contact lanes")
    shared.settle()
    yield shared
    shared.main.session.perform([SetRules(USUAL)])
    shared.front("Steps")


def simulation_of(bench: Bench) -> Simulation:
    assert bench.state.motion.simulation is not None
    return bench.state.motion.simulation


@pytest.mark.thorough
def test_the_panel_says_what_to_do_and_then_shows_a_lane_for_each_id(bench: Bench) -> None:
    assert lanes_panel.NOT_BEGUN in bench.words
    bench.perform(StepMotion(10))
    assert "8 ids in ticks 0 to 10" in bench.words
    assert bench.has("Kinetic energy, J")
    lanes = lanes_panel.lanes_in(Identity(simulation_of(bench).ticks), TickWindow(0, 10, time_axis.LEAST))
    assert {lanes_panel.lane_words(lane, bench.state.document.scene.names).partition(":")[0] for lane in lanes} == {
        "ground – rough",
        "ground – smooth",
    }


@pytest.mark.thorough
def test_a_click_on_a_lane_goes_to_its_tick(bench: Bench) -> None:
    bench.perform(StepMotion(time_axis.LEAST - 1))
    lane = lanes_panel.lanes_in(
        Identity(simulation_of(bench).ticks), TickWindow(0, time_axis.LEAST - 1, time_axis.LEAST)
    )[0]
    row = bench.reveal(lanes_panel.lane_words(lane, bench.state.document.scene.names))
    bench.person.click(*row.at(0.75, 0.5))
    bench.settle()
    assert 0 < simulation_of(bench).number < time_axis.LEAST - 1


@pytest.mark.thorough
def test_curves_and_lanes_share_one_axis_and_a_click_on_a_curve_goes_to_its_tick(bench: Bench) -> None:
    bench.person.key("_4", "alt", frames=4)
    bench.front("Contact lanes")
    bench.perform(StepMotion(time_axis.LEAST - 1))
    window = TickWindow(0, time_axis.LEAST - 1, time_axis.LEAST)
    lane = lanes_panel.lanes_in(Identity(simulation_of(bench).ticks), window)[0]
    name = lanes_panel.lane_words(lane, bench.state.document.scene.names)
    row, curve, track = (bench.reveal(label) for label in (name, "Kinetic energy, J", "ticks"))
    assert (row.left, row.right) == (curve.left, curve.right) == (track.left, track.right)
    bench.person.click(*curve.at(0.75, 0.5))
    bench.settle()
    by_curve = simulation_of(bench).number
    bench.perform(StepMotion(5))
    bench.person.click(*bench.reveal(name).at(0.75, 0.5))
    bench.settle()
    assert simulation_of(bench).number == by_curve < time_axis.LEAST - 6


def test_other_scenes_say_where_contact_points_live(bench: Bench) -> None:
    bench.perform(SetResponse("push-out"))
    assert lanes_panel.NO_IMPULSES in bench.words


def test_the_motion_panel_switches_the_response_and_the_solver(bench: Bench) -> None:
    bench.front("Motion")
    bench.settle()
    bench.press("Warm starting")
    bench.settle()
    assert not bench.state.motion.rules.impulses.warm_starting
    bench.perform(StepMotion(2))
    simulation = simulation_of(bench)
    assert "4 points, 0.148 N·s (Box3D)" in response_words(simulation, simulation.tick.contacts[0], ())
    bench.perform(SetResponse("push-out"))
    bench.press("Contacts stop motion")
    assert not bench.state.motion.rules.stops


def test_more_ticks_than_fit_show_those_before_the_current_one() -> None:
    state = start_state(NAME)
    state = update(state, StepMotion(time_axis.WINDOW + 20))
    simulation = state.motion.simulation
    assert simulation is not None
    window = time_axis.shown_ticks(state)
    assert window == TickWindow(21, time_axis.WINDOW + 20, time_axis.WINDOW)
    assert all(
        len(curve.values) == time_axis.WINDOW for curve in lanes_panel.curves_in(Identity(simulation.ticks), window)
    )
    back = update(state, StepMotion(-time_axis.WINDOW))
    assert time_axis.shown_ticks(back) == TickWindow(0, time_axis.WINDOW - 1, time_axis.WINDOW)
    assert "came back" not in lanes_panel.summary_words(
        lanes_panel.lanes_in(Identity(simulation.ticks), window), window
    )
    assert update(state, PlayMotion(True)).motion.simulation.playing  # type: ignore[union-attr]


def test_the_solvers_steps_of_a_tick_can_be_stepped_through(bench: Bench) -> None:
    bench.perform(ChooseAlgorithm("impulses"))
    assert "it needs a tick with impulses" in (inspect(bench.state).refusal or "")
    bench.perform(StepMotion(3), GoToStep(5))
    run = inspect(bench.state).trace
    assert run is not None
    assert run.steps[-1].impulses == simulation_of(bench).tick.response.impulses  # type: ignore[union-attr]
    assert "solve: ground – rough" in bench.words
    bench.perform(StepMotion(1))
    assert inspect(bench.state).trace is not run


@pytest.mark.thorough
def test_triangles_of_a_mesh_have_lanes_with_the_decisions_about_their_contacts(shared: Bench) -> None:
    shared.open(start_state("motion/slide-box-flat"))
    shared.person.resize(1440, 900, frames=3)
    shared.perform(SetResponse("impulses"))
    shared.perform(SetRules(replace(USUAL, edges="jolt-active")))
    shared.front("Contact lanes")
    shared.perform(StepMotion(12))
    shared.settle()
    lanes = lanes_panel.triangles_in(Identity(simulation_of(shared).ticks), TickWindow(0, 12, time_axis.LEAST))
    names = shared.state.document.scene.names
    assert len(lanes) >= 4
    assert lanes_panel.fate_words(lanes) in shared.words
    assert shared.reveal(lanes_panel.triangle_words(lanes[0], names)).right > 0
    shared.perform(SetRules(USUAL))
    shared.front("Steps")
