"""Takes records apart into their numbers and their shape, which is all else: types, words, how long a tuple is."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from gjkscope.engine.batch.staging.symbols import SymbolicNumber, SymbolicTruth, number_kind

WORDS = frozenset({"action", "ending", "searched_from", "setting", "code"})
"""The fields of any record that are shown or that tests are shown with, and never used by a later step …"""

SHOWN = WORDS | {"decisions", "before", "direction", "support", "height", "lower"}
"""… and those of a step."""

COUNTERS = frozenset({"iteration", "rounds", "expansions", "searches", "birth", "patience", "index_a", "index_b"})
"""Integers that differ from step to step, unless they are below 0 (`NO_INDEX`).  Other integers are part of a shape."""

FLAGS = frozenset({"intersects", "is_valid"})
"""Truth values that are numbers, and not part of a shape either."""

EMPTY: dict[str, Any] = {
    "before": (),
    "searched_from": (),
    "setting": (),
    "code": 0,
    "decisions": (),
    "lower": -np.inf,
}  # of `SHOWN`; "" and None for the others

Shape = tuple[Any, ...]

BY_IDENTITY: Any = object.__hash__


class InMemory:
    """Something that compiled code reads from memory, through an address (`shapes.py`)."""

    def __init__(self, address: Any) -> None:
        self.address = address


def take_apart(value: Any, has_flags: bool = False) -> tuple[Shape, list[Any]]:
    """The shape of a record, which can be a key of a dictionary, and its numbers in order.

    With `has_flags`, the truth values in plain tuples are numbers, and not part of the shape.
    """
    numbers: list[Any] = []
    return _shape(value, numbers, has_flags), numbers


def put_together(shape: Shape, numbers: Iterator[Any]) -> Any:
    """The record of this shape with these numbers."""
    sort, content = shape[0], shape[1]
    if sort == "number":
        return next(numbers)
    if sort == "static":
        return content
    if sort == "object":
        return content.value
    if sort == "memory":
        return content(put_together(shape[2], numbers))
    parts = [put_together(part, numbers) for part in shape[2]]
    return content(*parts) if hasattr(content, "_fields") else content(parts)


class _Identity:
    """An object that is compared by identity."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.value is self.value


def _shape(value: Any, numbers: list[Any], has_flags: bool = False) -> Shape:
    if isinstance(value, SymbolicNumber | SymbolicTruth | float | np.floating):
        numbers.append(value)
        return ("number", number_kind(value))
    if isinstance(value, InMemory):
        return ("memory", type(value), _shape(value.address, numbers))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        shown = SHOWN if "decisions" in value._fields else WORDS
        parts = tuple(_field(name, part, shown, numbers) for name, part in zip(value._fields, value, strict=True))
        return ("record", type(value), parts)
    if isinstance(value, tuple | list):
        return ("tuple", type(value), tuple(_part(part, numbers, has_flags) for part in value))
    try:
        hash(value)
    except TypeError:
        return ("object", _Identity(value))
    return _static(value) if type(value).__hash__ is not BY_IDENTITY else ("object", _Identity(value))


def _part(value: Any, numbers: list[Any], has_flags: bool) -> Shape:
    if has_flags and isinstance(value, bool):
        numbers.append(value)
        return ("number", "b")
    return _shape(value, numbers, has_flags)


def _field(name: str, value: Any, shown: frozenset[str], numbers: list[Any]) -> Shape:
    if name in shown:
        return _static(EMPTY.get(name, "" if isinstance(value, str) else None))
    if (name in COUNTERS and type(value) is int and value >= 0) or (name in FLAGS and type(value) is bool):
        numbers.append(value)
        return ("number", number_kind(value))
    return _shape(value, numbers)


def _static(value: Any) -> Shape:
    """With its type, as 1, 1.0 and True are equal."""
    return ("static", value, type(value))
