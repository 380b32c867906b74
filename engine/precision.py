"""Single precision on request: what an engine that computes in float32 would find.

The algorithms are written over numbers of any kind.  NumPy's float32 scalars are such: the sum, product, quotient or
comparison of two is rounded to single precision, and so is that of one and a plain Python float, which gives way to it
(NumPy enhancement proposal 50).  `math.sqrt` alone answers in double precision; `vectors.norm` sees to that.  So the
same functions run in single precision once they are given single numbers, and the trace hands plain numbers back.

How it can fail: numbers beyond 3.4e38 do not exist in single precision, and are refused.  Already beyond some 1e8 the
region tests multiply to infinity, and GJK ends with `DEGENERATE_INPUT`.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from .result import TOUCHING, NotApplicable, Trace
from .support import Convex
from .vectors import SINGLE
from .versioned import Versioned

# In single precision bounds do not meet closer than to 64 roundoffs of the coordinates, where those of doubles meet
# closer than `TOUCHING` asks.  Less cannot be told from contact: for the verdict a size must count so many times more.
COARSER = 64 * SINGLE / TOUCHING

T = TypeVar("T")


def in_single(traced: Callable[[Convex, Convex, float], Trace], a: Convex, b: Convex, size: float) -> Trace:
    """What `traced` makes of two cores and the pair's size, with every operation rounded; as `rounded`."""
    return rounded(traced, a, b, size * COARSER)


def rounded(traced: Callable[..., Trace], *arguments: Any) -> Trace:
    """The trace that `traced` makes of the arguments, with every operation rounded to single precision.

    All its numbers are Python floats that single precision holds.  Raises `NotApplicable` for arguments with numbers
    that it does not hold.
    """
    with np.errstate(all="ignore"):  # overflow and underflow go on as infinity and zero, as those of doubles do
        return plain(traced(*(single(argument) for argument in arguments)))


def single(record: Any) -> Any:
    """The same record or number, rounded to single precision, so that all that is computed from it will be."""
    converted = _converted(record, _rounded, {})
    return converted._replace(roundoff=SINGLE) if hasattr(converted, "roundoff") else converted


def plain(record: T) -> T:
    """The same record, of tuples, lists and data classes, with Python's floats for NumPy's."""
    converted: T = _converted(record, lambda number: number.item() if isinstance(number, np.floating) else number, {})
    return converted


def _rounded(number: float | npt.NDArray[np.float64]) -> Any:
    held = np.asarray(number).astype(np.float32)[()]
    if not np.isfinite(held).all():
        raise NotApplicable(f"float32: holds numbers up to 3.4e38, got {float(np.max(np.abs(number)))!r}")
    return held


def _converted(value: Any, convert: Callable[[Any], Any], done: dict[int, Any]) -> Any:
    """`value` with its numbers and arrays converted; what it holds twice, as steps hold vertices, stays one object."""
    if isinstance(value, float | np.floating | np.ndarray):
        return convert(value)
    if isinstance(value, Versioned):
        return value.mapped(lambda part: _converted(part, convert, done), done)
    if not isinstance(value, tuple | list) and not is_dataclass(value):
        return value
    if id(value) not in done:
        done[id(value)] = _rebuilt(value, lambda part: _converted(part, convert, done))
    return done[id(value)]


def _rebuilt(value: Any, convert: Callable[[Any], Any]) -> Any:
    kind: Any = type(value)
    if is_dataclass(value):
        return kind(**{field.name: convert(getattr(value, field.name)) for field in fields(value)})
    items = [convert(item) for item in value]
    return kind(*items) if hasattr(value, "_fields") else kind(items)
