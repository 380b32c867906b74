"""The verdict about a pair of shapes, and the tolerance for `touching`."""

from enum import StrEnum
from math import inf

# Shapes touch if |signed distance| ≤ TOUCHING · size.  Bug reports print about ten digits, and rounding the input
# already moves a contact by 1e-16 of the coordinates, so a finer distinction would be arbitrary.
TOUCHING = 1e-9


class Verdict(StrEnum):
    """The relation of two shapes; `undecided` if the bounds allow more than one of the others.

    >>> from gjkscope import Box, Pose, Verdict, query
    >>> query(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(2, 0, 0))).verdict is Verdict.TOUCHING
    True
    """

    SEPARATED = "separated"  #: a gap
    TOUCHING = "touching"  #: contact, to within the tolerance
    PENETRATING = "penetrating"  #: an overlap
    UNDECIDED = "undecided"  #: the bounds allow more than one of the others


def verdict_of(lower: float, upper: float, size: float) -> Verdict:
    """The verdict that follows from `lower` ≤ signed distance ≤ `upper`, for shapes of this `size` (all in metres)."""
    return VERDICTS[verdict_number(lower, upper, size)]


def verdict_number(lower: float, upper: float, size: float) -> int:
    """`verdict_of` as an index into `VERDICTS`, because compiled code has no strings."""
    tolerance = TOUCHING * size
    if lower > tolerance:
        return 0
    if upper < -tolerance:
        return 2
    if -tolerance <= lower and upper <= tolerance < inf:
        return 1
    return 3


VERDICTS = tuple(Verdict)
