"""Jolt with a separation distance as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.jolt.explain import WORDS
from gjkscope.engine.published.jolt.steps import step
from gjkscope.engine.published.jolt_distance import steps

ALGORITHM = engine_algorithm(
    "jolt-distance",
    "Jolt 5.6: collide with a separation",
    252,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    step,
    WORDS,
)
