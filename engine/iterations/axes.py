"""Checks the axes of an engine's SAT: the signed distance along each, and which one the answer is from.

1. The signed distance along an axis must be that of A − B along it, or along the opposite direction.
2. For an overlap, no axis may separate the shapes, and the depth must be that of the best axis.
"""

from collections.abc import Iterator, Sequence

from gjkscope.engine.iterations.difference import CheckedDifference
from gjkscope.engine.iterations.steps import IterationFault, IterationFinding, State
from gjkscope.engine.vectors import ZERO, Vec3, dot, neg, unit


def axis_findings(pair: CheckedDifference, step: State) -> Iterator[IterationFinding]:
    """The fault of the signed distance along the axis of a step."""
    if step.separation is None or step.direction is None or (axis := unit(step.direction)) == ZERO:
        return
    off = min(abs(step.separation - _along(pair, way)) for way in (axis, neg(axis)))
    if off > pair.unseen:
        greatest = max(_along(pair, axis), _along(pair, neg(axis)))
        yield IterationFinding(IterationFault.WRONG_SEPARATION, off, least=greatest)


def overlap_finding(pair: CheckedDifference, steps: Sequence[State], depth: float | None) -> IterationFinding | None:
    """The fault of an overlap, with a depth in metres if there is one, that claims to follow from the axes."""
    separations = [(step.separation, step.iteration) for step in steps if step.separation is not None]
    best, iteration = max(separations)
    if best > pair.unseen:
        return IterationFinding(IterationFault.IGNORED_AXIS, best, kept=(iteration,))
    if depth is not None and (off := abs(depth + best)) > pair.unseen:
        return IterationFinding(IterationFault.WRONG_AXIS, off, kept=(iteration,), least=-best)
    return None


def _along(pair: CheckedDifference, direction: Vec3) -> float:
    """The signed distance of the shapes along a unit vector."""
    return -dot(direction, pair.support(direction)) - pair.subtracted
