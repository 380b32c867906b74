"""The start of Jolt's shape cast as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.jolt_cast import steps
from gjkscope.engine.published.jolt_cast.explain import WORDS

ALGORITHM = engine_algorithm(
    "jolt-cast",
    "Jolt 5.6: start of a cast",
    251,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    steps.step,
    WORDS,
)
