"""Beats: animating a step, pausing within it, going from beat to beat, and playing through them."""

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state import actions as do
from gjkscope.app.state.inspection.beats import beat_numbers, beat_words, is_complete, shown_beat
from gjkscope.app.state.inspection.breakpoint_hits import hit_steps
from gjkscope.app.state.inspection.comparison import other_state
from gjkscope.app.state.inspection.situation import situation
from gjkscope.app.state.inspection.traces import current_step, last_step
from gjkscope.app.state.model import BeatPosition, ComparedRun, State
from gjkscope.app.state.model.action import Action


def act(state: State, *actions: Action | float) -> State:
    """The state after the actions; a number is a time in seconds, which passes in ticks of a sixtieth."""
    for action in actions:
        if isinstance(action, Action):
            state = do.update(state, action)
        else:
            for _ in range(round(action * 60)):
                state = do.update(state, do.Tick(1 / 60))
    return state


OPENED = do.initial_state(read_scene(resource("assets", "scenes", "boxes-overlap.json")))
STILL = act(OPENED, do.GoToStep(1))  # of GJK, with direction, support and feature
MOVING = act(STILL, do.ToggleBeats())
BEAT = MOVING.run.beats.seconds


def where(state: State) -> tuple[int, int | None, float]:
    at = state.run.beat
    return (current_step(state), None, 1.0) if at is None else (current_step(state), at.number, round(at.progress, 6))


def test_without_beats_a_step_is_shown_at_once() -> None:
    state = act(STILL, do.StepBy(1))
    assert where(state) == (2, None, 1.0)
    assert not state.animating


def test_the_next_step_runs_through_its_beats() -> None:
    state = act(MOVING, do.StepBy(1))
    assert where(state) == (2, 0, 0.0)
    assert state.animating
    assert beat_words(act(state, 0.5 * BEAT)) == beat_words(state)
    assert where(act(state, 1.5 * BEAT))[:2] == (2, 1)
    assert where(act(state, 2.5 * BEAT))[:2] == (2, 2)
    finished = act(state, 3 * BEAT + 0.1)
    assert where(finished) == (2, None, 1.0)
    assert not finished.animating


def test_a_press_during_the_beats_goes_on_to_the_next_step() -> None:
    begun = act(MOVING, do.StepBy(1), 0.2)
    assert where(act(begun, do.StepBy(1))) == (3, 0, 0.0)
    assert where(act(begun, do.StepBy(-1))) == (1, None, 1.0)


def test_a_press_completes_a_paused_step_and_the_last_one() -> None:
    paused = act(MOVING, do.StepBy(1), 0.2, do.TogglePlay())
    assert where(act(paused, do.StepBy(1))) == (2, None, 1.0)
    assert where(act(paused, do.StepBy(1), do.StepBy(1))) == (3, 0, 0.0)
    last = last_step(MOVING)
    assert where(act(MOVING, do.GoToStep(last - 1), do.StepBy(1), 0.2, do.StepBy(1))) == (last, None, 1.0)


def test_other_ways_to_a_step_are_not_animated() -> None:
    for action in (do.GoToStep(2), do.StepBy(2), do.StepBy(-1)):
        assert act(MOVING, action).run.beat is None


def test_time_passes_alike_in_small_and_large_portions() -> None:
    begun = act(MOVING, do.TogglePlay())
    single, many = do.update(begun, do.Tick(2.0)), act(begun, 2.0)
    assert where(single) == where(many)
    assert single.run.beat is not None


def test_space_pauses_within_a_beat_and_continues() -> None:
    paused = act(MOVING, do.StepBy(1), 1.5 * BEAT, do.TogglePlay())
    assert not paused.animating
    assert where(act(paused, 5.0)) == where(paused)
    assert where(paused)[:2] == (2, 1)
    resumed = act(paused, do.TogglePlay())
    assert resumed.run.playback.playing
    assert where(act(resumed, 0.6 * BEAT))[:2] == (2, 2)


def test_playback_runs_through_beats_at_its_rate_and_stops_at_the_end() -> None:
    fast = act(MOVING, do.SetRate(2.0), do.TogglePlay(), 1.5 * BEAT / 2)
    assert where(fast)[:2] == (2, 1)
    ended = act(MOVING, do.TogglePlay(), 20.0)
    assert where(ended) == (last_step(ended), None, 1.0)
    assert not ended.animating


