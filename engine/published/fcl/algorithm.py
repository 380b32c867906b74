"""FCL as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.fcl import steps
from gjkscope.engine.published.fcl.explain import WORDS

ALGORITHM = engine_algorithm(
    "fcl",
    "FCL 0.7: signed distance",
    220,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    steps.step,
    WORDS,
)
