"""Single precision on request: what an engine that computes in float32 would find.

The algorithms are written over numbers of any kind.  NumPy's float32 scalars are such: the sum, product, quotient or
comparison of two is rounded to single precision, and so is that of one and a plain Python float, which gives way to it
(NumPy enhancement proposal 50).  `math.sqrt` alone answers in double precision; `vectors.norm` sees to that.  So the
same functions run in single precision once they are given single numbers, and the trace hands plain numbers back.

How it can fail: numbers beyond 3.4e38 do not exist in single precision, and are refused.  Already beyond some 1e8 the
region tests multiply to infinity, and GJK ends with `DEGENERATE_INPUT`.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from .result import TOUCHING, NotApplicable, Trace
from .support import Convex
from .vectors import SINGLE

# Bounds and overlaps in single precision are this part of the size apart at best, so that only beyond it can contact
# be told from a gap or an overlap: 64 roundings, as in GJK, where double precision is finer than `TOUCHING` asks for.
CONTACT = 64 * SINGLE

T = TypeVar("T")


def in_single(traced: Callable[[Convex, Convex, float], Trace], a: Convex, b: Convex, size: float) -> Trace:
    """The trace that `traced` makes of two cores and their size, with every operation rounded to single precision.

    All its numbers are Python floats that single precision holds.  Raises `NotApplicable` for cores with numbers that
    it does not hold.
    """
    with np.errstate(all="ignore"):  # overflow and underflow go on as infinity and zero, as those of doubles do
        return plain(traced(single(a), single(b), size * (CONTACT / TOUCHING)))


def single(core: Convex) -> Convex:
    """The core with each number rounded to single precision, so that all that is computed from it will be."""
    rounded: Convex = _mapped(core, _rounded)
    return rounded._replace(roundoff=SINGLE)


def plain(record: T) -> T:
    """The same record, of tuples, lists and data classes, with Python's floats for NumPy's."""
    converted: T = _mapped(record, lambda number: number.item() if isinstance(number, np.floating) else number)
    return converted


def _rounded(number: float | npt.NDArray[np.float64]) -> Any:
    rounded = np.asarray(number).astype(np.float32)[()]
    if not np.isfinite(rounded).all():
        raise NotApplicable(f"float32: holds numbers up to 3.4e38, got {np.max(np.abs(number))!r}")
    return rounded


def _mapped(value: Any, convert: Callable[[Any], Any]) -> Any:
    if isinstance(value, float | np.floating | np.ndarray):
        return convert(value)
    if isinstance(value, tuple):
        items = [_mapped(item, convert) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, list):
        return [_mapped(item, convert) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: _mapped(getattr(value, field.name), convert) for field in fields(value)})
    return value
