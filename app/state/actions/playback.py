"""Actions that choose the algorithm and its options, move between steps, and control playback."""

from math import inf

from gjkscope.app.ask.runs.choices import CHOICES, can_be_compared, choice_of
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.beat_time import pass_beat, with_beat
from gjkscope.app.state.actions.setups import in_home
from gjkscope.app.state.inspection.beats import beat_numbers, first_beat, is_complete
from gjkscope.app.state.inspection.breakpoint_hits import hit_steps, next_hit
from gjkscope.app.state.inspection.comparison import awaited_job, end, position
from gjkscope.app.state.inspection.traces import inspect, is_awaited
from gjkscope.app.state.model import LAST_STEP, State
from gjkscope.engine.options import Options

MOST_READY = 2  # as many as are shown side by side; older runs may no longer be cached


class ChooseAlgorithm(Action, frozen=True):
    """Chooses the algorithm to run."""

    name: str


class ShowRun(Action, frozen=True):
    """The pending run is ready; see `comparison.awaited_job`."""

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
    """Moves forward or back by a number of steps.

    A single step forward animates its beats if animation is on.  Within a paused step, and within the last step, it
    completes the step first.
    """

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
def choose_algorithm(state: State, action: ChooseAlgorithm) -> State:
    if action.name == state.run.algorithm or action.name not in CHOICES:
        return state
    comparison = state.run.comparison if can_be_compared(action.name) else None
    chosen = replace(
        state,
        run=replace(state.run, algorithm=action.name, comparison=comparison, second_inspected=False),
        waiting=replace(state.waiting, cancelled=()),
    )
    return in_home(state, at_last(chosen))


@updates(ShowRun)
def _show_run(state: State, _: ShowRun) -> State:
    job = awaited_job(state)
    return (
        replace(state, waiting=replace(state.waiting, ready=(*state.waiting.ready, job)[-MOST_READY:]))
        if job
        else state
    )


@updates(CancelRun)
def _cancel_run(state: State, _: CancelRun) -> State:
    job = awaited_job(state)
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
        run=replace(
            state.run,
            step=step,
            line=None,
            beat=None,
            playback=replace(state.run.playback, playing=False, elapsed=0.0),
        ),
    )


@updates(StepBy)
def _step_by(state: State, action: StepBy) -> State:
    beat = state.run.beat
    hurries = beat is not None and beat.moving and position(state) < end(state)
    if action.count == 1 and not hurries and not is_complete(state):
        return go_to_step(state, GoToStep(position(state)))
    moved = go_to_step(state, GoToStep(position(state) + action.count))
    if action.count > 0 and position(state) == end(state):
        return _told_the_end(moved)
    is_next = action.count == 1 and state.run.beats.on and position(moved) > position(state)
    return with_beat(moved, first_beat(moved)) if is_next else moved


def _told_the_end(state: State) -> State:
    """The state with a message that this is the last step, and how the run ended."""
    trace = inspect(state).trace
    if trace is None:
        return state
    title = choice_of(state.run.algorithm, state.document.scene.dimension).title
    verdict = f": {trace.result.verdict.value}" if trace.result else ""
    return state.with_message(f"This is the last step. {title} ended with “{trace.steps[-1].exit.words}”{verdict}.")


@updates(GoToLast)
def _go_to_last(state: State, _: GoToLast) -> State:
    return at_last(state)


def at_last(state: State) -> State:
    return go_to_step(state, GoToStep(LAST_STEP))


@updates(TogglePlay)
def _toggle_play(state: State, _: TogglePlay) -> State:
    beat, playback = state.run.beat, state.run.playback
    if playback.playing or (beat is not None and beat.moving):
        return _pause(state)
    if not is_complete(state) and state.run.beats.on:
        return replace(state, run=replace(state.run, line=None, playback=replace(playback, playing=True)))
    at_end = position(state) == end(state)
    started = replace(
        state,
        run=replace(
            state.run,
            step=0 if at_end else position(state),
            line=None,
            beat=None,
            playback=replace(playback, playing=True, elapsed=0.0),
        ),
    )
    return with_beat(started, first_beat(started)) if at_end and state.run.beats.on else started


def _pause(state: State) -> State:
    """Stops the playback, or the animation of a single step, where it is."""
    beat = state.run.beat
    paused = replace(state, run=replace(state.run, playback=replace(state.run.playback, playing=False)))
    return with_beat(paused, replace(beat, moving=False)) if beat is not None else paused


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


def play_on(state: State, seconds: float) -> State:
    """The state after playback, or the animation of a single step, has advanced by `seconds`."""
    while seconds > 0:
        state, seconds = _play_part(state, seconds)
    return state


def _play_part(state: State, seconds: float) -> tuple[State, float]:
    """The state after the current beat or step, as far as the time allows, and the seconds left."""
    playing, beat = state.run.playback.playing, state.run.beat
    if beat is not None and (playing or beat.moving):
        state, rest = pass_beat(state, seconds)
        return (_stop_at_hit(state) if playing and state.run.beat is None else state), rest
    if not playing:
        return state, 0.0
    return _play_to_next(state, seconds) if state.run.beats.on else (_play_steps(state, seconds), 0.0)


def _play_to_next(state: State, seconds: float) -> tuple[State, float]:
    """Continues from a complete step; the rate determines how long a step without beats is shown."""
    playback, step = state.run.playback, position(state)
    is_last = step == end(state)
    if is_last and not playback.loop:
        return at_last(state), 0.0
    hold = 1 / playback.rate if is_last or not beat_numbers(state) else 0.0
    rest = playback.elapsed + seconds - hold
    if rest < 0:
        waited = replace(playback, elapsed=playback.elapsed + seconds)
        return replace(state, run=replace(state.run, playback=waited)), 0.0
    if is_last:
        restarted = _at_the_end(state)
        return (with_beat(restarted, first_beat(restarted)) if restarted.run.playback.playing else restarted), 0.0
    moved = replace(state, run=replace(state.run, step=step + 1, playback=replace(playback, elapsed=0.0)))
    begun = with_beat(moved, first_beat(moved))
    return (_stop_at_hit(begun) if begun.run.beat is None else begun), rest


def _stop_at_hit(state: State) -> State:
    """Ends playback if a breakpoint hits the step, which is complete."""
    step = position(state)
    return go_to_step(state, GoToStep(step)) if step in hit_steps(state) else state


def _play_steps(state: State, seconds: float) -> State:
    """Plays whole steps."""
    playback = state.run.playback
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
