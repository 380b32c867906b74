"""The algorithm, its steps, and playing them."""

from dataclasses import dataclass, replace
from math import inf

from engine.options import Options

from ..choices import CHOICES, Group, asks
from ..state import LAST_STEP, State
from ..stops import next_stop, stops
from ..traces import inspect, is_awaited
from ..versus import awaited, end, position
from .action import Action, updates

MOST_READY = 2  # as many runs as are shown side by side; those before may be forgotten by the cache


@dataclass(frozen=True)
class ChooseAlgorithm(Action):
    name: str


@dataclass(frozen=True)
class ShowRun(Action):
    """The run that was awaited is ready: see `versus.awaited`."""

    passing = True
    recorded = False


@dataclass(frozen=True)
class CallOffRun(Action):
    """The run that is awaited is not to be looked for, until it is asked for again."""

    recorded = False


@dataclass(frozen=True)
class LookForRun(Action):
    """Runs that were called off are to be looked for after all."""

    recorded = False


@dataclass(frozen=True)
class SetOptions(Action):
    """What the chosen algorithm, and whichever is chosen next, is asked beside its name."""

    options: Options


@dataclass(frozen=True)
class GoToStep(Action):
    step: int


@dataclass(frozen=True)
class StepBy(Action):
    count: int


@dataclass(frozen=True)
class GoToLast(Action):
    pass


@dataclass(frozen=True)
class TogglePlay(Action):
    pass


@dataclass(frozen=True)
class SetRate(Action):
    """Playback speed, steps a second."""

    rate: float


@dataclass(frozen=True)
class ToggleLoop(Action):
    """Whether playback begins anew at the end."""


@updates(ChooseAlgorithm)
def _choose_algorithm(state: State, action: ChooseAlgorithm) -> State:
    if action.name == state.algorithm or action.name not in CHOICES:
        return state
    versus = state.versus if asks(action.name) is Group.PAIR else None  # only these can be compared
    chosen = replace(state, algorithm=action.name, versus=versus, second_inspected=False, called_off=())
    return at_last(chosen)


@updates(ShowRun)
def _show_run(state: State, _: ShowRun) -> State:
    question = awaited(state)
    return replace(state, ready=(*state.ready, question)[-MOST_READY:]) if question else state


@updates(CallOffRun)
def _call_off_run(state: State, _: CallOffRun) -> State:
    question = awaited(state)
    return replace(state, called_off=(*state.called_off, question)) if question else state


@updates(LookForRun)
def _look_for_run(state: State, _: LookForRun) -> State:
    return replace(state, called_off=())


@updates(SetOptions)
def _set_options(state: State, action: SetOptions) -> State:
    return replace(state, options=action.options)


@updates(GoToStep)
def go_to_step(state: State, action: GoToStep) -> State:
    # Whoever looks at the end of a run stays there while the shapes move; the first step is no end, even of one.
    step = LAST_STEP if action.step >= max(end(state), 1) else max(action.step, 0)
    return replace(state, step=step, line=None, playback=replace(state.playback, playing=False, elapsed=0.0))


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
    if state.playback.playing:
        return replace(state, playback=replace(state.playback, playing=False))
    at_end = position(state) == end(state)
    return replace(
        state,
        step=0 if at_end else position(state),
        line=None,
        playback=replace(state.playback, playing=True, elapsed=0.0),
    )


@updates(SetRate)
def _set_rate(state: State, action: SetRate) -> State:
    if not 0 < action.rate < inf:
        return state
    return replace(state, playback=replace(state.playback, rate=action.rate))


@updates(ToggleLoop)
def _toggle_loop(state: State, _: ToggleLoop) -> State:
    return replace(state, playback=replace(state.playback, loop=not state.playback.loop))


def played_on(state: State, seconds: float) -> State:
    """The state after playback has gone on for so long."""
    playback = state.playback
    if not playback.playing:
        return state
    elapsed = playback.elapsed + seconds
    step, last = position(state), end(state)
    stop = next_stop(state, step, last)
    if stop is not None and elapsed * playback.rate >= stop - step:
        return go_to_step(state, GoToStep(stop))
    if elapsed * playback.rate >= last - step + playback.loop:  # in a loop the last step is seen as long as any other
        return _at_the_end(state)
    steps = int(elapsed * playback.rate)
    return replace(state, step=step + steps, playback=replace(playback, elapsed=elapsed - steps / playback.rate))


def _at_the_end(state: State) -> State:
    """Playback begins anew, or is over."""
    if not state.playback.loop or end(state) == 0:
        return at_last(state)
    if 0 in stops(state):
        return go_to_step(state, GoToStep(0))
    return replace(state, step=0, playback=replace(state.playback, elapsed=0.0))


def with_steps(state: State) -> State:
    """GJK takes every pair: it steps in, and says so, where the algorithm does not take one that has just come up."""
    word = inspect(state)
    if word.trace is not None or is_awaited(state):
        return state
    return replace(state, algorithm="gjk").told(f"GJK is shown: {word.refusal}")
