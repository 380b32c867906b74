"""Bounding spheres of a pair."""

from gjkscope.engine.sphere.steps import (
    State,
    VolumeTest,
    center_gap,
    result,
    run,
    start,
    step,
    trace,
)

__all__ = [
    "State",
    "VolumeTest",
    "center_gap",
    "result",
    "run",
    "start",
    "step",
    "trace",
]
