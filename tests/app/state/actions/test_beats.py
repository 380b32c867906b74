"""Beats: animating a step, pausing within it, going from beat to beat, and playing through them."""

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import (
    AddBreakpoint,
    BeatBy,
    ChooseAlgorithm,
    CompareWith,
    GoToBeat,
    GoToStep,
    SetBeatSeconds,
    SetRate,
    StepBy,
    Tick,
    ToggleBeats,
    ToggleLoop,
    TogglePlay,
    initial_state,
    update,
)
from gjkscope.app.state.inspection.beats import beat_numbers, beat_words, is_complete, shown_beat
from gjkscope.app.state.inspection.breakpoint_hits import hit_steps
from gjkscope.app.state.inspection.comparison import other_state
from gjkscope.app.state.inspection.situation import situation
from gjkscope.app.state.inspection.traces import current_step, last_step
from gjkscope.app.state.model import BeatPosition, ComparedRun, State
from gjkscope.app.state.model.action import Action


def done(state: State, *actions: Action | float) -> State:
    """The state after the actions; a number is a time in seconds, which passes in ticks of a sixtieth."""
    for action in actions:
        if isinstance(action, Action):
            state = update(state, action)
        else:
            for _ in range(round(action * 60)):
                state = update(state, Tick(1 / 60))
    return state


OPENED = initial_state(read_scene(resource("assets", "scenes", "boxes-overlap.json")))
STILL = done(OPENED, GoToStep(1))  # of GJK, with direction, support and feature
MOVING = done(STILL, ToggleBeats())
BEAT = MOVING.run.beats.seconds


def where(state: State) -> tuple[int, int | None, float]:
    at = state.run.beat
    return (current_step(state), None, 1.0) if at is None else (current_step(state), at.number, round(at.progress, 6))


def test_without_beats_a_step_is_shown_at_once() -> None:
    state = done(STILL, StepBy(1))
    assert where(state) == (2, None, 1.0)
    assert not state.animating


def test_the_next_step_runs_through_its_beats() -> None:
    state = done(MOVING, StepBy(1))
    assert where(state) == (2, 0, 0.0)
    assert state.animating
    assert beat_words(done(state, 0.5 * BEAT)) == beat_words(state)
    assert where(done(state, 1.5 * BEAT))[:2] == (2, 1)
    assert where(done(state, 2.5 * BEAT))[:2] == (2, 2)
    finished = done(state, 3 * BEAT + 0.1)
    assert where(finished) == (2, None, 1.0)
    assert not finished.animating


def test_a_press_during_the_beats_goes_on_to_the_next_step() -> None:
    begun = done(MOVING, StepBy(1), 0.2)
    assert where(done(begun, StepBy(1))) == (3, 0, 0.0)
    assert where(done(begun, StepBy(-1))) == (1, None, 1.0)


def test_a_press_completes_a_paused_step_and_the_last_one() -> None:
    paused = done(MOVING, StepBy(1), 0.2, TogglePlay())
    assert where(done(paused, StepBy(1))) == (2, None, 1.0)
    assert where(done(paused, StepBy(1), StepBy(1))) == (3, 0, 0.0)
    last = last_step(MOVING)
    assert where(done(MOVING, GoToStep(last - 1), StepBy(1), 0.2, StepBy(1))) == (last, None, 1.0)


def test_other_ways_to_a_step_are_not_animated() -> None:
    for action in (GoToStep(2), StepBy(2), StepBy(-1)):
        assert done(MOVING, action).run.beat is None


def test_time_passes_alike_in_small_and_large_portions() -> None:
    begun = done(MOVING, TogglePlay())
    one, many = update(begun, Tick(2.0)), done(begun, 2.0)
    assert where(one) == where(many)
    assert one.run.beat is not None


def test_space_pauses_within_a_beat_and_continues() -> None:
    paused = done(MOVING, StepBy(1), 1.5 * BEAT, TogglePlay())
    assert not paused.animating
    assert where(done(paused, 5.0)) == where(paused)
    assert where(paused)[:2] == (2, 1)
    resumed = done(paused, TogglePlay())
    assert resumed.run.playback.playing
    assert where(done(resumed, 0.6 * BEAT))[:2] == (2, 2)


