"""The registry of all algorithms on a pair.  A package directly below `engine` registers one by defining the record
`ALGORITHM` in a module named `algorithm`.
"""

from typing import Any

from gjkscope.engine.arguments import short_repr
from gjkscope.engine.registry.discovery import modules_named
from gjkscope.engine.registry.records import Algorithm, by_name, by_state

ALGORITHMS: dict[str, Algorithm] = by_name(module.ALGORITHM for module in modules_named("algorithm", "gjkscope.engine"))

STATES: dict[type, Algorithm] = by_state(ALGORITHMS)


def algorithm_of(step: Any) -> Algorithm:
    """The algorithm that produced the step.  Raises `ValueError` if it is not a step of an algorithm on a pair."""
    if type(step) not in STATES:
        raise ValueError(f"step: must be a step of an algorithm on a pair, got {short_repr(step)}")
    return STATES[type(step)]
