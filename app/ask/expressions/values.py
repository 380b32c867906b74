"""The values of expressions: their kinds, arithmetic and functions.

Arithmetic is in doubles (IEEE 754): nothing raises, and undefined results are NaN.
"""

import ast
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from math import hypot, inf, isnan, nan
from numbers import Real
from typing import Any, NamedTuple

from gjkscope.engine.sequences.versioned import LISTS

VECTOR = 16  # the longest list of numbers that counts as a vector

Value = Any  # a number, vector, record, list, enum member, bool, or None if missing


class Unsuitable(ValueError):
    """Values that an operation does not support; `operand` is the invalid one, if known."""

    def __init__(self, words: str, operand: int = 0) -> None:
        super().__init__(words)
        self.operand = operand


class Symbol(NamedTuple):
    """A name in capitals: a member of the enumeration it is compared with."""

    name: str


def is_number(value: Value) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool | Enum)


def is_record(value: Value) -> bool:
    return isinstance(value, tuple) and hasattr(value, "_fields") and not isinstance(value, Symbol)


def is_list(value: Value) -> bool:
    return isinstance(value, LISTS) and not hasattr(value, "_fields")


def is_vector(value: Value) -> bool:
    return is_list(value) and 0 < len(value) <= VECTOR and all(map(is_number, value))


def kind_words(value: Value) -> str:
    """Names the kind of a value, with an article."""
    if isinstance(value, Symbol):
        return value.name
    if isinstance(value, bool):
        return "a truth value"
    if isinstance(value, Enum):
        return f"a name such as {value.name}"
    if is_record(value):
        return f"a record ({join_with_commas(value._fields)})"
    return "a number" if is_number(value) else "a vector" if is_vector(value) else "a list"


def record_field(record: Value, name: str) -> Value:
    """A field of a record.  Raises `Unsuitable`."""
    if not is_record(record):
        raise Unsuitable(f"{kind_words(record)} has no fields")
    if name not in record._fields:
        raise Unsuitable(f"no field {name}; available: {join_with_commas(record._fields)}")
    return getattr(record, name)


def join_with_commas(names: Iterable[str]) -> str:
    return ", ".join(names)


def to_double(value: Any) -> float:
    """A number of any kind as a double; infinite if too large."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


def _quotient(a: float, b: float) -> float:
    """The IEEE 754 quotient: x / 0 is infinite, 0 / 0 is NaN."""
    if b == 0:
        return nan if a == 0 or isnan(a) else inf if a > 0 else -inf
    return a / b


def _power(a: float, b: float) -> float:
    """The power; NaN where Python returns a complex number, infinite where it overflows."""
    try:
        value = a**b
    except (OverflowError, ZeroDivisionError):
        return inf
    return value if isinstance(value, float) else nan


def _abs(value: Value) -> float:
    return abs(_number(value))


def _min(*values: Value) -> float:
    return min(_numbers(values))


def _max(*values: Value) -> float:
    return max(_numbers(values))


def _norm(value: Value) -> float:
    return hypot(*_vector(value))


def _dot(a: Value, b: Value) -> float:
    if len(_vector(a)) != len(_vector(b)):
        raise TypeError
    return sum(x * y for x, y in zip(_vector(a), _vector(b), strict=True))


def _len(value: Value) -> int:
    if not is_list(value):
        raise TypeError
    return len(value)


def _isnan(value: Value) -> bool:
    return any(map(isnan, _vector(value) if is_vector(value) else [_number(value)]))


def _number(value: Value) -> float:
    if not is_number(value):
        raise TypeError
    return to_double(value)


def _numbers(values: Sequence[Value]) -> list[float]:
    """The arguments, or the items of a single argument."""
    numbers = _vector(values[0]) if len(values) == 1 and is_vector(values[0]) else [_number(part) for part in values]
    if not numbers:
        raise TypeError
    return numbers


def _vector(value: Value) -> list[float]:
    if not is_vector(value):
        raise TypeError
    return [to_double(part) for part in value]


ARITHMETIC: dict[type, Callable[[float, float], float]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: _quotient,
    ast.Pow: _power,
}

FUNCTIONS: dict[str, Callable[..., Value]] = {
    "abs": _abs,
    "min": _min,
    "max": _max,
    "norm": _norm,
    "dot": _dot,
    "len": _len,
    "isnan": _isnan,
}

TAKES = {
    "abs": "one number",
    "min": "numbers, or one vector",
    "max": "numbers, or one vector",
    "norm": "one vector",
    "dot": "two vectors of the same length",
    "len": "one list",
    "isnan": "one number or vector",
}
