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
    held = np.asarray(number).astype(np.float32)[()]
    if not np.isfinite(held).all():
        raise NotApplicable(f"float32: numbers must not exceed 3.4e38, got {float(np.max(np.abs(number)))!r}")
    return held


def _convert(value: Any, convert: Callable[[Any], Any], done: dict[int, Any]) -> Any:
    """`value` with its numbers and arrays converted; parts that it shares, as steps share vertices, stay shared."""
    if id(value) in done:
        return done[id(value)]
    if isinstance(value, float | np.floating | np.ndarray):
        return convert(value)
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, VersionedList):
        return value.mapped(lambda part: _convert(part, convert, done), done)
    if not isinstance(value, tuple | list) and not is_dataclass(value):
        return value
    done[id(value)] = _rebuilt(value, lambda part: _convert(part, convert, done))
    return done[id(value)]


def _rebuilt(value: Any, convert: Callable[[Any], Any]) -> Any:
    kind: Any = type(value)
    if is_dataclass(value):
        return kind(**{field.name: convert(getattr(value, field.name)) for field in fields(value)})
    items = [convert(item) for item in value]
    return kind(*items) if hasattr(value, "_fields") else kind(items)
