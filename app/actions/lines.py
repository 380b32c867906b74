"""Walking through the lines that a step ran, and on into the steps before and after it."""

from dataclasses import dataclass, replace

from engine.replay import NO_LINE

from ..replays import current_line, replay_of
from ..state import State
from ..traces import current_step, last_step
from ..versus import inspected
from .action import Action, updates
from .playing import GoToStep, go_to_step


@dataclass(frozen=True)
class GoToLine(Action):
    """Shows a line of those that the step ran, by its number; None shows the step as a whole."""

    line: int | None


@dataclass(frozen=True)
class LineBy(Action):
    """So many lines on or, negative, back; past the ends of the step, into the next or the last line of another.

    Functions that a line calls are passed over, unless `into` is set.
    """

    count: int
    into: bool = False


@dataclass(frozen=True)
class LineOut(Action):
    """To the line that called the function that is shown; from the step itself, to the step as a whole."""


@updates(GoToLine)
def _go_to_line(state: State, action: GoToLine) -> State:
    found = replay_of(inspected(state))
    if found is None or (action.line is not None and not 0 <= action.line < len(found.lines)):
        return state
    return replace(_stopped(state), line=action.line)


@updates(LineBy)
def _line_by(state: State, action: LineBy) -> State:
    for _ in range(abs(action.count)):
        state = _moved(_stopped(state), 1 if action.count > 0 else -1, action.into)
    return state


@updates(LineOut)
def _line_out(state: State, _: LineOut) -> State:
    found, line = replay_of(inspected(state)), current_line(inspected(state))
    if found is None or line is None:
        return state
    caller = found.calls[found.lines[line].call].caller
    return replace(state, line=None if caller == NO_LINE else caller)


def _moved(state: State, way: int, into: bool) -> State:
    """One line on (+1) or back (−1)."""
    found, line = replay_of(inspected(state)), current_line(inspected(state))
    if found is None:
        return state
    depths = [found.calls[ran.call].depth for ran in found.lines]
    if line is None:
        line = -1 if way > 0 else len(depths)
    deepest = max(depths) if into else depths[line] if 0 <= line < len(depths) else 0
    ahead = range(line + way, len(depths) if way > 0 else -1, way)
    there = next((number for number in ahead if depths[number] <= deepest), None)
    return _beyond(state, way, into) if there is None else replace(state, line=there)


def _beyond(state: State, way: int, into: bool) -> State:
    """The first line of the next step, or the last of the one before; at both ends of the run all stays as it is."""
    run = inspected(state)
    step = current_step(run) + way
    return _moved(go_to_step(state, GoToStep(step)), way, into) if 0 <= step <= last_step(run) else state


def _stopped(state: State) -> State:
    return replace(state, playback=replace(state.playback, playing=False, elapsed=0.0))
