"""GJK by tetrahedra, without Voronoi regions."""

from gjkscope.engine.tetrahedron.steps import (
    FIRST_DIRECTION,
    NO_FACE,
    ROUNDING,
    WITHOUT_GAIN,
    State,
    TetrahedronFace,
    result,
    run,
    start,
    step,
    trace,
)

__all__ = [
    "FIRST_DIRECTION",
    "NO_FACE",
    "ROUNDING",
    "WITHOUT_GAIN",
    "State",
    "TetrahedronFace",
    "result",
    "run",
    "start",
    "step",
    "trace",
]
