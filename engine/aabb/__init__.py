"""Axis-aligned bounding boxes of a pair."""

from gjkscope.engine.aabb.steps import (
    Axis,
    State,
    measured,
    result,
    run,
    start,
    step,
    trace,
)

__all__ = [
    "Axis",
    "State",
    "measured",
    "result",
    "run",
    "start",
    "step",
    "trace",
]
