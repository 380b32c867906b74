"""FCL as a registered algorithm, and its earlier versions."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.fcl import steps
from gjkscope.engine.published.fcl.explain import WORDS
from gjkscope.engine.published.fcl.versions import VERSIONS

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

PROCEDURES = VERSIONS
