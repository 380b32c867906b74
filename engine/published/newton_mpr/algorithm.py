"""Newton's MPR as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.newton_mpr import steps
from gjkscope.engine.published.newton_mpr.explain import WORDS

ALGORITHM = engine_algorithm(
    "newton-mpr",
    "Newton 2026-08: MPR",
    290,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    steps.step,
    WORDS,
)
