"""The registry of everything that runs in steps: pair algorithms, broad phases, push-outs and first-contact searches.

The algorithms on 2D shapes share their names with those on 3D shapes, and so are not in `PROCEDURES`, only in `STATES`.

In addition to the algorithms and broad phases, it contains the `PROCEDURES` of each module `procedure` in a package
directly below `engine`.
"""

from typing import Any

from gjkscope.engine.arguments import short_repr
from gjkscope.engine.broadphase import BROADPHASES
from gjkscope.engine.registry.algorithms import ALGORITHMS, PLANAR_ALGORITHMS
from gjkscope.engine.registry.discovery import modules_named
from gjkscope.engine.registry.records import Procedure, by_name, by_state

_OTHERS = [one for module in modules_named("procedure", "gjkscope.engine") for one in module.PROCEDURES]

PROCEDURES: dict[str, Procedure] = by_name([*ALGORITHMS.values(), *BROADPHASES.values(), *_OTHERS])

STATES: dict[type, Procedure] = by_state(PROCEDURES) | by_state(PLANAR_ALGORITHMS)


def procedure_of(step: Any) -> Procedure:
    """The procedure that produced the step.  Raises `ValueError` if it is not a step."""
    if type(step) not in STATES:
        raise ValueError(f"step: must be a step of an algorithm, got {short_repr(step)}")
    return STATES[type(step)]
