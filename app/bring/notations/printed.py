"""Printed numbers: their pattern, their digits, and the unit in the last place."""

import re
import sys
from collections.abc import Iterable

from gjkscope.app.base.tokens import Token

# Patterns of numbers without underscores, apostrophes and suffixes; what may stand around one is the reader's.
UNSIGNED = r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
DECIMAL = rf"[-+]?{UNSIGNED}"

MAX_10_EXP = sys.float_info.max_10_exp
_DIGITS = re.compile(r"[-+−]?(\d[\d_]*)?(?:(\.)(\d[\d_]*)?)?(?:[eEdD]([-+]?\d+))?")


def last_place(token: Token) -> float:
    """The unit in the last printed place: 0.001 for 1.250 and 1e-9 for 1.25e-7; 0 for integers and hex floats.

    Integers are exact: programs do not print a measured 5.3 as 5.
    """
    match = _DIGITS.match(token.text)
    if match is None or token.text.lower().lstrip("+-").startswith("0x") or not (match[2] or match[4]):
        return 0.0
    decimals = len((match[3] or "").replace("_", ""))
    exponent = int(match[4] or 0) - decimals
    return float(10.0**exponent) if exponent <= MAX_10_EXP else 0.0  # of a zero: any other number would be infinite


def coarsest_place(tokens: Iterable[Token]) -> float:
    """The largest unit in the last place of the numbers that have the most decimals: how precisely they were printed.

    Printers drop trailing zeros, so 0.5 beside 0.70710678 was printed to eight places too.
    """
    units = [unit for token in tokens if (unit := last_place(token)) > 0.0]
    return min(units, default=0.0)


def significant_digits(token: Token) -> int:
    """The number of significant digits of a decimal number: 4 for 0.01250, as final zeros were printed too."""
    match = _DIGITS.match(token.text)
    if match is None:
        return 0
    digits = ((match[1] or "") + (match[3] or "")).replace("_", "")
    return len(digits.lstrip("0"))


def decimals(token: Token) -> int:
    """The number of printed decimals; 0 with an exponent, because its digits are then not at a fixed place."""
    match = _DIGITS.match(token.text)
    return len((match[3] or "").replace("_", "")) if match and not match[4] else 0
