"""Bullet as a registered algorithm."""

from gjkscope.engine.published.bullet import steps
from gjkscope.engine.published.bullet.explain import WORDS
from gjkscope.engine.published.engine_record import engine_algorithm

ALGORITHM = engine_algorithm(
    "bullet",
    "Bullet 3.27: closest points",
    280,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    steps.step,
    WORDS,
)
