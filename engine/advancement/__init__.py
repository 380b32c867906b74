"""Conservative advancement: when two moving shapes first touch."""

from gjkscope.engine.advancement.steps import (
    BOX_CORNERS,
    ITERATION_LIMIT,
    Advancement,
    Flight,
    Floats,
    Moving,
    State,
    Turning,
    first_contact,
    flight,
    reach,
    run,
    start,
    step,
    turning,
    turning_speed,
)

__all__ = [
    "BOX_CORNERS",
    "ITERATION_LIMIT",
    "Advancement",
    "Flight",
    "Floats",
    "Moving",
    "State",
    "Turning",
    "first_contact",
    "flight",
    "reach",
    "run",
    "start",
    "step",
    "turning",
    "turning_speed",
]
