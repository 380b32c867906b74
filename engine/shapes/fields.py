"""Validates and converts the fields of shapes."""

from typing import Any, Literal

import numpy as np

from gjkscope.engine.arguments import as_index, as_items, as_vector, items, length, short_repr
from gjkscope.engine.vectors import Vec3

Axis = Literal["x", "y", "z"]


def set_fields(shape: object, **fields: object) -> None:
    """Sets normalised fields of a frozen dataclass during construction."""
    for name, value in fields.items():
        object.__setattr__(shape, name, value)


def rounding_field(value: Any) -> float:
    """The `rounding` of a shape, ≥ 0."""
    return length("rounding", value, zero=True)


def axis_name(name: str, value: Any) -> Axis:
    """One of x, y, z."""
    if not isinstance(value, str) or value not in ("x", "y", "z"):
        raise ValueError(f"{name}: must be x, y or z, got {short_repr(value)}")
    axis: Axis = value  # type: ignore[assignment]  # one of the three
    return axis


def sizes(name: str, values: Any) -> Vec3:
    """Three lengths > 0."""
    x, y, z = as_vector(name, values)
    return (length(f"{name}[0]", x), length(f"{name}[1]", y), length(f"{name}[2]", z))


def vectors(name: str, values: Any) -> tuple[Vec3, ...]:
    """Any number of vectors."""
    if _is_table(values, np.float64) and np.isfinite(values).all():  # validating 100,000 one by one takes a second
        return tuple((x, y, z) for x, y, z in values.tolist())
    return tuple(as_vector(f"{name}[{i}]", value) for i, value in enumerate(as_items(name, values, "points")))


def faces(values: Any, count: int) -> tuple[tuple[int, int, int], ...]:
    """Triangles with indices below `count`."""
    if _is_table(values, np.int64) and ((values >= 0) & (values < count)).all():
        return tuple((a, b, c) for a, b, c in values.tolist())
    return tuple(_face(f"faces[{i}]", face, count) for i, face in enumerate(as_items("faces", values, "faces")))


def convex_parts(values: Any) -> tuple[tuple[Vec3, ...], ...]:
    """The vertices of any number of convex parts, at least one each."""
    parts = tuple(vectors(f"parts[{i}]", part) for i, part in enumerate(as_items("parts", values, "parts")))
    for i, part in enumerate(parts):
        if not part:
            raise ValueError(f"parts[{i}]: a part needs at least 1 vertex, got none")
    return parts


def _is_table(values: Any, dtype: type) -> bool:
    """Whether it is an (n, 3) array of this type, which can be validated in one operation."""
    return isinstance(values, np.ndarray) and values.dtype == dtype and values.ndim == 2 and values.shape[1] == 3


def _face(name: str, value: Any, count: int) -> tuple[int, int, int]:
    try:
        a, b, c = (as_index(number) for number in items(value))
    except (TypeError, ValueError):
        raise ValueError(f"{name}: must be 3 vertex indices, got {short_repr(value)}") from None
    if not all(0 <= number < count for number in (a, b, c)):
        raise ValueError(f"{name}: must be 3 vertex indices from 0 to {count - 1}, got {short_repr((a, b, c))}")
    return (a, b, c)
