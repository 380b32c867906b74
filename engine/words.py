"""Numbers in sentences and tables: few digits, true minus signs."""

from collections.abc import Sequence
from decimal import Decimal
from math import inf

from .vectors import Vec3

AXES = "xyz"
ROUNDING = 2.0**-52  # of a double precision number, relative to it


def number(value: float, digits: int = 5) -> str:
    """That many significant digits, with a true minus sign."""
    return f"{value + 0.0:.{digits}g}".replace("-", "−")  # + 0.0 makes −0 a 0


def short(value: float, digits: int = 4, width: int = 7) -> str:
    """As many of the digits as leave no more than `width` characters: an exponent must never be cut off."""
    texts = [number(value, count) for count in range(digits, 0, -1)]
    return next((text for text in texts if len(text) <= width), texts[-1])


def whole(value: int, digits: int = 12) -> str:
    """All digits of a whole number that has no more than that many, else five and an exponent."""
    exact = Decimal(value)  # takes a whole number of any length, where str() does not
    return (str(value) if exact.adjusted() < digits else f"{exact:.5g}").replace("-", "−")


def counted(count: int, noun: str, many: str = "") -> str:
    """ "1 face", "3 faces", "1,000 faces"; `many` is a plural that is not the noun with an s."""
    return f"{count:,} {noun if count == 1 else many or f'{noun}s'}"


def series(texts: Sequence[str], most: int) -> str:
    """ "a, b and c"; no more than so many of them: "a, b and 20 more"."""
    named = [*texts[:most], f"{len(texts) - most} more"] if len(texts) > most else list(texts)
    return " and ".join(part for part in (", ".join(named[:-1]), *named[-1:]) if part)


def vector(v: Vec3) -> str:
    """ "(1, −0.5, 0)"; "≈0" for what is not 0, but lost in the rounding of the largest component."""
    least = ROUNDING * max(map(abs, v))
    return f"({', '.join('≈0' if 0 < abs(c) < least < inf else number(c) for c in v)})"
