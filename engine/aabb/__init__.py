"""Axis-aligned bounding boxes of a pair."""

from gjkscope.engine.aabb.steps import (
    AxisGap,
    State,
    axis_gap,
    result,
    run,
    start,
    step,
    trace,
)

__all__ = [
    "AxisGap",
    "State",
    "axis_gap",
    "result",
    "run",
    "start",
    "step",
    "trace",
]
