"""Helpers for the exact bounds of curved shapes: vectors of integers, and square roots rounded up."""

from math import isqrt

Int3 = tuple[int, int, int]

# Support points of curved shapes have relative errors of about 2⁻⁵²; moved inwards by this fraction, they are inside.
INSIDE = 1 - 2.0**-48


def root_above(square: int, shift: int) -> int:
    """√square · 2^shift, rounded up."""
    square <<= 2 * shift
    root = isqrt(square)
    return root if root * root == square else root + 1


def split(axis: str, v: Int3) -> tuple[int, int]:
    """The component of a vector along an axis (x, y or z), and the square of its component across the axis."""
    along = v["xyz".index(axis)]
    return along, v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - along * along
