"""Breakpoint actions: adding, editing and removing them, stopping playback, and running to the next hit."""

import pytest

from gjkscope.app.ask.breakpoints import BUILT_IN, CONDITIONS, Breakpoint
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import (
    Action,
    AddBreakpoint,
    BeginDrag,
    ChooseAlgorithm,
    DeleteBreakpoint,
    DragTo,
    EditBreakpoint,
    EnableBreakpoint,
    EndGesture,
    GoToLast,
    GoToStep,
    OpenScene,
    RunToBreakpoint,
    Tick,
    ToggleLoop,
    TogglePlay,
    initial_state,
    update,
)
from gjkscope.app.state.inspection.breakpoint_hits import LATER, Hits, hit_steps, hits
from gjkscope.app.state.inspection.traces import current_step, last_step
from gjkscope.app.state.model import State

OWN = len(BUILT_IN)  # the number of the first user-defined breakpoint
SCENES = resource("assets", "scenes")


def opened(name: str, algorithm: str) -> State:
    return update(initial_state(read_scene(SCENES / f"{name}.json")), ChooseAlgorithm(algorithm))


@pytest.fixture
def state() -> State:
    """The article's search that cycles, at its first step."""
    return update(opened("museum/hb-article-cycle-1", "headbutt"), GoToStep(0))


def done(state: State, *actions: Action) -> State:
    for action in actions:
        state = update(state, action)
    return state


def number_of(name: str) -> int:
    return list(CONDITIONS).index(name)


def switched_on(state: State, name: str) -> State:
    return update(state, EnableBreakpoint(number_of(name), True))


def test_all_built_in_conditions_exist_and_are_off(state: State) -> None:
    assert state.tools.breakpoints == BUILT_IN
    assert not any(one.enabled for one in BUILT_IN)
    assert hit_steps(state) == frozenset()


def test_an_expression_can_be_added_edited_and_removed(state: State) -> None:
    added = update(state, AddBreakpoint("  iteration == 7 "))
    assert added.tools.breakpoints == (*BUILT_IN, Breakpoint("iteration == 7"))
    edited = update(added, EditBreakpoint(OWN, "iteration == 8"))
    assert hit_steps(edited) == {8}
    assert hit_steps(update(edited, EnableBreakpoint(OWN, False))) == frozenset()
    assert update(edited, DeleteBreakpoint(OWN)).tools.breakpoints == BUILT_IN


@pytest.mark.parametrize("expression", ["", "lower >", "lower.__class__ == 1", "eval(1)"])
def test_an_invalid_expression_is_rejected_with_its_position(state: State, expression: str) -> None:
    for action in (AddBreakpoint(expression), EditBreakpoint(OWN, expression)):
        before = update(state, AddBreakpoint("cycle and flat"))
        refused = update(before, action)
        assert refused.tools.breakpoints == before.tools.breakpoints
        assert refused.shell.message is not None
        assert refused.shell.message.is_error
        assert refused.shell.message.text.startswith("Character ")


def test_the_same_expression_is_not_added_twice(state: State) -> None:
    once = update(state, AddBreakpoint("lower > 0"))
    assert update(once, AddBreakpoint("lower > 0")).tools.breakpoints == once.tools.breakpoints
    assert update(once, AddBreakpoint("cycle")).tools.breakpoints == once.tools.breakpoints


@pytest.mark.parametrize("number", [-1, 0, OWN - 1, OWN, 99])
def test_built_in_breakpoints_cannot_be_removed_and_others_must_exist(state: State, number: int) -> None:
    assert update(state, DeleteBreakpoint(number)) is state
    assert update(state, EditBreakpoint(number, "lower > 0")) is state
    if not 0 <= number < OWN:
        assert update(state, EnableBreakpoint(number, True)) is state


def test_playback_stops_at_each_hit_and_resumes_from_it(state: State) -> None:
    stopping = done(state, AddBreakpoint("iteration == 3 or iteration == 7"), TogglePlay())
    at_3 = update(stopping, Tick(1e6))
    assert (current_step(at_3), at_3.run.playback.playing) == (3, False)
    at_7 = done(at_3, TogglePlay(), *[Tick(0.5)] * 50)
    assert (current_step(at_7), at_7.run.playback.playing) == (7, False)
    ended = done(at_7, TogglePlay(), Tick(1e6))
    assert current_step(ended) == last_step(ended)


