"""distance3d's GJK as a registered algorithm."""

from gjkscope.engine.published.distance3d import steps
from gjkscope.engine.published.distance3d.explain import WORDS
from gjkscope.engine.published.engine_record import engine_algorithm

ALGORITHM = engine_algorithm(
    "distance3d",
    "distance3d 0.7: GJK",
    291,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    steps.step,
    WORDS,
)
