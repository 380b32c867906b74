"""MuJoCo's native convex collision as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.mujoco import steps
from gjkscope.engine.published.mujoco.explain import WORDS

ALGORITHM = engine_algorithm(
    "mujoco", "MuJoCo 3.12: GJK and EPA", 220, steps.State, steps.trace, steps.prepare, steps.start, steps.step, WORDS
)
