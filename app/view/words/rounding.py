"""Rounds the numbers in a text to fewer decimals, for pages of lessons.

    rounded("gap 0.33397 m", 2)      # "gap 0.33 m"
    rounded("within 2e−12 m", 2)     # "within ≈0 m": rounding never turns a number into 0 silently

The texts are those of the application, whose numbers have at least four significant digits.
"""

import re
from decimal import ROUND_HALF_EVEN, Decimal
from functools import lru_cache

MINUS = "−"
ABOUT_ZERO = "≈0"

# A decimal number or one with an exponent; not part of a name (w0.5) or of a version (1.2.3), and no integer.
_NUMBER = re.compile(r"(?<![\w.])([−-]?)(\d+\.\d+(?:e[−+-]?\d+)?|\d+e[−+-]?\d+)(?![\w]|\.\d)")


@lru_cache(maxsize=1024)
def round_numbers(text: str, decimals: int) -> str:
    """The text with each of its numbers rounded to at most `decimals` decimals."""
    return _NUMBER.sub(lambda match: _round_number(match[1], match[2], decimals), text)


def _round_number(sign: str, digits: str, decimals: int) -> str:
    value = Decimal(digits.replace(MINUS, "-"))
    if value.adjusted() > MOST_DIGITS:
        return sign + digits
    short = value.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN)
    if not short:
        return "0" if not value else ABOUT_ZERO
    words = f"{short:f}"
    return sign + (words.rstrip("0").rstrip(".") if "." in words else words)


MOST_DIGITS = 12  # a larger number keeps its exponent
