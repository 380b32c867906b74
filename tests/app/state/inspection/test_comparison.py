"""Two runs side by side: contents of the second, joint stepping, and the first difference."""

from math import inf

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state import actions as do
from gjkscope.app.state.inspection.comparison import end, incomparable, inspected_state, other_state, parting, position
from gjkscope.app.state.inspection.replays import replay_of
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step
from gjkscope.app.state.model import ComparedRun, GradientPlot, Nudges, State
from gjkscope.engine import Options, first_difference


def open_comparison(name: str, comparison: ComparedRun | None = None) -> State:
    state = do.initial_state(read_scene(resource("assets", "scenes", "museum", f"{name}.json")))
    return do.update(state, do.CompareWith(comparison))


@pytest.fixture
def cycle() -> State:
    """GJK ends in step 3, the article's loop in step 27."""
    return open_comparison("hb-article-cycle-1", ComparedRun("headbutt"))


def second(state: State) -> State:
    other = other_state(state)
    assert other is not None
    return other


def test_the_second_run_has_its_own_algorithm_options_and_order() -> None:
    single = second(open_comparison("coal-604", ComparedRun("epa", Options(float32=True), swapped=True)))
    assert (single.run.algorithm, single.run.options.float32, single.document.pair) == ("epa", True, ("B", "A"))
    assert other_state(single) is None
    assert other_state(open_comparison("coal-604")) is None


def test_both_step_together_to_the_end_of_the_longer_one(cycle: State) -> None:
    assert (last_step(cycle), last_step(second(cycle)), end(cycle)) == (3, 27, 27)
    shown = do.update(cycle, do.GoToStep(2))
    assert (current_step(shown), current_step(second(shown))) == (2, 2)
    shown = do.update(shown, do.StepBy(3))
    assert (position(shown), current_step(shown), current_step(second(shown))) == (5, 3, 5)
    shown = do.update(shown, do.StepBy(-1))
    assert (position(shown), current_step(second(shown))) == (4, 4)
    shown = do.update(shown, do.GoToLast())
    assert (current_step(shown), current_step(second(shown))) == (3, 27)


def test_without_a_second_run_the_first_run_s_length_is_the_limit(cycle: State) -> None:
    alone = do.update(do.update(cycle, do.GoToStep(20)), do.CompareWith(None))
    assert (position(alone), end(alone)) == (3, 3)


def test_runs_of_one_algorithm_diverge_where_their_decisions_differ() -> None:
    state = open_comparison("mjwarp-1527", ComparedRun("gjk", Options(float32=True)))
    first, other = inspect(state).trace, inspect(second(state)).trace
    assert first is not None and other is not None  # noqa: PT018
    divergence = parting(state)
    assert divergence == first_difference(first, other, inf)
    assert divergence is not None
    assert divergence.step > 0, "the roundings before it do not count"


def test_two_algorithms_diverge_where_their_points_differ(cycle: State) -> None:
    divergence = parting(cycle)
    assert divergence is not None
    assert divergence.step == 0, "they look in different directions first"
    assert incomparable(cycle) is None


def test_runs_without_common_steps_say_so(cycle: State) -> None:
    sat = do.update(cycle, do.CompareWith(ComparedRun("sat")))
    assert parting(sat) is None
    assert "not sat" in (incomparable(sat) or "")


def test_a_run_that_does_not_apply_has_its_reason() -> None:
    scene = read_scene(resource("assets", "scenes", "sphere-box.json"))
    state = do.update(do.initial_state(scene), do.CompareWith(ComparedRun("sat")))
    assert (incomparable(state) or "").startswith("SAT takes polytopes")
    assert end(state) == last_step(state)


def test_swapping_the_runs_twice_restores_them(cycle: State) -> None:
    once = do.update(cycle, do.ExchangeRuns())
    assert (once.run.algorithm, once.run.comparison) == ("headbutt", ComparedRun("gjk"))
    assert inspect(once).trace is inspect(second(cycle)).trace
    twice = do.update(once, do.ExchangeRuns())
    assert (twice.run.algorithm, twice.run.comparison) == (cycle.run.algorithm, cycle.run.comparison)
    swapped = open_comparison("coal-604", ComparedRun("gjk", swapped=True))
    exchanged = do.update(swapped, do.ExchangeRuns())
    assert inspect(exchanged).trace is inspect(second(swapped)).trace
    assert inspect(second(exchanged)).trace is inspect(swapped).trace


def test_the_panels_show_either_run_and_hovering_marks_that_run(cycle: State) -> None:
    pointed = do.update(do.update(cycle, do.GoToStep(2)), do.HoverFace(1))
    assert inspected_state(pointed) is pointed
    assert second(pointed).pointer.hovered_face is None
    chosen = do.update(pointed, do.InspectRun(second=True))
    assert inspected_state(chosen) is second(chosen)
    assert chosen.pointer.hovered_face is None, "it was a face of the other run"
    assert second(do.update(chosen, do.HoverFace(1))).pointer.hovered_face == 1
    assert inspected_state(do.update(chosen, do.InspectRun(second=False))) is not second(chosen)


def test_lines_are_walked_in_the_run_that_the_panels_show(cycle: State) -> None:
    chosen = do.update(do.update(do.update(cycle, do.GoToStep(3)), do.InspectRun(second=True)), do.GoToLine(0))
    last = replay_of(second(chosen))
    assert last is not None
    on = do.update(chosen, do.LineBy(len(last.lines), into=True))
    assert (on.run.step, on.run.line) == (4, 0), "GJK has no step 4"
    assert do.update(on, do.LineBy(-1, into=True)).run.line == len(last.lines) - 1
    assert do.update(on, do.InspectRun(second=False)).run.line is None


def test_another_comparison_starts_with_the_selected_run(cycle: State) -> None:
    chosen = do.update(cycle, do.InspectRun(second=True))
    for action in (do.CompareWith(ComparedRun("epa")), do.ExchangeRuns(), do.ChooseAlgorithm("epa")):
        after = do.update(chosen, action)
        assert inspected_state(after) is after
    alone = do.update(chosen, do.CompareWith(None))
    assert do.update(alone, do.InspectRun(second=True)) is alone


def test_invalid_actions_change_nothing(cycle: State) -> None:
    for action in (
        do.CompareWith(ComparedRun("quick")),
        do.SetNudges(Nudges(epsilon=1.0)),
        do.SetNudges(Nudges(count=0)),
        do.SetGradientPlot(GradientPlot(axis=3)),
        do.SetGradientPlot(GradientPlot(sigma=2.0)),
        do.SetGradientPlot(GradientPlot(count=0)),
    ):
        assert do.update(cycle, action) is cycle
    alone = do.update(cycle, do.CompareWith(None))
    assert do.update(alone, do.ExchangeRuns()) is alone
    assert do.update(alone, do.SetNudges(Nudges(1e-3, 1e-6, 20, 5))).run.nudges == Nudges(1e-3, 1e-6, 20, 5)
    plot = GradientPlot(2, 0.1, 50)
    assert do.update(alone, do.SetGradientPlot(plot)).run.gradient_plot == plot
    assert do.update(
        do.update(alone, do.ChooseAlgorithm("epa")), do.CompareWith(ComparedRun("epa"))
    ).run.comparison == ComparedRun("epa")
