"""The signed distance of two polytopes in exact integer arithmetic."""

from gjkscope.engine.exact.steps import (
    Numbers,
    Phase,
    State,
    of_shapes,
    prepare,
    result,
    run,
    signed_distance,
    squared_distance,
    start,
    step,
    trace,
    witnesses,
)

__all__ = [
    "Numbers",
    "Phase",
    "State",
    "of_shapes",
    "prepare",
    "result",
    "run",
    "signed_distance",
    "squared_distance",
    "start",
    "step",
    "trace",
    "witnesses",
]
