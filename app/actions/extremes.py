"""How large and how small a number may be that is typed or dragged.

A scene file may go further, and is shown as well as it can be: what is in it stays, and can be brought back into range.
"""

from dataclasses import fields
from typing import TypeVar

from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3

# Metres: a scene that is 1e12 times as large, or as small, as usual can still be worked with.
LARGEST, SMALLEST = 1e13, 1e-13
SIZES = ("radius", "half_height", "half_extents", "radii")  # fields that must not be 0

Numbers = TypeVar("Numbers", float, Vec3)


def check_range(name: str, value: Numbers) -> Numbers:
    """The value itself.  Raises `ValueError`, naming the entry, when a number of it is out of range."""
    _check(name, value)
    return value


def check_shape(old: Shape, new: Shape) -> None:
    """Looks at what changed from the old shape to the new one.  Raises `ValueError`, naming the field."""
    for field in fields(new):
        value = getattr(new, field.name)
        if field.name not in ("axis", "faces") and value != getattr(old, field.name, None):
            _check(field.name, value)


def _check(name: str, value: object) -> None:
    if isinstance(value, tuple):
        for i, part in enumerate(value):
            _check(f"{name}[{i}]", part)
    elif isinstance(value, float | int):
        low = SMALLEST if name.partition("[")[0] in SIZES else 0.0
        if not low <= abs(value) <= LARGEST:
            least = f"at least {SMALLEST:g} and " if low else ""
            raise ValueError(f"{name}: must be {least}at most {LARGEST:g}, got {value:g}")
