"""libccd as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.libccd import steps
from gjkscope.engine.published.libccd.explain import WORDS

ALGORITHM = engine_algorithm(
    "libccd", "libccd 2.1: GJK and EPA", 210, steps.State, steps.trace, steps.prepare, steps.start, steps.step, WORDS
)
