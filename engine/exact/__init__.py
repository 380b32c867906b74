"""The signed distance of two polytopes in exact integer arithmetic."""

from gjkscope.engine.exact.steps import (
    ExactPhase,
    Numbers,
    State,
    exact_signed_distance,
    exact_squared_distance,
    exact_witnesses,
    of_shapes,
    prepare,
    result,
    run,
    start,
    step,
    trace,
)

__all__ = [
    "ExactPhase",
    "Numbers",
    "State",
    "exact_signed_distance",
    "exact_squared_distance",
    "exact_witnesses",
    "of_shapes",
    "prepare",
    "result",
    "run",
    "start",
    "step",
    "trace",
]
