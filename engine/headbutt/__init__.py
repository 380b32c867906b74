"""GJK as published in the Headbutt article, faults included."""

from gjkscope.engine.headbutt.steps import (
    FACES,
    OPPOSITE,
    Belief,
    FaceTest,
    State,
    listed,
    mistaken,
    result,
    run,
    start,
    step,
    trace,
    truly_outside,
)

__all__ = [
    "FACES",
    "OPPOSITE",
    "Belief",
    "FaceTest",
    "State",
    "listed",
    "mistaken",
    "result",
    "run",
    "start",
    "step",
    "trace",
    "truly_outside",
]
