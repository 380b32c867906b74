"""Formats numbers, vectors, intervals and lists for sentences and tables.

Numbers get few digits and a typographic minus sign (U+2212).
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from math import inf

AXES = "xyz"
ROUNDING = 2.0**-52  # relative spacing of doubles: a component smaller than this part of the largest one is noise


def number(value: float, digits: int = 5) -> str:
    """The value with `digits` significant digits."""
    return f"{value + 0.0:.{digits}g}".replace("-", "−")  # + 0.0 turns −0 into 0


SMALL = 1e-5  # a share below is shorter as a power of ten
WHOLE, GREAT = 0.1, 1e4  # shares between them need no decimals


def percent(share: float) -> str:
    """A share in per cent, short enough for a column.

    >>> percent(0.35), percent(1.0), percent(2.6e-7)
    ('35 %', '100 %', '3e−5 %')
    """
    if WHOLE <= share < GREAT:
        return f"{100 * share:,.0f} %"
    if not 0 < share < SMALL:
        return f"{number(100 * share, 2)} %"
    digit, _, power = f"{100 * share:.0e}".partition("e-")
    return f"{digit}e−{int(power)} %"


def range_words(lower: float, upper: float, digits: int = 5) -> str:
    """Two numbers as "1 … 2", or as "10 ± 2e−06" if they look the same with `digits` significant digits."""
    least, most = number(lower, digits), number(upper, digits)
    if least != most:
        return f"{least} … {most}"
    half = (upper - lower) / 2
    return f"{least} ± {number(half, 2)}" if half else least


def with_hyphens(text: str) -> str:
    """The text with "-" for the minus sign of each number, so that other programs can read the numbers.

    >>> with_hyphens("A − B is −1.5 to 2e−12 m")
    'A − B is -1.5 to 2e-12 m'
    """
    return _MINUS.sub("-", text)


def short(value: float, digits: int = 4, width: int = 7) -> str:
    """The value with up to `digits` significant digits, fewer if it would exceed `width` characters.

    The exponent is never cut off.
    """
    texts = [number(value, count) for count in range(digits, 0, -1)]
    return next((text for text in texts if len(text) <= width), texts[-1])


def whole(value: int, digits: int = 12) -> str:
    """An integer in full if it has at most `digits` digits, otherwise five digits and an exponent."""
    exact = Decimal(value)  # accepts integers of any length; str() has a limit
    return (str(value) if exact.adjusted() < digits else f"{exact:.5g}").replace("-", "−")


def counted(count: int, noun: str, many: str = "") -> str:
    """ "1 face", "3 faces", "1,000 faces"; `many` is the plural if it is irregular."""
    return f"{count:,} {noun if count == 1 else many or f'{noun}s'}"


def series(texts: Sequence[str], most: int) -> str:
    """ "a, b and c"; beyond `most` entries the rest is counted: "a, b and 20 more"."""
    named = [*texts[:most], f"{len(texts) - most} more"] if len(texts) > most else list(texts)
    return " and ".join(part for part in (", ".join(named[:-1]), *named[-1:]) if part)


def vector(v: Sequence[float]) -> str:
    """ "(1, −0.5, 0)"; a nonzero component below the rounding of the largest one is shown as "≈0"."""
    least = ROUNDING * max(map(abs, v))
    return f"({', '.join('≈0' if 0 < abs(c) < least < inf else number(c) for c in v)})"


def interval(lower: float, upper: float) -> str:
    """A length in metres with `lower` ≤ length ≤ `upper`, as a predicate.

    "is between 1 and 2 m"; bounds that look alike at this precision: "is 1.5 m to within 2e−12 m".
    """
    if number(lower) != number(upper) and lower < upper:
        return f"is between {number(lower)} and {number(upper)} m"
    width = f"{number(upper - lower, 2)} m" if lower < upper else "rounding"
    return f"is {number(upper)} m to within {width}"


def depth_interval(at_least: float, at_most: float) -> str:
    """A penetration depth in metres between two bounds, as a predicate: "is at least 1 and at most 2 m"."""
    if number(at_least) != number(at_most) and at_least < at_most:
        return f"is at least {number(at_least)} and at most {number(at_most)} m"
    return interval(at_least, at_most)


def separation(a: str, b: str, lower: float, upper: float) -> str:
    """Two shapes whose signed distance (metres) lies between the bounds: "A and B are 0.5 m apart", "A and B overlap by
    between 1 and 2 m", "A and B touch"; where even the sign is open, "the signed distance of A and B is between −1 and
    2 m".
    """
    low, high = sorted((lower, upper))
    if low == high == 0:
        return f"{a} and {b} touch"
    if number(low) == number(high):
        return f"{a} and {b} are {number(high)} m apart" if high >= 0 else f"{a} and {b} overlap by {number(-high)} m"
    if low >= 0:
        return f"{a} and {b} are between {number(low)} and {number(high)} m apart"
    if high <= 0:
        return f"{a} and {b} overlap by between {number(-high)} and {number(-low)} m"
    return f"the signed distance of {a} and {b} is between {number(low)} and {number(high)} m"


_MINUS = re.compile(r"−(?=[\d.∞])")
