"""Numbers as people type them: decimal, hexadecimal to the last bit, a fraction, π, with a unit or without.

parse_number("1/3")                  # 0.3333333333333333, the double nearest to it
parse_number("0x1.8p-3")             # 0.1875
parse_number("5 mm", LENGTH)         # 0.005
parse_number("pi/4 rad", ANGLE)      # 45.0, in degrees
"""

from collections.abc import Callable, Mapping
from math import degrees, pi

Units = Mapping[str, Callable[[float], float]]

PLAIN: Units = {}
LENGTH: Units = {"m": float, "cm": lambda value: value / 100, "mm": lambda value: value / 1000}  # in metres
ANGLE: Units = {"°": float, "deg": float, "rad": degrees}  # in degrees

EXAMPLES = "a number such as 0.1, 1e-3, 1/3 or 0x1.8p-3"
CONSTANTS = {"pi": pi, "π": pi}


def parse_number(text: str, units: Units = PLAIN) -> float:
    """The number in a text; infinity and NaN are numbers here.  Raises `ValueError` that says what one looks like."""
    words = text.strip().replace("−", "-")
    unit = next((name for name in sorted(units, key=len, reverse=True) if words.endswith(name)), "")
    try:
        value = _quotient(words.removesuffix(unit))
    except (ValueError, OverflowError):
        point = "; decimals have a point, not a comma" if "," in text else ""
        raise ValueError(f"must be {EXAMPLES}, got {text.strip()!r}{point}") from None
    return units[unit](value) if unit else value


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
    return sign * (float.fromhex(number) if number.startswith("0x") else float(number))
