"""Line-by-line replays of the shown step: cached pure functions of the state."""

from functools import lru_cache

from gjkscope.app.ask.runs.pair_traces import trace_of
from gjkscope.app.state.inspection.traces import current_step, inspect, pair_of, run_options
from gjkscope.app.state.model import State
from gjkscope.engine.analysis.replay import Replay, replay
from gjkscope.engine.options import Options
from gjkscope.engine.result import Trace
from gjkscope.engine.shapes.kinds import PlacedPair

# Enough to move back and forth between steps.  Replays share their records with the trace.
CACHED = 16


def replay_of(state: State) -> Replay | None:
    """The replay of the shown step; None without a trace of an algorithm on the pair."""
    if not isinstance(inspect(state).trace, Trace):
        return None
    options = run_options(state)
    return _replay(pair_of(state), state.run.algorithm, options, current_step(state))


def current_line(state: State) -> int | None:
    """The index of the shown line among those that the step ran; None while the step is shown as a whole."""
    replayed = replay_of(state) if state.run.line is not None else None
    return None if replayed is None or state.run.line is None else min(state.run.line, len(replayed.lines) - 1)


@lru_cache(maxsize=CACHED)
def _replay(pair: PlacedPair, algorithm: str, options: Options, step: int) -> Replay | None:
    trace, _ = trace_of(pair, algorithm, options)
    return replay(*pair, trace, step, options) if trace is not None else None
