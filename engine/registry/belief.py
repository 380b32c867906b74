"""Compares where an algorithm assumes the origin to be, relative to a tetrahedron's face, with where it really is.

The true side is the sign of a determinant of the face's corners, exact for the stored points (predicates.py).
"""

from enum import IntEnum
from typing import NamedTuple, Protocol

from gjkscope.engine.arithmetic.predicates import orient3d
from gjkscope.engine.vectors import ZERO, Vec3


class Conclusion(Protocol):
    """Anything that a step of an algorithm takes for true."""

    @property
    def is_wrong(self) -> bool: ...


class FaceSide(IntEnum):
    """The position of the origin relative to a face of a tetrahedron."""

    INSIDE = 0
    ON = 1  # in the plane of the face
    OUTSIDE = 2
    FLAT = 3  # the tetrahedron has no interior


class Belief(NamedTuple):
    """An algorithm's conclusion about one face; points of A − B as in its steps."""

    corners: tuple[Vec3, Vec3, Vec3]
    normal: Vec3  # as computed by the algorithm, towards the side it assumes to be outside; of any length
    believed: FaceSide  # INSIDE or OUTSIDE
    truth: FaceSide

    @property
    def is_wrong(self) -> bool:
        """Whether the conclusion is wrong; for an origin in the face's plane either is accepted."""
        return self.truth != FaceSide.ON and self.believed != self.truth


def true_side(p: Vec3, q: Vec3, r: Vec3, opposite: Vec3) -> FaceSide:
    """The true side of the origin, relative to the face p q r of the tetrahedron with the corner `opposite`."""
    fourth, origin = orient3d(p, q, r, opposite), orient3d(p, q, r, ZERO)
    if fourth == 0:
        return FaceSide.FLAT
    if origin == 0:
        return FaceSide.ON
    return FaceSide.INSIDE if origin == fourth else FaceSide.OUTSIDE
