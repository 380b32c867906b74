"""Brute force: every vertex against every face, with ray parity."""

from gjkscope.engine.brute.steps import (
    HUGE,
    MOST_VERTICES,
    TAKES,
    BrutePhase,
    Floats,
    Nearest,
    ProvedBounds,
    State,
    SurfacePair,
    prepare,
    result,
    run,
    start,
    step,
    trace,
)

__all__ = [
    "HUGE",
    "MOST_VERTICES",
    "TAKES",
    "BrutePhase",
    "Floats",
    "Nearest",
    "ProvedBounds",
    "State",
    "SurfacePair",
    "prepare",
    "result",
    "run",
    "start",
    "step",
    "trace",
]
