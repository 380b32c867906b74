"""coal as a registered algorithm."""

from gjkscope.engine.published.coal import steps
from gjkscope.engine.published.coal.explain import WORDS
from gjkscope.engine.published.engine_record import engine_algorithm

ALGORITHM = engine_algorithm(
    "coal",
    "coal 3.0: signed distance",
    260,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    steps.step,
    WORDS,
    options=("corrected", "nesterov"),
)
