"""Everything that runs in steps: algorithms on a pair, broad phases, push-outs, and the search for a first contact."""

from typing import Any

from gjkscope.engine.advancement.procedure import ADVANCEMENT
from gjkscope.engine.algorithm import Procedure, by_name, by_state
from gjkscope.engine.arguments import shown
from gjkscope.engine.broadphase import BROADPHASES
from gjkscope.engine.registry import ALGORITHMS
from gjkscope.engine.resolution.push_outs import PUSH_OUTS

PROCEDURES: dict[str, Procedure] = by_name(
    [*ALGORITHMS.values(), *BROADPHASES.values(), *PUSH_OUTS.values(), ADVANCEMENT]
)

STATES: dict[type, Procedure] = by_state(PROCEDURES)


def procedure_of(step: Any) -> Procedure:
    """The procedure that the step is from.  Raises `ValueError` if it is not a step."""
    if type(step) not in STATES:
        raise ValueError(f"step: must be a step of an algorithm, got {shown(step)}")
    return STATES[type(step)]
