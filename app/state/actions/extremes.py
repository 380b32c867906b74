"""The range of numbers that can be typed or dragged.

A scene file may exceed it: its values are kept, shown as well as possible, and can be edited back into range.
"""

from dataclasses import fields
from typing import TypeVar

from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3

# Metres: scenes 1e12 times larger or smaller than usual remain usable.
LARGEST, SMALLEST = 1e13, 1e-13
SIZES = ("radius", "half_height", "half_extents", "radii")  # fields that must not be 0

Numbers = TypeVar("Numbers", float, Vec3)


def check_range(name: str, value: Numbers) -> Numbers:
    """Returns `value`.  Raises `ValueError`, naming the component, if a number is out of range."""
    _check(name, value)
    return value


def check_shape(old: Shape, new: Shape) -> None:
    """Checks the fields that changed.  Raises `ValueError`, naming the field, if a number is out of range."""
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
