"""Runs algorithms in single precision, to show what an engine that computes in float32 finds.

The algorithms are generic over number types.  Operations on NumPy's float32 scalars are rounded to single precision,
even if the other operand is a Python float (NumPy enhancement proposal 50).  Only `math.sqrt` returns a double, which
`vectors.norm` rounds.  So the same functions run in single precision if their input is float32, and the trace is
converted back to Python floats.

How it can fail: numbers beyond 3.4e38 do not exist in single precision and are refused.  Beyond some 1e8 the products
of the region tests overflow, and GJK ends with `DEGENERATE_INPUT`.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from math import isfinite
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from gjkscope.engine.result import TOUCHING, NotApplicable, Trace
from gjkscope.engine.sequences.versioned import VersionedList
from gjkscope.engine.shapes.support import Convex
from gjkscope.engine.vectors import SINGLE

# In single precision the bounds get no closer than 64 roundoffs of the coordinates, which is more than `TOUCHING`.  So
# for the verdict the size, and with it the tolerance, is multiplied by this factor.
COARSER = 64 * SINGLE / TOUCHING

T = TypeVar("T")


def in_single(traced: Callable[..., Trace], a: Convex, b: Convex, size: float, *others: float) -> Trace:
    """The trace of two cores, in single precision; `size` as in `bounds.size`.  Raises as `rounded` does."""
    return trace_in_float32(traced, a, b, size * COARSER, *others)


def trace_in_float32(traced: Callable[..., Trace], *arguments: Any) -> Trace:
    """The trace returned by `traced(*arguments)`, with every operation rounded to single precision.

    Its numbers are Python floats with single precision values.  Raises `NotApplicable` for arguments beyond 3.4e38.
    """
    with np.errstate(all="ignore"):  # overflow and underflow give infinity and zero, as with Python's floats
        return with_python_floats(traced(*(single(argument) for argument in arguments)))


def single(record: Any) -> Any:
    """The record or number as float32, so that computations with it are in single precision."""
    converted = _convert(record, _round, {})
    return converted._replace(roundoff=SINGLE) if hasattr(converted, "roundoff") else converted


def with_python_floats(record: T) -> T:
    """The record (tuples, lists, data classes) with NumPy's floats replaced by Python's."""
    converted: T = _convert(record, lambda number: number.item() if isinstance(number, np.floating) else number, {})
    return converted


def _round(number: float | npt.NDArray[np.float64]) -> Any:
    if isinstance(number, float) and isfinite(held := np.float32(number)):  # ten times as fast as what follows
        return held
    array: Any = np.asarray(number)
    held = array.astype(np.float32)[()]
    if not np.isfinite(held).all():
        raise NotApplicable(f"float32: numbers must not exceed 3.4e38, got {float(np.max(np.abs(number)))!r}")
    return held


class _Part(Enum):
    """How a part of a record is converted."""

    NUMBER = 0  # or an array
    LIST = 1  # tuple or list
    NAMED_TUPLE = 2
    DATA_CLASS = 3
    VERSIONED = 4
    OTHER = 5  # stays as it is


@cache
def _part_of(kind: type) -> _Part:
    if issubclass(kind, float | np.floating | np.ndarray):
        return _Part.NUMBER
    if issubclass(kind, tuple | list):
        return _Part.NAMED_TUPLE if hasattr(kind, "_fields") else _Part.LIST
    if issubclass(kind, VersionedList):
        return _Part.VERSIONED
    return _Part.DATA_CLASS if is_dataclass(kind) else _Part.OTHER


def _convert(value: Any, convert: Callable[[Any], Any], done: dict[int, Any]) -> Any:
    """`value` with its numbers and arrays converted; parts that it shares, as steps share vertices, stay shared."""
    if id(value) in done:
        return done[id(value)]
    kind: Any = type(value)
    part = _part_of(kind)
    if part is _Part.NUMBER:
        return convert(value)
    if part is _Part.OTHER:
        return value
    if part is _Part.VERSIONED:
        return value.mapped(lambda item: _convert(item, convert, done), done)
    if part is _Part.DATA_CLASS:
        items = {field.name: _convert(getattr(value, field.name), convert, done) for field in fields(value)}
        done[id(value)] = kind(**items)
    else:
        # A trace has millions of items, most of which are shared: they are looked up here, without a call.
        converted = [done[id(item)] if id(item) in done else _convert(item, convert, done) for item in value]
        done[id(value)] = kind(*converted) if part is _Part.NAMED_TUPLE else kind(converted)
    return done[id(value)]
