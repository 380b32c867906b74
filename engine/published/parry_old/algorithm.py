"""parry 0.25 as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.parry.explain import OLD_WORDS
from gjkscope.engine.published.parry_old import steps

ALGORITHM = engine_algorithm(
    "parry-old",
    "parry 0.25: GJK and EPA",
    261,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    steps.step,
    OLD_WORDS,
)
