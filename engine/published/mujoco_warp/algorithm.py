"""MuJoCo Warp's convex collision as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.mujoco_warp import steps
from gjkscope.engine.published.mujoco_warp.explain import WORDS

ALGORITHM = engine_algorithm(
    "mujoco-warp",
    "MuJoCo Warp 3.10: contacts",
    221,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    steps.step,
    WORDS,
)
