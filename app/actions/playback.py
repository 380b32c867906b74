"""Actions that choose the algorithm and its options, move between steps, and control playback."""

from math import inf

from gjkscope.app.actions.action import Action, updates
from gjkscope.app.base.records import replace
from gjkscope.app.inspection.breakpoint_hits import hit_steps, next_hit
from gjkscope.app.inspection.comparison import awaited, end, position
from gjkscope.app.inspection.traces import inspect, is_awaited
from gjkscope.app.model import LAST_STEP, State
from gjkscope.app.runs.choices import CHOICES, can_be_compared
from gjkscope.engine.options import Options

MOST_READY = 2  # as many as are shown side by side; older runs may no longer be cached


class ChooseAlgorithm(Action, frozen=True):
    """Chooses the algorithm to run."""

    name: str


class ShowRun(Action, frozen=True):
    """The pending run is ready; see `comparison.awaited`."""

    passing = True
    recorded = False


class CancelRun(Action, frozen=True):
    """Cancels the pending run until it is requested again."""

    recorded = False


class LookForRun(Action, frozen=True):
    """Requests the cancelled runs again."""

    recorded = False


class SetOptions(Action, frozen=True):
    """Sets the options of the chosen algorithm, which also apply to algorithms chosen later."""

    options: Options


class GoToStep(Action, frozen=True):
    """Goes to a step of the run."""

    step: int


class StepBy(Action, frozen=True):
    """Goes forward or back by some steps."""

    count: int


class GoToLast(Action, frozen=True):
    pass


class TogglePlay(Action, frozen=True):
    pass


class SetRate(Action, frozen=True):
    """Sets the playback speed in steps per second."""

    rate: float


class ToggleLoop(Action, frozen=True):
    """Toggles whether playback restarts at the end."""


@updates(ChooseAlgorithm)
def _choose_algorithm(state: State, action: ChooseAlgorithm) -> State:
    if action.name == state.run.algorithm or action.name not in CHOICES:
        return state
    comparison = state.run.comparison if can_be_compared(action.name) else None
    chosen = replace(
        state,
        run=replace(state.run, algorithm=action.name, comparison=comparison, second_inspected=False),
        waiting=replace(state.waiting, cancelled=()),
    )
    return at_last(chosen)


@updates(ShowRun)
def _show_run(state: State, _: ShowRun) -> State:
    job = awaited(state)
    return (
        replace(state, waiting=replace(state.waiting, ready=(*state.waiting.ready, job)[-MOST_READY:]))
        if job
        else state
    )


@updates(CancelRun)
def _cancel_run(state: State, _: CancelRun) -> State:
    job = awaited(state)
    return replace(state, waiting=replace(state.waiting, cancelled=(*state.waiting.cancelled, job))) if job else state


@updates(LookForRun)
def _look_for_run(state: State, _: LookForRun) -> State:
    return replace(state, waiting=replace(state.waiting, cancelled=()))


@updates(SetOptions)
def _set_options(state: State, action: SetOptions) -> State:
    return replace(state, run=replace(state.run, options=action.options))


@updates(GoToStep)
def go_to_step(state: State, action: GoToStep) -> State:
    # The last step stays selected as the last while the shapes move, unless it is also the first.
    step = LAST_STEP if action.step >= max(end(state), 1) else max(action.step, 0)
    return replace(
        state,
        run=replace(state.run, step=step, line=None, playback=replace(state.run.playback, playing=False, elapsed=0.0)),
    )


@updates(StepBy)
def _step_by(state: State, action: StepBy) -> State:
    return go_to_step(state, GoToStep(position(state) + action.count))


@updates(GoToLast)
def _go_to_last(state: State, _: GoToLast) -> State:
    return at_last(state)


def at_last(state: State) -> State:
    return go_to_step(state, GoToStep(LAST_STEP))


@updates(TogglePlay)
def _toggle_play(state: State, _: TogglePlay) -> State:
    if state.run.playback.playing:
        return replace(state, run=replace(state.run, playback=replace(state.run.playback, playing=False)))
    at_end = position(state) == end(state)
    return replace(
        state,
        run=replace(
            state.run,
            step=0 if at_end else position(state),
            line=None,
            playback=replace(state.run.playback, playing=True, elapsed=0.0),
        ),
    )


@updates(SetRate)
def _set_rate(state: State, action: SetRate) -> State:
    if not 0 < action.rate < inf:
        return state
    return replace(state, run=replace(state.run, playback=replace(state.run.playback, rate=action.rate)))


@updates(ToggleLoop)
def _toggle_loop(state: State, _: ToggleLoop) -> State:
    return replace(
        state, run=replace(state.run, playback=replace(state.run.playback, loop=not state.run.playback.loop))
    )


def played_on(state: State, seconds: float) -> State:
    """The state after playback has advanced by `seconds`."""
    playback = state.run.playback
    if not playback.playing:
        return state
    elapsed = playback.elapsed + seconds
    step, last = position(state), end(state)
    stop = next_hit(state, step, last)
    if stop is not None and elapsed * playback.rate >= stop - step:
        return go_to_step(state, GoToStep(stop))
    if elapsed * playback.rate >= last - step + playback.loop:  # in a loop, the last step gets its full time
        return _at_the_end(state)
    steps = int(elapsed * playback.rate)
    return replace(
        state,
        run=replace(state.run, step=step + steps, playback=replace(playback, elapsed=elapsed - steps / playback.rate)),
    )


def _at_the_end(state: State) -> State:
    """Restarts playback in a loop, else ends it."""
    if not state.run.playback.loop or end(state) == 0:
        return at_last(state)
    if 0 in hit_steps(state):
        return go_to_step(state, GoToStep(0))
    return replace(state, run=replace(state.run, step=0, playback=replace(state.run.playback, elapsed=0.0)))


def with_steps(state: State) -> State:
    """Switches to GJK, with a message, if the algorithm does not apply to the new pair; GJK always does."""
    word = inspect(state)
    if word.trace is not None or is_awaited(state):
        return state
    return replace(state, run=replace(state.run, algorithm="gjk")).with_message(f"Switched to GJK: {word.refusal}")
