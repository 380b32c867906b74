"""Arithmetic as in C, where Python raises: a division by zero is infinite or NaN, the root of a negative number NaN."""

from math import copysign, inf, isnan, nan, sqrt


def divide(a: float, b: float) -> float:
    """a / b as in IEEE 754.

    >>> divide(1.0, 0.0), divide(-1.0, 0.0)
    (inf, -inf)
    """
    if b != 0:
        return a / b
    return nan if a == 0 or isnan(a) else copysign(inf, a) * copysign(1.0, b)


def root(a: float) -> float:
    """The square root; NaN for negative numbers."""
    return sqrt(a) if a >= 0 else nan
