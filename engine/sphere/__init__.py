"""Bounding spheres of a pair."""

from gjkscope.engine.sphere.steps import (
    Kind,
    State,
    between,
    result,
    run,
    start,
    step,
    trace,
)

__all__ = [
    "Kind",
    "State",
    "between",
    "result",
    "run",
    "start",
    "step",
    "trace",
]
