"""Continuous movement through a run: between two steps, the later one is shown up to a position in its beats."""

from math import ceil, floor

from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.beat_time import with_beat
from gjkscope.app.state.actions.playback import GoToStep, go_to_step
from gjkscope.app.state.inspection.beats import beat_numbers, shown_beat
from gjkscope.app.state.inspection.comparison import end, position
from gjkscope.app.state.model import BeatPosition, State


class ScrubTo(Action, frozen=True):
    """Goes to a position of the run: n is step n, complete; n − 0.5 is half-way through the beats of step n."""

    position: float


def scrub_position(state: State) -> float:
    """The position of the run shown, as in `ScrubTo`."""
    at, numbers = shown_beat(state), beat_numbers(state)
    if at is None or at.number not in numbers:
        return position(state)
    return position(state) - 1 + (numbers.index(at.number) + at.progress) / len(numbers)


@updates(ScrubTo)
def _scrub_to(state: State, action: ScrubTo) -> State:
    if not 0 <= action.position <= end(state):
        return state
    step = ceil(action.position)
    moved = go_to_step(state, GoToStep(step))
    numbers = beat_numbers(moved)
    part = action.position - floor(action.position)
    if not numbers or action.position == step:
        return moved
    beat = min(int(part * len(numbers)), len(numbers) - 1)
    return with_beat(moved, BeatPosition(numbers[beat], part * len(numbers) - beat))
