"""MuJoCo's collision function for two boxes as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.mujoco_boxes import steps
from gjkscope.engine.published.mujoco_boxes.explain import WORDS

ALGORITHM = engine_algorithm(
    "mujoco-boxes", "MuJoCo 3.10: boxes", 222, steps.State, steps.trace, steps.prepare, steps.start, steps.step, WORDS
)
