"""A short name for all that a run found, to the bit: whoever gets the same one has seen the same steps."""

from functools import lru_cache

from .choices import AnyRun
from .identity import Identity
from .record_text import step_text
from .state import State
from .traces import CACHED, inspect

BYTES = 8  # two of a million runs then have the same name once in ten million cases


def trace_hash(state: State) -> str:
    """That of the chosen algorithm's run on what the state shows, hexadecimal; "" where there is none."""
    run = inspect(state).trace
    return _hash(Identity(run)) if run is not None else ""


@lru_cache(maxsize=CACHED)
def _hash(known: Identity) -> str:
    from hashlib import blake2b  # OpenSSL: not when starting

    run: AnyRun = known.value
    digest = blake2b(run.algorithm.encode(), digest_size=BYTES)
    for step in run.steps:
        digest.update(step_text(step).encode())
    return digest.hexdigest()
