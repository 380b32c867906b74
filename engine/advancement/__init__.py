"""Conservative advancement: when two moving shapes first touch."""

from gjkscope.engine.advancement.steps import (
    ITERATION_LIMIT,
    Advancement,
    Flight,
    MovingBody,
    State,
    Turning,
    first_contact,
    flight,
    most_turning,
    reach,
    run,
    start,
    step,
    turning_bounds,
    turning_speed,
)

__all__ = [
    "ITERATION_LIMIT",
    "Advancement",
    "Flight",
    "MovingBody",
    "State",
    "Turning",
    "first_contact",
    "flight",
    "most_turning",
    "reach",
    "run",
    "start",
    "step",
    "turning_bounds",
    "turning_speed",
]