def test_a_loop_starts_again_with_the_first_beat() -> None:
    states = [act(MOVING, do.ToggleLoop(), do.TogglePlay(), BEAT * count / 2) for count in range(30)]
    assert {where(state)[0] for state in states} == {0, 1, 2, 3}
    assert any(where(state)[:2] == (0, 0) for state in states)


def test_playback_stops_at_a_breakpoint_once_the_step_is_complete() -> None:
    watched = act(MOVING, do.GoToStep(0), do.AddBreakpoint("iteration == 2"))
    assert hit_steps(watched) == {2}
    stopped = act(watched, do.TogglePlay(), 20.0)
    assert where(stopped) == (2, None, 1.0)
    assert not stopped.run.playback.playing


def test_steps_without_beats_are_played_at_their_rate() -> None:
    state = act(MOVING, do.ChooseAlgorithm("brute"), do.GoToStep(0), do.TogglePlay(), 0.9)
    assert where(state) == (0, None, 1.0)
    assert where(act(state, 0.2)) == (1, None, 1.0)
    assert act(MOVING, do.ChooseAlgorithm("brute"), do.GoToStep(0), do.StepBy(1)).run.beat is None


def test_one_beat_at_a_time_pauses_at_the_end_of_each() -> None:
    state = act(MOVING, do.BeatBy(1))
    assert where(state) == (2, 0, 0.0)
    state = act(state, 2 * BEAT)
    assert where(state) == (2, 0, 1.0)
    assert where(act(state, do.BeatBy(1), do.BeatBy(1))) == (2, 1, 1.0)  # the second press completes the beat
    assert where(act(STILL, do.BeatBy(1))) == (2, 0, 1.0)  # without animation at once
    assert where(act(STILL, do.BeatBy(4))) == (3, 0, 1.0)


def test_going_back_by_beats_returns_to_the_step_before() -> None:
    state = act(STILL, do.BeatBy(3))
    assert is_complete(state)
    assert [where(act(state, do.BeatBy(-n)))[:2] for n in (1, 2, 3)] == [(2, 1), (2, 0), (1, None)]
    assert where(act(STILL, do.GoToStep(0), do.BeatBy(-9))) == (0, 0, 1.0)


def test_a_beat_that_shows_nothing_is_skipped() -> None:
    first = act(OPENED, do.GoToStep(0))
    assert beat_numbers(first) == (0, 1)  # one vertex has no other region, and none is dropped
    assert do.update(first, do.GoToBeat(0, 2)) == first
    assert do.update(first, do.GoToBeat(0, 1, 1.5)) == first


def test_turning_beats_off_completes_the_step() -> None:
    assert where(act(MOVING, do.StepBy(1), 0.2, do.ToggleBeats())) == (2, None, 1.0)


def test_the_duration_can_be_set_within_limits() -> None:
    assert act(MOVING, do.SetBeatSeconds(1.0)).run.beats.seconds == 1.0
    for seconds in (0.0, -1.0, 0.05, 60.0, float("nan")):
        assert act(MOVING, do.SetBeatSeconds(seconds)) == MOVING


def test_a_step_in_progress_does_not_count_for_tasks_yet() -> None:
    begun = act(MOVING, do.StepBy(1), 0.2)
    assert situation(begun).step == 1
    assert situation(act(begun, do.StepBy(1))).step == 2


def test_a_position_that_another_run_lacks_shows_the_whole_step() -> None:
    state = act(STILL, do.GoToBeat(2, 2), do.ChooseAlgorithm("mpr"), do.GoToBeat(2, 3, 0.5))
    assert shown_beat(state) == BeatPosition(3, 0.5)
    other = do.update(state, do.ChooseAlgorithm("brute"))
    assert shown_beat(other) is None


@pytest.mark.parametrize("shorter_first", [True, False])
def test_of_two_runs_the_one_that_has_ended_stays_complete(shorter_first: bool) -> None:
    short, long = ("gjk", "sat") if shorter_first else ("sat", "gjk")
    state = act(MOVING, do.ChooseAlgorithm(short), do.CompareWith(ComparedRun(long)), do.GoToStep(5), do.StepBy(1), 0.1)
    other = other_state(state)
    assert other is not None
    ended, running = (state, other) if shorter_first else (other, state)
    assert is_complete(ended)
    assert current_step(ended) == last_step(ended) < 5
    assert not is_complete(running)
    assert where(running)[0] == 6