def test_playback_runs_through_beats_at_its_rate_and_stops_at_the_end() -> None:
    fast = done(MOVING, SetRate(2.0), TogglePlay(), 1.5 * BEAT / 2)
    assert where(fast)[:2] == (2, 1)
    ended = done(MOVING, TogglePlay(), 20.0)
    assert where(ended) == (last_step(ended), None, 1.0)
    assert not ended.animating


def test_a_loop_starts_again_with_the_first_beat() -> None:
    states = [done(MOVING, ToggleLoop(), TogglePlay(), BEAT * count / 2) for count in range(30)]
    assert {where(state)[0] for state in states} == {0, 1, 2, 3}
    assert any(where(state)[:2] == (0, 0) for state in states)


def test_playback_stops_at_a_breakpoint_once_the_step_is_complete() -> None:
    watched = done(MOVING, GoToStep(0), AddBreakpoint("iteration == 2"))
    assert hit_steps(watched) == {2}
    stopped = done(watched, TogglePlay(), 20.0)
    assert where(stopped) == (2, None, 1.0)
    assert not stopped.run.playback.playing


def test_steps_without_beats_are_played_at_their_rate() -> None:
    state = done(MOVING, ChooseAlgorithm("brute"), GoToStep(0), TogglePlay(), 0.9)
    assert where(state) == (0, None, 1.0)
    assert where(done(state, 0.2)) == (1, None, 1.0)
    assert done(MOVING, ChooseAlgorithm("brute"), GoToStep(0), StepBy(1)).run.beat is None


def test_one_beat_at_a_time_pauses_at_the_end_of_each() -> None:
    state = done(MOVING, BeatBy(1))
    assert where(state) == (2, 0, 0.0)
    state = done(state, 2 * BEAT)
    assert where(state) == (2, 0, 1.0)
    assert where(done(state, BeatBy(1), BeatBy(1))) == (2, 1, 1.0)  # the second press completes the beat
    assert where(done(STILL, BeatBy(1))) == (2, 0, 1.0)  # without animation at once
    assert where(done(STILL, BeatBy(4))) == (3, 0, 1.0)


def test_going_back_by_beats_returns_to_the_step_before() -> None:
    state = done(STILL, BeatBy(3))
    assert is_complete(state)
    assert [where(done(state, BeatBy(-n)))[:2] for n in (1, 2, 3)] == [(2, 1), (2, 0), (1, None)]
    assert where(done(STILL, GoToStep(0), BeatBy(-9))) == (0, 0, 1.0)


def test_a_beat_that_shows_nothing_is_skipped() -> None:
    first = done(OPENED, GoToStep(0))
    assert beat_numbers(first) == (0, 1)  # one vertex has no other region, and none is dropped
    assert update(first, GoToBeat(0, 2)) == first
    assert update(first, GoToBeat(0, 1, 1.5)) == first


def test_turning_beats_off_completes_the_step() -> None:
    assert where(done(MOVING, StepBy(1), 0.2, ToggleBeats())) == (2, None, 1.0)


def test_the_duration_can_be_set_within_limits() -> None:
    assert done(MOVING, SetBeatSeconds(1.0)).run.beats.seconds == 1.0
    for seconds in (0.0, -1.0, 0.05, 60.0, float("nan")):
        assert done(MOVING, SetBeatSeconds(seconds)) == MOVING


def test_a_step_in_progress_does_not_count_for_tasks_yet() -> None:
    begun = done(MOVING, StepBy(1), 0.2)
    assert situation(begun).step == 1
    assert situation(done(begun, StepBy(1))).step == 2


def test_a_position_that_another_run_lacks_shows_the_whole_step() -> None:
    state = done(STILL, GoToBeat(2, 2), ChooseAlgorithm("mpr"), GoToBeat(2, 3, 0.5))
    assert shown_beat(state) == BeatPosition(3, 0.5)
    other = update(state, ChooseAlgorithm("brute"))
    assert shown_beat(other) is None


@pytest.mark.parametrize("shorter_first", [True, False])
def test_of_two_runs_the_one_that_has_ended_stays_complete(shorter_first: bool) -> None:
    short, long = ("gjk", "sat") if shorter_first else ("sat", "gjk")
    state = done(MOVING, ChooseAlgorithm(short), CompareWith(ComparedRun(long)), GoToStep(5), StepBy(1), 0.1)
    other = other_state(state)
    assert other is not None
    ended, running = (state, other) if shorter_first else (other, state)
    assert is_complete(ended)
    assert current_step(ended) == last_step(ended) < 5
    assert not is_complete(running)
    assert where(running)[0] == 6
