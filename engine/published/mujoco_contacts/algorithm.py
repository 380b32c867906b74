"""MuJoCo's search for a contact as a registered algorithm."""

from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.mujoco.explain import WORDS
from gjkscope.engine.published.mujoco_contacts import steps

ALGORITHM = engine_algorithm(
    "mujoco-contacts",
    "MuJoCo 3.12: contacts",
    223,
    steps.State,
    steps.trace,
    steps.prepare,
    steps.start,
    steps.step,
    WORDS,
)
