"""Compares where MPR and the simplified GJKs take the origin to be with where it is.

These algorithms decide by the side of a face that the origin is on, according to a computed normal.  It may point the
wrong way (engine/headbutt) or consist of rounding.  The truth is the sign of a determinant of the face's corners,
exact for the stored points (engine/arithmetic/predicates.py).
"""

from typing import Any

from gjkscope.engine.registry.algorithms import STATES
from gjkscope.engine.registry.belief import Belief as Belief
from gjkscope.engine.registry.belief import true_side as true_side


def beliefs(step: Any) -> tuple[Belief, ...]:
    """Those that the step has come to, in their order; none of an algorithm that has no such faces."""
    algorithm = STATES.get(type(step))
    return algorithm.beliefs(step) if algorithm is not None and algorithm.beliefs is not None else ()


def is_mistaken(step: Any) -> bool:
    """Whether the step believes what is not so."""
    return any(belief.is_wrong for belief in beliefs(step))
