"""Everything that runs in steps: algorithms on a pair, broad phases, push-outs, and searches for a first contact.

Besides the algorithms and the broad phases, these are the `PROCEDURES` of each module `procedure` in a package directly
below `engine`.
"""

from typing import Any

from gjkscope.engine.arguments import short_repr
from gjkscope.engine.broadphase import BROADPHASES
from gjkscope.engine.registry.algorithms import ALGORITHMS
from gjkscope.engine.registry.discovery import modules_named
from gjkscope.engine.registry.records import Procedure, by_name, by_state

_OTHERS = [one for module in modules_named("procedure", "gjkscope.engine") for one in module.PROCEDURES]

PROCEDURES: dict[str, Procedure] = by_name([*ALGORITHMS.values(), *BROADPHASES.values(), *_OTHERS])

STATES: dict[type, Procedure] = by_state(PROCEDURES)


def procedure_of(step: Any) -> Procedure:
    """The procedure that the step is from.  Raises `ValueError` if it is not a step."""
    if type(step) not in STATES:
        raise ValueError(f"step: must be a step of an algorithm, got {short_repr(step)}")
    return STATES[type(step)]
