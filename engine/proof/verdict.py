"""Verdicts about a pair of shapes, and the tolerance of `touching`."""

from enum import StrEnum
from math import inf

# Shapes whose signed distance is within this much of their size are said to touch.  Bug reports carry some ten
# digits, and rounding in the input alone moves a contact by 1e-16 of the coordinates, so a finer distinction
# would be an accident of the numbers.
TOUCHING = 1e-9


class Verdict(StrEnum):
    SEPARATED = "separated"
    TOUCHING = "touching"
    PENETRATING = "penetrating"
    UNDECIDED = "undecided"


def verdict_of(lower: float, upper: float, size: float) -> Verdict:
    """The verdict that `lower` ≤ signed distance ≤ `upper` allows, for shapes of that `size` (metres)."""
    return VERDICTS[verdict_number(lower, upper, size)]


def verdict_number(lower: float, upper: float, size: float) -> int:
    """`verdict_of`, as the place in the list of verdicts: compiled code knows no strings."""
    tolerance = TOUCHING * size
    if lower > tolerance:
        return 0
    if upper < -tolerance:
        return 2
    if -tolerance <= lower and upper <= tolerance < inf:
        return 1
    return 3


VERDICTS = tuple(Verdict)
