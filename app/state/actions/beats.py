"""Actions that move within a step, from beat to beat, and that set whether and how fast beats are animated."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.beat_time import with_beat
from gjkscope.app.state.actions.playback import GoToStep, go_to_step
from gjkscope.app.state.inspection.beats import beat_numbers, first_beat, shown_beat
from gjkscope.app.state.inspection.comparison import position
from gjkscope.app.state.model import BeatPosition, State

SHORTEST, LONGEST = 0.1, 10.0  # seconds per beat


class BeatBy(Action, frozen=True):
    """Moves forward or back by a number of beats, continuing into adjacent steps.

    Forward, the beat is animated if animation is on; a beat in motion is completed first.
    """

    count: int


class GoToBeat(Action, frozen=True):
    """Goes to a position within a step: one of the algorithm's beats, and its progress, 0 … 1."""

    step: int
    beat: int
    progress: float = 1.0


class ToggleBeats(Action, frozen=True):
    """Toggles whether going to the next step animates its beats."""


class SetBeatSeconds(Action, frozen=True):
    """Sets how long each beat takes, in seconds."""

    seconds: float


@updates(BeatBy)
def _beat_by(state: State, action: BeatBy) -> State:
    for _ in range(abs(action.count)):
        moved = _next_beat(state) if action.count > 0 else _previous_beat(state)
        if moved == state:
            break
        state = moved
    return state


@updates(GoToBeat)
def _go_to_beat(state: State, action: GoToBeat) -> State:
    moved = go_to_step(state, GoToStep(action.step))
    if action.beat not in beat_numbers(moved) or not 0 <= action.progress <= 1:
        return state
    return with_beat(moved, BeatPosition(action.beat, action.progress))


@updates(ToggleBeats)
def _toggle_beats(state: State, _: ToggleBeats) -> State:
    beats = state.run.beats
    beat = None if beats.on else state.run.beat  # no beat is left half done
    return replace(state, run=replace(state.run, beats=replace(beats, on=not beats.on), beat=beat))


@updates(SetBeatSeconds)
def _set_beat_seconds(state: State, action: SetBeatSeconds) -> State:
    if not SHORTEST <= action.seconds <= LONGEST:
        return state
    return replace(state, run=replace(state.run, beats=replace(state.run.beats, seconds=action.seconds)))


def _next_beat(state: State) -> State:
    at = shown_beat(state)
    if at is not None and at.progress < 1:
        return _resting(state, BeatPosition(at.number, 1.0))
    following = [] if at is None else [number for number in beat_numbers(state) if number > at.number]
    if following:
        return _begin(state, following[0])
    moved = go_to_step(state, GoToStep(position(state) + 1))
    if position(moved) == position(state):
        return state
    first = first_beat(moved)
    return moved if first is None else _begin(moved, first.number)


def _previous_beat(state: State) -> State:
    at, numbers = shown_beat(state), beat_numbers(state)
    now = at.number if at is not None else max(numbers, default=0)
    earlier = [number for number in numbers if number < now]
    if earlier:
        return _resting(state, BeatPosition(earlier[-1], 1.0))
    if position(state) == 0:
        return state
    return go_to_step(state, GoToStep(position(state) - 1))


def _begin(state: State, number: int) -> State:
    """The state at the beginning of a beat, or at its end if beats are not animated."""
    if state.run.beats.on:
        return _resting(state, BeatPosition(number, moving=True, alone=True))
    return _resting(state, BeatPosition(number, 1.0))


def _resting(state: State, beat: BeatPosition) -> State:
    """The state at this position, with playback ended."""
    playback = replace(state.run.playback, playing=False, elapsed=0.0)
    return replace(state, run=replace(state.run, beat=beat, line=None, playback=playback))
