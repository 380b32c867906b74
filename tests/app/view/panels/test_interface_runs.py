"""Broad phases and push-outs in the window, with real events."""

from imgui_bundle import icons_fontawesome_6

from gjkscope.app.ask.runs.choices import Run
from gjkscope.app.state.actions import ChooseAlgorithm, initial_state, update
from gjkscope.app.state.inspection.traces import inspect, step_record
from gjkscope.app.view.panels.toolkit.panels import open_panels
from gjkscope.app.view.words.broad import pairs_so_far
from gjkscope.engine.explain import headline
from gjkscope.engine.result import Verdict
from tests.app.interface import Bench, scene


def test_a_broad_phase_can_be_selected_and_stepped_and_its_pairs_clicked(shared: Bench) -> None:
    shared.open(initial_state(scene("broad-phase-field")))
    shared.person.resize(1280, 900, frames=3)
    shared.person.key("_5", "alt", frames=3)  # many bodies
    shared.choose("##algorithm", "Sort and sweep")
    assert shared.state.run.algorithm == "sweep"
    assert "93 comparisons; all pairs: 780" in shared.words
    assert "Pairs found: 12 of 12" in shared.words
    shared.person.key("COMMA")
    assert "Intervals on x; active: 1" in shared.words
    assert headline(step_record(shared.state), *shared.state.document.scene.names) in shared.words
    run = inspect(shared.state).trace
    assert isinstance(run, Run)
    other = next(pair for pair in pairs_so_far(run, 79) if set(pair) != set(shared.state.document.pair))
    shared.press(f"{' – '.join(other)}##found")
    assert shared.state.document.pair == other
    assert shared.state.run.algorithm == "sweep"


def test_a_value_is_beside_a_long_name_not_over_it(shared: Bench) -> None:
    shared.open(update(initial_state(scene("boxes-overlap")), ChooseAlgorithm("epa")))
    shared.person.resize(1280, 800)
    shared.front("Step")
    name, value = (shared.ear.places[words] for words in ("at most this deep", "0.30711 m"))
    assert name.top <= value.top < name.bottom
    assert value.left > name.right


def test_a_button_pushes_a_pair_out(shared: Bench) -> None:
    shared.open(initial_state(scene("boxes-overlap")))
    shared.choose("Algorithm", "Push-out", "Push-out of the pair")
    shared.press("Apply push-out")
    assert inspect(shared.state).answer.verdict is Verdict.TOUCHING
    shared.person.key("Z", "ctrl")
    assert inspect(shared.state).answer.verdict is Verdict.PENETRATING


def test_a_body_on_a_terrain_is_pushed_out_in_either_order(shared: Bench) -> None:
    shared.open(initial_state(scene("terrain-floor")))
    shared.choose("##algorithm", "Off a terrain, greatest overlap")
    assert "Greatest: 1 push" in shared.words
    shared.press("in order##order")
    assert shared.state.run.algorithm == "terrain-in-order"
    shared.press("Apply push-out")
    assert shared.state.document.scene.body("box").pose.position[0] > -0.49  # stumbled over an internal edge


def test_a_scene_moves_by_keys_and_buttons_and_a_first_contact_can_be_clicked(shared: Bench) -> None:
    shared.open(initial_state(scene("motion/bullet-and-thin-plate")))
    start = shared.state.document.scene
    shared.front("Motion")
    shared.press("Continuous collision")
    shared.front("Steps")
    shared.person.key("P")  # the panel comes back to the front
    shared.person.run_frames(20)
    shared.person.key("P")
    assert shared.state.motion.simulation is not None
    assert not shared.state.animating
    assert inspect(shared.state).answer.verdict is Verdict.TOUCHING
    assert "First contacts: 1" in shared.words
    shared.press("0.03967 s  bullet – plate##meeting 0")
    number = shared.state.motion.simulation.number
    assert shared.state.motion.simulation.tick.caught == ((0, 1),)
    shared.person.key("COMMA", "alt")
    assert shared.state.motion.simulation.number == number - 1
    shared.press(f"{icons_fontawesome_6.ICON_FA_THUMBTACK} Apply poses")
    assert shared.state.modified
    shared.person.key("Z", "ctrl")
    assert shared.state.document.scene == start


def test_every_panel_handles_a_run_that_is_not_about_the_pair(shared: Bench) -> None:
    for name, algorithm in (
        ("broad-phase-field", "kdtree"),
        ("terrain-bumps", "terrain"),
        ("boxes-overlap", "terrain"),
    ):
        shared.open(update(initial_state(scene(name)), ChooseAlgorithm(algorithm)))
        for panel in open_panels(shared.state):
            shared.front(panel.title)
            assert panel.title != "Stability", "it is about algorithms for pairs"
        assert (shared.state.run.algorithm, shared.state.shell.message) == (algorithm, None)
    shared.front("Steps")