def test_a_loop_that_starts_at_a_breakpoint_stops_there(state: State) -> None:
    looping = done(state, ToggleLoop(), AddBreakpoint("iteration == 0"), GoToStep(2), TogglePlay())
    around = done(looping, *[Tick(1)] * 100)
    assert (around.run.step, around.run.playback.playing) == (0, False)


def test_a_loop_is_stopped_as_well(state: State) -> None:
    looping = done(state, ToggleLoop(), AddBreakpoint("iteration == 2"), GoToStep(5), TogglePlay())
    around = done(looping, *[Tick(1)] * 100)
    assert (current_step(around), around.run.playback.playing) == (2, False)


def test_run_to_the_next_and_previous_hit(state: State) -> None:
    ready = done(state, AddBreakpoint("iteration == 3"), AddBreakpoint("iteration == 9"))
    assert current_step(update(ready, RunToBreakpoint())) == 3
    assert current_step(done(ready, RunToBreakpoint(), RunToBreakpoint())) == 9
    assert current_step(done(ready, GoToLast(), RunToBreakpoint(back=True), RunToBreakpoint(back=True))) == 3
    stuck = done(ready, GoToLast(), RunToBreakpoint())
    assert current_step(stuck) == last_step(stuck)
    assert stuck.shell.message is not None
    assert stuck.shell.message.text == f"No breakpoint hits after step {last_step(stuck)}"


def test_without_an_enabled_breakpoint_a_message_says_where_they_are(state: State) -> None:
    told = update(state, RunToBreakpoint())
    assert current_step(told) == 0
    assert told.shell.message is not None
    assert "Breakpoints" in told.shell.message.text


def test_the_article_s_first_wrong_belief_and_its_cycle_are_caught(state: State) -> None:
    caught = update(switched_on(switched_on(state, "disagrees"), "cycle"), RunToBreakpoint())
    assert current_step(caught) == 4
    assert current_step(update(caught, RunToBreakpoint())) == 17
    gjk = update(caught, ChooseAlgorithm("gjk"))
    assert hit_steps(gjk) == frozenset()


def test_an_inapplicable_breakpoint_says_why(state: State) -> None:
    sat = update(state, ChooseAlgorithm("sat"))
    assert hits(sat, Breakpoint("flat")) == Hits((), "flat does not apply to this algorithm", 0)
    assert hits(sat, Breakpoint("height > 0")).why.startswith("no value height; available: iteration, axis")
    assert hits(state, Breakpoint("height > 1e9")) == Hits()
    assert hits(state, Breakpoint("iteration < 3 or norm(height) > 0")).steps == (0, 1, 2)
    refused = update(opened("sphere-box", "gjk"), ChooseAlgorithm("sat"))
    assert hits(refused, Breakpoint("limit")).why


def test_the_truth_is_computed_when_the_drag_ends(state: State) -> None:
    wanted = Breakpoint("disagrees")
    dragged = done(state, BeginDrag("A", (0.0, 0.0, 0.0)), DragTo((0.01, 0.0, 0.0)))
    assert hits(dragged, wanted) == Hits((), LATER)
    assert hits(update(dragged, EndGesture()), wanted).why == ""


def test_curved_shapes_use_their_certificate_as_the_truth() -> None:
    state = opened("sphere-box", "gjk")
    assert hits(state, Breakpoint("disagrees")) == Hits()
    assert hits(replace(state, run=replace(state.run, algorithm="headbutt")), Breakpoint("disagrees")).why == ""


def test_opening_another_scene_keeps_the_breakpoints(state: State) -> None:
    ready = done(state, AddBreakpoint("lower > 0"), ToggleLoop())
    other = update(ready, OpenScene(read_scene(SCENES / "sphere-box.json"), None))
    assert other.tools.breakpoints == ready.tools.breakpoints
    assert other.run.playback.loop
