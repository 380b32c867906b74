"""Jolt as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.jolt import steps
from gjkscope.engine.published.jolt.explain import WORDS

ALGORITHM = engine_algorithm(
    "jolt", "Jolt 5.6: collide", 250, steps.State, steps.trace, steps.prepare, steps.start, steps.step, WORDS
)
