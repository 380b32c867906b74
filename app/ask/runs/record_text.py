"""Formats the values of a step as text with full precision, each with its path as used in expressions.

`support.point = (0.5, -1.0, 0.25)`, or with hex floats, which every parser reads exactly:
`support.point = (0x1.0p-1, -0x1.0p+0, 0x1.0p-2)`.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Any

from gjkscope.engine.arithmetic.integers import json_integer
from gjkscope.engine.sequences.versioned import LISTS

MISSING = object()
"""Placeholder for a value that does not exist in the step before."""


def step_text(step: Any, hexadecimal: bool = False) -> str:
    """All values of a step, one per line."""
    return "\n".join(f"{path} = {value_text(value, hexadecimal)}" for path, value in leaves(step))


def value_text(value: Any, hexadecimal: bool = False) -> str:
    """A value with all its digits."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, float):
        return value.hex() if hexadecimal else repr(float(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return str(json_integer(value))
    if isinstance(value, LISTS):
        return f"({', '.join(value_text(part, hexadecimal) for part in value)})"
    return repr(value)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The leaf values with their paths; a tuple without nested tuples counts as one leaf."""
    if hasattr(value, "_fields"):
        for name in value._fields:
            yield from leaves(getattr(value, name), f"{path}.{name}" if path else name)
    elif isinstance(value, LISTS) and any(isinstance(part, LISTS) for part in value):
        for i, part in enumerate(value):
            yield from leaves(part, f"{path}[{i}]")
    else:
        yield path, value


def is_changed(value: Any, before: Any) -> bool:
    """Whether a value differs from that of the step before; NaN equals NaN."""
    if before is MISSING or value is before:
        return False
    return bool(value != before) and not (value != value and before != before)


def part_of(before: Any, name: str) -> Any:
    """The field or item `name` of the earlier value, or `MISSING`."""
    if hasattr(before, "_fields"):
        return getattr(before, name, MISSING)
    if isinstance(before, LISTS) and name.isdigit() and int(name) < len(before):
        return before[int(name)]
    return MISSING
