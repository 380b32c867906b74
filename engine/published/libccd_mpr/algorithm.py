"""libccd's MPR as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.libccd_mpr import steps
from gjkscope.engine.published.libccd_mpr.explain import WORDS

ALGORITHM = engine_algorithm(
    "libccd-mpr", "libccd 2.1: MPR", 211, steps.State, steps.trace, steps.prepare, steps.start, steps.step, WORDS
)
