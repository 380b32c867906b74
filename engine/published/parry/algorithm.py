"""parry as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.parry import steps
from gjkscope.engine.published.parry.explain import WORDS

ALGORITHM = engine_algorithm(
    "parry", "parry 0.31: GJK and EPA", 260, steps.State, steps.trace, steps.prepare, steps.start, steps.step, WORDS
)
