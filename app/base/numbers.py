"""Parses numbers: decimals, hexadecimal floats, fractions and π, with an optional unit.

parse_number("1/3")                  # 0.3333333333333333, the nearest double
parse_number("0x1.8p-3")             # 0.1875
parse_number("5 mm", LENGTH)         # 0.005
parse_number("pi/4 rad", ANGLE)      # 45.0, in degrees

A hexadecimal float has a `p` exponent, as in C and from `float.hex`, or a point.  A hexadecimal integer such as
0x3f800000 is rejected as ambiguous: it may be the bits of a float (here 1.0), or an integer.

JSON has no infinity and no NaN: where a file may contain them, they are the texts of `NOT_FINITE`.
"""

import re
import struct
from collections.abc import Callable, Mapping
from math import degrees, inf, isfinite, nan, pi
from typing import Any

Units = Mapping[str, Callable[[float], float]]

PLAIN: Units = {}
LENGTH: Units = {"m": float, "cm": lambda value: value / 100, "mm": lambda value: value / 1000}  # in metres
ANGLE: Units = {"°": float, "deg": float, "rad": degrees}  # in degrees

EXAMPLES = "a number such as 0.1, 1e-3, 1/3 or 0x1.8p-3"
CONSTANTS = {"pi": pi, "π": pi}

# Without a sign; this regular expression is also valid in JSON Schema.
HEX_FLOAT = r"0[xX](([0-9a-fA-F]+\.[0-9a-fA-F]*|\.[0-9a-fA-F]+)([pP][-+]?[0-9]+)?|[0-9a-fA-F]+[pP][-+]?[0-9]+)"

# Numbers that engines return and JSON lacks, as files spell them.
NOT_FINITE = {"NaN": nan, "Infinity": inf, "-Infinity": -inf}

_HEX_INTEGER = re.compile(r"[-+]?0[xX]([0-9a-fA-F]+)")
_FLOAT_FORMATS = {8: ">f", 16: ">d"}  # hex digits of single and double precision


class HexInteger(ValueError):
    """A hexadecimal integer where a number is expected; the message says what to write instead."""


def parse_number(text: str, units: Units = PLAIN) -> float:
    """Parses a number, including infinity and NaN, and converts its unit.  Raises `ValueError` with examples."""
    words = text.strip().replace("−", "-")
    unit = next((name for name in sorted(units, key=len, reverse=True) if words.endswith(name)), "")
    try:
        value = _quotient(words.removesuffix(unit))
    except HexInteger as fault:
        raise ValueError(f"{fault}, got {text.strip()!r}") from None
    except (ValueError, OverflowError):
        point = "; use a decimal point, not a comma" if "," in text else ""
        raise ValueError(f"must be {EXAMPLES}, got {text.strip()!r}{point}") from None
    return units[unit](value) if unit else value


def parse_hex_float(text: str) -> float:
    """The value of a hexadecimal float.

    Raises `HexInteger`, `OverflowError` beyond the largest double, and `ValueError` for any other text.
    """
    if match := _HEX_INTEGER.fullmatch(text):
        raise HexInteger(_instead_of_hex_integer(text, match[1]))
    if not re.fullmatch(f"[-+]?{HEX_FLOAT}", text):
        raise ValueError("must be a hexadecimal float")
    return float.fromhex(text)


def spell(value: Any) -> Any:
    """A JSON value in which infinities and NaN are texts, as in `NOT_FINITE`; tuples become lists.

    >>> spell({"normal": (0.0, float("nan"), -1.0)})
    {'normal': [0.0, 'NaN', -1.0]}
    """
    if isinstance(value, float):
        return value if isfinite(value) else "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, dict):
        return {key: spell(part) for key, part in value.items()}
    return [spell(part) for part in value] if isinstance(value, list | tuple) else value


def with_one_nan(value: Any) -> Any:
    """The same number, tuple or record with every NaN replaced by `math.nan`.

    Tuples that contain the same object are equal, although NaN differs from itself: so values that are read twice
    compare equal and hit caches.
    """
    if isinstance(value, float):
        return nan if value != value else value
    if not isinstance(value, tuple):
        return value
    parts = [with_one_nan(part) for part in value]
    if all(new is old for new, old in zip(parts, value, strict=True)):
        return value
    return value._make(parts) if hasattr(value, "_make") else tuple(parts)


def _instead_of_hex_integer(text: str, digits: str) -> str:
    readings = []
    if len(digits) in _FLOAT_FORMATS and text[0] not in "+-":
        value = struct.unpack(_FLOAT_FORMATS[len(digits)], bytes.fromhex(digits))[0]
        if isfinite(value):
            readings.append(f"{_short_hex(value)} ({value!r}) if these are the bits of a float")
    if len(digits) <= max(_FLOAT_FORMATS):
        readings.append(f"{int(text, 16)} if it is an integer")
    return "must be decimal, or a hex float with a p exponent" + (": " + ", ".join(readings) if readings else "")


def _short_hex(value: float) -> str:
    """`float.hex` without trailing zeros: 0x1p+0, not 0x1.0000000000000p+0."""
    mantissa, p, exponent = value.hex().partition("p")
    return mantissa.rstrip("0").rstrip(".") + p + exponent if "." in mantissa else value.hex()


def _quotient(text: str) -> float:
    above, slash, below = text.partition("/")
    if not slash:
        return _part(above)
    if not (divisor := _part(below)):
        raise ValueError("divided by zero")
    return _part(above) / divisor


def _part(text: str) -> float:
    number = text.strip().lower()
    sign, number = (-1.0, number[1:].lstrip()) if number.startswith("-") else (1.0, number)
    if number in CONSTANTS:
        return sign * CONSTANTS[number]
    if number.startswith("0x"):
        return parse_hex_float("-" + number if sign < 0 else number)
    return sign * float(number)
