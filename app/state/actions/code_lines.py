"""Actions that step through the executed lines of a step, and on into adjacent steps."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.playback import GoToStep, go_to_step
from gjkscope.app.state.inspection.comparison import inspected_state
from gjkscope.app.state.inspection.replays import current_line, replay_of
from gjkscope.app.state.inspection.traces import current_step, last_step
from gjkscope.app.state.model import State
from gjkscope.engine.analysis.replay import NO_LINE
from gjkscope.engine.cancellation import checkpoint


class GoToLine(Action, frozen=True):
    """Shows one of the lines that the step ran, by index; None shows the step as a whole."""

    line: int | None


class LineBy(Action, frozen=True):
    """Moves by `count` lines (negative: back), continuing into the adjacent steps.

    Calls are stepped over unless `into` is set.
    """

    count: int
    into: bool = False


class LineOut(Action, frozen=True):
    """Steps out to the calling line; from the step function itself, to the step as a whole."""


@updates(GoToLine)
def _go_to_line(state: State, action: GoToLine) -> State:
    replay = replay_of(inspected_state(state))
    if replay is None or (action.line is not None and not 0 <= action.line < len(replay.lines)):
        return state
    return replace(state, run=replace(_stop(state).run, line=action.line))


@updates(LineBy)
def _line_by(state: State, action: LineBy) -> State:
    state = _stop(state)
    for _ in range(abs(action.count)):
        checkpoint()  # a long run has millions of lines
        moved = _move(state, 1 if action.count > 0 else -1, action.into)
        if moved is state:  # the end of the run
            break
        state = moved
    return state


@updates(LineOut)
def _line_out(state: State, _: LineOut) -> State:
    replay, line = replay_of(inspected_state(state)), current_line(inspected_state(state))
    if replay is None or line is None:
        return state
    caller = replay.calls[replay.lines[line].call].caller
    return replace(state, run=replace(state.run, line=None if caller == NO_LINE else caller))


def _move(state: State, way: int, into: bool) -> State:
    """Moves one line on (+1) or back (−1)."""
    replay, line = replay_of(inspected_state(state)), current_line(inspected_state(state))
    if replay is None:
        return state
    depths = [replay.calls[ran.call].depth for ran in replay.lines]
    if line is None:
        line = -1 if way > 0 else len(depths)
    deepest = max(depths) if into else depths[line] if 0 <= line < len(depths) else 0
    ahead = range(line + way, len(depths) if way > 0 else -1, way)
    there = next((number for number in ahead if depths[number] <= deepest), None)
    return _beyond(state, way, into) if there is None else replace(state, run=replace(state.run, line=there))


def _beyond(state: State, way: int, into: bool) -> State:
    """Moves to the first line of the next step or the last of the previous one; no change at the ends of the run."""
    run = inspected_state(state)
    step = current_step(run) + way
    return _move(go_to_step(state, GoToStep(step)), way, into) if 0 <= step <= last_step(run) else state


def _stop(state: State) -> State:
    return replace(state, run=replace(state.run, playback=replace(state.run.playback, playing=False, elapsed=0.0)))
