"""GJK as published in the Headbutt article, faults included."""

from gjkscope.engine.headbutt.steps import (
    FACES,
    OPPOSITE,
    BelievedRegion,
    FaceTest,
    State,
    listed_core,
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
    "BelievedRegion",
    "FaceTest",
    "State",
    "listed_core",
    "mistaken",
    "result",
    "run",
    "start",
    "step",
    "trace",
    "truly_outside",
]
