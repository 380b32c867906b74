"""Validates arguments of the public functions: each function here returns a plain value or raises `ValueError`.

Rejects what Python would silently convert: strings and booleans as numbers, the real part of a complex number, the keys
of a dictionary as a vector.  NumPy's numbers and arrays are accepted and converted to Python's.  Messages give the name
of the argument, what it must be, and the value.

The inner functions of the engine rely on this and do not check again.
"""

from collections.abc import Collection
from decimal import Decimal
from math import isfinite
from numbers import Real
from operator import index
from reprlib import Repr
from typing import Any

import numpy as np

from gjkscope.engine.vectors import Vec3

# Sets have no defined order, and a dictionary would yield its keys.
UNORDERED = (set, frozenset, dict)


class NotApplicable(ValueError):
    """A function or an algorithm does not support these shapes; the message says which shapes it supports.

    >>> from gjkscope import Box, NotApplicable, Pose, Sphere, query
    >>> try:
    ...     query(Box((1, 1, 1)), Pose(), Sphere(1), Pose(position=(3, 0, 0)), "sat")
    ... except NotApplicable as fault:
    ...     print(str(fault).startswith("SAT takes polytopes"))
    True
    """


def as_number(name: str, value: Any) -> float:
    """A finite number."""
    try:
        result = as_float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: must be a number, got {short_repr(value)}") from None
    except OverflowError:
        raise ValueError(f"{name}: must be finite, got an integer beyond the largest double") from None
    if not isfinite(result):
        raise ValueError(f"{name}: must be finite, got {short_repr(value)}")
    return result


def length(name: str, value: Any, zero: bool = False) -> float:
    """A finite number > 0, or ≥ 0 if `zero` is allowed."""
    result = as_number(name, value)
    if result < 0 or (result == 0 and not zero):
        raise ValueError(f"{name}: must be {'≥' if zero else '>'} 0, got {short_repr(value)}")
    return result


def as_vector(name: str, values: Any) -> Vec3:
    """Three finite numbers."""
    try:
        numbers = items(values)
    except TypeError:
        raise ValueError(f"{name}: must be 3 numbers, got {short_repr(values)}") from None
    if len(numbers) != 3:
        raise ValueError(f"{name}: must be 3 numbers, got {len(numbers)}: {short_repr(values)}")
    x, y, z = (as_number(f"{name}[{i}]", value) for i, value in enumerate(numbers))
    return (x, y, z)


def plane_vector(name: str, values: Any) -> tuple[float, float]:
    """Two finite numbers."""
    try:
        numbers = items(values)
    except TypeError:
        raise ValueError(f"{name}: must be 2 numbers, got {short_repr(values)}") from None
    if len(numbers) != 2:
        raise ValueError(f"{name}: must be 2 numbers, got {len(numbers)}: {short_repr(values)}")
    x, y = (as_number(f"{name}[{i}]", value) for i, value in enumerate(numbers))
    return (x, y)


def as_flag(name: str, value: Any) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise ValueError(f"{name}: must be True or False, got {short_repr(value)}")
    return value


def choice(name: str, value: Any, names: Collection[str], what: str = "name") -> str:
    """One of the names."""
    if not isinstance(value, str) or value not in names:
        raise ValueError(f"{name}: unknown {what} {short_repr(value)}; one of {', '.join(names)}")
    return str(value)


def as_items(name: str, values: Any, of: str) -> tuple[Any, ...]:
    """The items of a list, tuple, array or other iterable, but not of a string; `of` names them in the error."""
    try:
        if not isinstance(values, str | bytes):
            return items(values)
    except TypeError:
        pass
    raise ValueError(f"{name}: must be a list of {of}, got {short_repr(values)}")


def items(values: Any) -> tuple[Any, ...]:
    """The items of an ordered iterable.  Raises `TypeError` for anything else."""
    if isinstance(values, UNORDERED):
        raise TypeError("no order")
    return tuple(values.tolist() if isinstance(values, np.ndarray) else values)  # Python's numbers are faster to check


def as_float(value: Any) -> float:
    """The number as a float, finite or not.  Raises `TypeError` if it is not a number, or what `float` raises."""
    if type(value) is float:
        return value
    if getattr(value, "ndim", None) == 0:  # NumPy's scalars and zero-dimensional arrays
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, Real | Decimal):
        raise TypeError("no number")
    return float(value)


def as_index(value: Any) -> int:
    """The value as an `int`.  Raises `TypeError` if it is not an integer."""
    if isinstance(value, bool):
        raise TypeError("not a whole number")
    return index(value)


def positive_count(name: str, value: Any) -> int:
    """A whole number, at least 1.  Raises `ValueError`, naming the argument, otherwise."""
    try:
        number = as_index(value)
    except TypeError:
        raise ValueError(f"{name}: must be a whole number, got {short_repr(value)}") from None
    if number < 1:
        raise ValueError(f"{name}: must be ≥ 1, got {short_repr(value)}")
    return number


def short_repr(value: Any) -> str:
    """The value's `repr` for a message: on one line, at most `LONGEST` characters."""
    try:
        text = " ".join(_SHORT.repr(value).split())
    except ValueError:  # Python converts at most 4300 digits
        return "an integer of thousands of digits"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


LONGEST = 200
"""The most characters of a value in a message."""

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = LONGEST
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxset = _SHORT.maxdict = 16
