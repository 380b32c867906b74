"""Line-by-line replays of the shown step: cached pure functions of the state."""

from functools import lru_cache

from engine.options import Options
from engine.replay import Replay, replay
from engine.result import Trace

from .choices import known_options
from .state import State
from .traces import PlacedPair, current_step, inspect, trace_of

# Enough to move back and forth between steps.  Replays share their records with the trace.
CACHED = 16


def replay_of(state: State) -> Replay | None:
    """The replay of the shown step; None without a trace of an algorithm on the pair."""
    if not isinstance(inspect(state).trace, Trace):
        return None
    a, b = state.bodies
    options = known_options(state.algorithm, state.options)
    return _replay((a.shape, a.pose, b.shape, b.pose), state.algorithm, options, current_step(state))


def current_line(state: State) -> int | None:
    """The index of the shown line among those that the step ran; None while the step is shown as a whole."""
    found = replay_of(state) if state.line is not None else None
    return None if found is None or state.line is None else min(state.line, len(found.lines) - 1)


@lru_cache(maxsize=CACHED)
def _replay(pair: PlacedPair, algorithm: str, options: Options, step: int) -> Replay | None:
    trace, _ = trace_of(pair, algorithm, options)
    return replay(*pair, trace, step, options) if trace is not None else None
