"""The passing of time within a step: advances its beats one after another."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.inspection.beats import beat_numbers
from gjkscope.app.state.model import BeatPosition, State


def with_beat(state: State, beat: BeatPosition | None) -> State:
    return replace(state, run=replace(state.run, beat=beat))


def without_motion(state: State) -> State:
    """The state with the beats of a step that is being animated completed."""
    return with_beat(state, None) if state.run.beat is not None and state.run.beat.moving else state


def pass_beat(state: State, seconds: float) -> tuple[State, float]:
    """The state after the current beat has advanced, and the seconds left once the beat has ended.

    After the last beat, the step is complete.  A beat shown alone stays at its end.
    """
    run = state.run
    assert run.beat is not None
    pace = run.beats.seconds / (run.playback.rate if run.playback.playing else 1.0)
    rest = (1 - run.beat.progress) * pace
    if seconds < rest:
        return with_beat(state, replace(run.beat, progress=run.beat.progress + seconds / pace)), 0.0
    if run.beat.alone and not run.playback.playing:
        return with_beat(state, BeatPosition(run.beat.number, 1.0)), 0.0
    following = next((number for number in beat_numbers(state) if number > run.beat.number), None)
    beat = None if following is None else BeatPosition(following, moving=True)
    return with_beat(state, beat), seconds - rest
