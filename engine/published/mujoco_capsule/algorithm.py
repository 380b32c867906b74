"""MuJoCo's formula for a capsule and a box as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.mujoco_capsule import steps
from gjkscope.engine.published.mujoco_capsule.explain import WORDS

ALGORITHM = engine_algorithm(
    "mujoco-capsule",
    "MuJoCo 3.12: capsule, box",
    224,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    steps.step,
    WORDS,
)
