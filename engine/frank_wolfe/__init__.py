"""The distance between two shapes as the least norm over A − B, by Frank–Wolfe methods."""

from gjkscope.engine.frank_wolfe.steps import (
    ActiveSet,
    FrankWolfeMove,
    State,
    norm_rounding,
    result,
    start,
    step,
    trace,
    witnesses_of,
)

__all__ = [
    "ActiveSet",
    "FrankWolfeMove",
    "State",
    "norm_rounding",
    "result",
    "start",
    "step",
    "trace",
    "witnesses_of",
]
