"""A sphere against a box."""

from gjkscope.engine.clamp.steps import (
    ClampPair,
    State,
    clamp_pair,
    clamped_answer,
    prepare,
    run,
    start,
    step,
    takes_ball_and_box,
    trace,
)

__all__ = [
    "ClampPair",
    "State",
    "clamp_pair",
    "clamped_answer",
    "prepare",
    "run",
    "start",
    "step",
    "takes_ball_and_box",
    "trace",
]
