"""What the exact bounds of curved shapes share: vectors of integers, and roots rounded up."""

from math import isqrt

Int3 = tuple[int, int, int]

# Support points of curved shapes are off by some 2⁻⁵², outwards half of the time: so much further in they are inside.
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
