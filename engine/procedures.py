"""The registry of everything that runs in steps: pair algorithms, broad phases, push-outs and first-contact searches.

Algorithms on 2D shapes share their names with those on 3D shapes, and so are not in `PROCEDURES`.
"""

from functools import cache
from typing import Any

from gjkscope.engine.arguments import short_repr
from gjkscope.engine.registry import catalogue
from gjkscope.engine.registry.algorithms import algorithm_if_any
from gjkscope.engine.registry.listing import Registry
from gjkscope.engine.registry.records import Procedure

PROCEDURES: Registry[Procedure] = Registry(
    sorted([*catalogue.ALGORITHMS, *catalogue.BROAD_PHASES, *catalogue.OTHERS], key=lambda listing: listing.order)
)


def procedure_of(step: Any) -> Procedure:
    """The procedure that produced the step.  Raises `ValueError` if it is not a step."""
    kind: Any = type(step)  # mypy compares its instances' hash with that of a type
    procedure = algorithm_if_any(step) or _procedure_with(kind)
    if procedure is None:
        raise ValueError(f"step: must be a step of an algorithm, got {short_repr(step)}")
    return procedure


@cache
def _procedure_with(state: type) -> Procedure | None:
    """The first procedure with steps of that type."""
    return PROCEDURES.with_steps(state)
