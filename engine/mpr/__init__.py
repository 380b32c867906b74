"""MPR, also known as XenoCollide."""

from gjkscope.engine.mpr.steps import (
    ANY_RAY,
    NONE_LOST,
    ROUNDING,
    WAY_OUT,
    MprPhase,
    State,
    prepare,
    result,
    run,
    start,
    step,
    trace,
)

__all__ = [
    "ANY_RAY",
    "NONE_LOST",
    "ROUNDING",
    "WAY_OUT",
    "MprPhase",
    "State",
    "prepare",
    "result",
    "run",
    "start",
    "step",
    "trace",
]
