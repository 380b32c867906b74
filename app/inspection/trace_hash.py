"""A short hash of everything a run computed, to the bit: equal hashes mean equal steps."""

from functools import lru_cache
from hashlib import blake2b

from gjkscope.app.base.identity import Identity
from gjkscope.app.inspection.traces import CACHED, inspect
from gjkscope.app.model import State
from gjkscope.app.runs.choices import AnyRun
from gjkscope.app.runs.record_text import step_text

BYTES = 8  # among a million runs, the probability that any two have the same hash is then 1 in 10 million


def trace_hash(state: State) -> str:
    """The hash, in hexadecimal, of the trace of the selected algorithm in this state; "" if there is no trace."""
    run = inspect(state).trace
    return _hash(Identity(run)) if run is not None else ""


@lru_cache(maxsize=CACHED)
def _hash(known: Identity) -> str:
    run: AnyRun = known.value
    digest = blake2b(run.algorithm.encode(), digest_size=BYTES)
    for step in run.steps:
        digest.update(step_text(step).encode())
    return digest.hexdigest()
