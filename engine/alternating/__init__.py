"""Closest points by walks back and forth between two shapes."""

from gjkscope.engine.alternating.steps import (
    CorePair,
    State,
    core_pair,
    is_measured,
    prepare,
    run,
    start,
    step,
    takes_cores,
    trace,
    walked_answer,
)

__all__ = [
    "CorePair",
    "State",
    "core_pair",
    "is_measured",
    "prepare",
    "run",
    "start",
    "step",
    "takes_cores",
    "trace",
    "walked_answer",
]
