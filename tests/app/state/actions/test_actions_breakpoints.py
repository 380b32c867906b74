"""Breakpoint actions: adding, editing and removing them, stopping playback, and running to the next hit."""

import pytest

from gjkscope.app.ask.breakpoints import BUILT_IN, CONDITIONS, Breakpoint
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state import actions as do
from gjkscope.app.state.inspection.breakpoint_hits import LATER, Hits, hit_steps, hits
from gjkscope.app.state.inspection.traces import current_step, last_step
from gjkscope.app.state.model import State
from tests.app.state.acting import act

OWN = len(BUILT_IN)  # the number of the first user-defined breakpoint
SCENES = resource("assets", "scenes")


def open_run(name: str, algorithm: str) -> State:
    return do.update(do.initial_state(read_scene(SCENES / f"{name}.json")), do.ChooseAlgorithm(algorithm))


@pytest.fixture
def state() -> State:
    """The article's search that cycles, at its first step."""
    return do.update(open_run("museum/hb-article-cycle-1", "headbutt"), do.GoToStep(0))


def number_of(name: str) -> int:
    return list(CONDITIONS).index(name)


def switch_on(state: State, name: str) -> State:
    return do.update(state, do.EnableBreakpoint(number_of(name), True))


def test_all_built_in_conditions_exist_and_are_off(state: State) -> None:
    assert state.tools.breakpoints == BUILT_IN
    assert not any(condition.enabled for condition in BUILT_IN)
    assert hit_steps(state) == frozenset()


def test_an_expression_can_be_added_edited_and_removed(state: State) -> None:
    added = do.update(state, do.AddBreakpoint("  iteration == 7 "))
    assert added.tools.breakpoints == (*BUILT_IN, Breakpoint("iteration == 7"))
    edited = do.update(added, do.EditBreakpoint(OWN, "iteration == 8"))
    assert hit_steps(edited) == {8}
    assert hit_steps(do.update(edited, do.EnableBreakpoint(OWN, False))) == frozenset()
    assert do.update(edited, do.DeleteBreakpoint(OWN)).tools.breakpoints == BUILT_IN


@pytest.mark.parametrize("expression", ["", "lower >", "lower.__class__ == 1", "eval(1)"])
def test_an_invalid_expression_is_rejected_with_its_position(state: State, expression: str) -> None:
    for action in (do.AddBreakpoint(expression), do.EditBreakpoint(OWN, expression)):
        before = do.update(state, do.AddBreakpoint("cycle and flat"))
        refused = do.update(before, action)
        assert refused.tools.breakpoints == before.tools.breakpoints
        assert refused.shell.message is not None
        assert refused.shell.message.is_error
        assert refused.shell.message.text.startswith("Character ")


def test_the_same_expression_is_not_added_twice(state: State) -> None:
    once = do.update(state, do.AddBreakpoint("lower > 0"))
    assert do.update(once, do.AddBreakpoint("lower > 0")).tools.breakpoints == once.tools.breakpoints
    assert do.update(once, do.AddBreakpoint("cycle")).tools.breakpoints == once.tools.breakpoints


@pytest.mark.parametrize("number", [-1, 0, OWN - 1, OWN, 99])
def test_built_in_breakpoints_cannot_be_removed_and_others_must_exist(state: State, number: int) -> None:
    assert do.update(state, do.DeleteBreakpoint(number)) is state
    assert do.update(state, do.EditBreakpoint(number, "lower > 0")) is state
    if not 0 <= number < OWN:
        assert do.update(state, do.EnableBreakpoint(number, True)) is state


def test_playback_stops_at_each_hit_and_resumes_from_it(state: State) -> None:
    stopping = act(state, do.AddBreakpoint("iteration == 3 or iteration == 7"), do.TogglePlay())
    at_3 = do.update(stopping, do.Tick(1e6))
    assert (current_step(at_3), at_3.run.playback.playing) == (3, False)
    at_7 = act(at_3, do.TogglePlay(), *[do.Tick(0.5)] * 50)
    assert (current_step(at_7), at_7.run.playback.playing) == (7, False)
    ended = act(at_7, do.TogglePlay(), do.Tick(1e6))
    assert current_step(ended) == last_step(ended)


