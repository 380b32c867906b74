"""Box3D as a registered algorithm."""

from gjkscope.engine.published.box3d import steps
from gjkscope.engine.published.box3d.explain import WORDS
from gjkscope.engine.published.engine_record import engine_algorithm

ALGORITHM = engine_algorithm(
    "box3d",
    "Box3D 0.1: distance, float32",
    230,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    steps.step,
    WORDS,
)
