"""The errors that a solver is allowed."""

from math import inf
from typing import NamedTuple

from gjkscope.app.ask.solvers.adapter import Adapter
from gjkscope.engine.analysis.reports import TOLERANCE
from gjkscope.engine.shapes.kinds import Shape

MOST_TOLERANT = 0.01  # relative to the size: a greater error is wrong, however small the pair


class Tolerance(NamedTuple):
    """The errors that a solver is allowed; the larger one counts."""

    relative: float = TOLERANCE  # to the size of the pair
    least: float = 0.0  # metres: some solvers stop at an absolute tolerance, whatever the size of the pair

    def for_size(self, size: float) -> float:
        """Relative to the size of a pair, metres."""
        least = self.least / size if size > 0 else inf if self.least > 0 else 0.0  # points have no size
        return max(self.relative, min(least, MOST_TOLERANT))


def documented_tolerance(adapter: Adapter, *shapes: Shape) -> Tolerance:
    """The default tolerance, or what an engine documents if that is larger; with the shapes of a pair, what it loses by
    replacing them is allowed, too.
    """
    replaced = sum(adapter.replaced.get(shape.kind, 0.0) for shape in shapes)
    return Tolerance(max(TOLERANCE, adapter.accuracy) + replaced, adapter.least_error)
