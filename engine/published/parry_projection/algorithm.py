"""parry's projection of a ball's centre, or of a point, as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.parry_projection import steps
from gjkscope.engine.published.parry_projection.explain import WORDS

ALGORITHM = engine_algorithm(
    "parry-projection",
    "parry 0.5: ball, point",
    262,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    steps.step,
    WORDS,
)
