"""Compares where MPR and the simplified GJKs assume the origin to be with its true position.

These algorithms decide which side of a face the origin is on by a computed normal.  The normal may point the
wrong way (engine/headbutt) or be dominated by rounding.  The truth is the sign of a determinant of the face's corners,
exact for the stored points (engine/arithmetic/predicates.py).
"""

from typing import Any

from gjkscope.engine.registry.algorithms import algorithm_if_any
from gjkscope.engine.registry.belief import Belief as Belief
from gjkscope.engine.registry.belief import true_side as true_side


def beliefs(step: Any) -> tuple[Any, ...]:
    """The step's conclusions, in order: each a `Belief` about a face, or the `DecisionBelief` of an engine."""
    algorithm = algorithm_if_any(step)
    return algorithm.beliefs(step) if algorithm is not None and algorithm.beliefs is not None else ()


def is_mistaken(step: Any) -> bool:
    """Whether any of the step's conclusions is wrong."""
    return any(belief.is_wrong for belief in beliefs(step))