def test_a_loop_that_starts_at_a_breakpoint_stops_there(state: State) -> None:
    looping = act(state, do.ToggleLoop(), do.AddBreakpoint("iteration == 0"), do.GoToStep(2), do.TogglePlay())
    around = act(looping, *[do.Tick(1)] * 100)
    assert (around.run.step, around.run.playback.playing) == (0, False)


def test_a_loop_is_stopped_as_well(state: State) -> None:
    looping = act(state, do.ToggleLoop(), do.AddBreakpoint("iteration == 2"), do.GoToStep(5), do.TogglePlay())
    around = act(looping, *[do.Tick(1)] * 100)
    assert (current_step(around), around.run.playback.playing) == (2, False)


def test_run_to_the_next_and_previous_hit(state: State) -> None:
    ready = act(state, do.AddBreakpoint("iteration == 3"), do.AddBreakpoint("iteration == 9"))
    assert current_step(do.update(ready, do.RunToBreakpoint())) == 3
    assert current_step(act(ready, do.RunToBreakpoint(), do.RunToBreakpoint())) == 9
    assert current_step(act(ready, do.GoToLast(), do.RunToBreakpoint(back=True), do.RunToBreakpoint(back=True))) == 3
    stuck = act(ready, do.GoToLast(), do.RunToBreakpoint())
    assert current_step(stuck) == last_step(stuck)
    assert stuck.shell.message is not None
    assert stuck.shell.message.text == f"No breakpoint hits after step {last_step(stuck)}"


def test_without_an_enabled_breakpoint_a_message_says_where_they_are(state: State) -> None:
    after = do.update(state, do.RunToBreakpoint())
    assert current_step(after) == 0
    assert after.shell.message is not None
    assert "Breakpoints" in after.shell.message.text


def test_the_article_s_first_wrong_belief_and_its_cycle_are_caught(state: State) -> None:
    caught = do.update(switch_on(switch_on(state, "disagrees"), "cycle"), do.RunToBreakpoint())
    assert current_step(caught) == 4
    assert current_step(do.update(caught, do.RunToBreakpoint())) == 17
    gjk = do.update(caught, do.ChooseAlgorithm("gjk"))
    assert hit_steps(gjk) == frozenset()


def test_an_inapplicable_breakpoint_says_why(state: State) -> None:
    sat = do.update(state, do.ChooseAlgorithm("sat"))
    assert hits(sat, Breakpoint("flat")) == Hits((), "flat does not apply to this algorithm", 0)
    assert hits(sat, Breakpoint("height > 0")).why.startswith("no value height; available: iteration, axis")
    assert hits(state, Breakpoint("height > 1e9")) == Hits()
    assert hits(state, Breakpoint("iteration < 3 or norm(height) > 0")).steps == (0, 1, 2)
    refused = do.update(open_run("sphere-box", "gjk"), do.ChooseAlgorithm("sat"))
    assert hits(refused, Breakpoint("limit")).why


def test_the_truth_is_computed_when_the_drag_ends(state: State) -> None:
    wanted = Breakpoint("disagrees")
    dragged = act(state, do.BeginDrag("A", (0.0, 0.0, 0.0)), do.DragTo((0.01, 0.0, 0.0)))
    assert hits(dragged, wanted) == Hits((), LATER)
    assert hits(do.update(dragged, do.EndGesture()), wanted).why == ""


def test_curved_shapes_use_their_certificate_as_the_truth() -> None:
    state = open_run("sphere-box", "gjk")
    assert hits(state, Breakpoint("disagrees")) == Hits()
    assert hits(replace(state, run=replace(state.run, algorithm="headbutt")), Breakpoint("disagrees")).why == ""


def test_opening_another_scene_keeps_the_breakpoints(state: State) -> None:
    ready = act(state, do.AddBreakpoint("lower > 0"), do.ToggleLoop())
    other = do.update(ready, do.OpenScene(read_scene(SCENES / "sphere-box.json"), None))
    assert other.tools.breakpoints == ready.tools.breakpoints
    assert other.run.playback.loop
