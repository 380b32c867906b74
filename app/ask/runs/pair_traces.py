"""Traces of algorithms on a pair, cached by shapes, poses, algorithm and options: pure functions of these."""

from functools import lru_cache

from gjkscope.app.ask.runs.runs import OVER_VERTICES, has_few_vertices
from gjkscope.engine.options import Options
from gjkscope.engine.query import trace_pair
from gjkscope.engine.result import NotApplicable, Trace
from gjkscope.engine.shapes.kinds import PlacedPair

# A drag adds an entry for every pointer position; only the most recent are requested again.
CACHED = 64
# For long runs; larger than the number that `ShowRun` keeps, so that a finished run is still cached.
CACHED_LONG = 4


def trace_of(pair: PlacedPair, algorithm: str, options: Options) -> tuple[Trace | None, str | None]:
    """The trace of an algorithm on a pair, or None and the reason why it does not apply."""
    is_long = algorithm in OVER_VERTICES and not is_quick(pair)
    return (_long_trace if is_long else _quick_trace)(pair, algorithm, options)


def is_quick(pair: PlacedPair) -> bool:
    """Whether algorithms that visit every vertex, edge and face finish within a frame."""
    return has_few_vertices(pair[0], pair[2])


def _trace(pair: PlacedPair, algorithm: str, options: Options) -> tuple[Trace | None, str | None]:
    try:
        return trace_pair(*pair, algorithm, options), None
    except NotApplicable as refusal:
        return None, str(refusal)


_quick_trace = lru_cache(maxsize=CACHED)(_trace)
_long_trace = lru_cache(maxsize=CACHED_LONG)(_trace)
