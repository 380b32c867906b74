"""The texts of the Motion panel."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import Action, SetGravity, SetRules, StepMotion, initial_state, update
from gjkscope.app.state.model.simulation import Simulation
from gjkscope.app.view.panels.motion.motion_panel import (
    contacts_of,
    gap_words,
    pairs_and_comparisons,
    response_words,
    tick_notes,
)
from gjkscope.app.view.panels.motion.ticks import time_words
from gjkscope.engine.result import Verdict
from gjkscope.engine.simulation.pairing import PairContact
from gjkscope.engine.simulation.simulation import FirstTouch, Rules
from gjkscope.engine.vectors import ZERO
from tests.app.interface import scene

NAMES = {"bullet-and-thin-plate": ("bullet", "plate"), "box-lands-on-triangles": ("box", "floor")}


def simulation_of(name: str, *actions: Action) -> Simulation:
    state = initial_state(scene(f"motion/{name}"))
    for action in actions:
        state = update(state, action)
    assert state.motion.simulation is not None
    return state.motion.simulation


def words_after(name: str, *actions: Action) -> str:
    simulation = simulation_of(name, *actions)
    return response_words(simulation, simulation.tick.contacts[0], NAMES[name])


def test_how_a_pair_was_resolved() -> None:
    assert words_after("box-lands-on-triangles", StepMotion(30)) == "box by 0.02 m"
    assert words_after("box-lands-on-triangles", StepMotion(30), SetGravity(ZERO), StepMotion(1)) == ""
    assert words_after("bullet-and-thin-plate", SetRules(Rules(continuous=True)), StepMotion(3)) == "stopped at contact"


def test_what_was_found_for_a_pair() -> None:
    for verdict, distance, words in (
        (Verdict.PENETRATING, -0.0123456, "0.0123 m deep"),
        (Verdict.SEPARATED, 0.5, "0.5 m apart"),
        (Verdict.SEPARATED, None, "–"),
        (Verdict.TOUCHING, 1e-17, "touch"),
        (Verdict.UNDECIDED, None, "–"),
    ):
        assert gap_words(PairContact((0, 1), verdict, distance, None)) == words


def test_missed_and_undecided_contacts_are_reported() -> None:
    names = NAMES["bullet-and-thin-plate"]
    passed = simulation_of("bullet-and-thin-plate", StepMotion(3)).tick
    assert tick_notes(passed, names) == ["bullet – plate: touched at 0.03967 s, between two ticks: missed (tunnelling)"]
    assert contacts_of(passed) == [(passed.missed[0], True)]
    held = replace(passed, missed=(), undecided=(FirstTouch((0, 1), 0.0123456),))
    assert tick_notes(held, names) == [
        "bullet – plate: undecided from 0.01235 s; held there for the rest of the tick, free of contact"
    ]
    caught = simulation_of("bullet-and-thin-plate", SetRules(Rules(continuous=True)), StepMotion(3)).tick
    assert tick_notes(caught, names) == []
    assert contacts_of(caught) == [(caught.meetings[0], False)]


def test_the_time_and_the_comparisons_saved_by_the_broad_phase() -> None:
    simulation = simulation_of("three-bodies-meet", StepMotion(3), StepMotion(-1))
    assert time_words(simulation) == "tick 2 of 3, 0.033 s"
    all_pairs = simulation_of("three-bodies-meet", SetRules(Rules(broad_phase="allpairs")), StepMotion(1))
    assert pairs_and_comparisons(all_pairs) == "0 pairs nearby, 3 comparisons; all pairs: 3"
