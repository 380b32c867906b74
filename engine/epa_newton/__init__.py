"""EPA for curved shapes, ended by Newton's method."""

from gjkscope.engine.epa_newton.steps import (
    Reason,
    State,
    SummedPair,
    advance_with_search,
    prepare,
    run,
    start,
    start_at_seed,
    step,
    summed_pair,
    takes_sums,
    trace,
)

__all__ = [
    "Reason",
    "State",
    "SummedPair",
    "advance_with_search",
    "prepare",
    "run",
    "start",
    "start_at_seed",
    "step",
    "summed_pair",
    "takes_sums",
    "trace",
]
