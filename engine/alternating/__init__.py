"""Closest points by walks back and forth between two shapes."""

from gjkscope.engine.alternating.steps import (
    CorePair,
    State,
    answer_of_walks,
    core_pair,
    is_measured,
    prepare,
    run,
    start,
    step,
    takes_cores,
    trace,
)

__all__ = [
    "CorePair",
    "State",
    "answer_of_walks",
    "core_pair",
    "is_measured",
    "prepare",
    "run",
    "start",
    "step",
    "takes_cores",
    "trace",
]
