"""Shapes that compiled code reads from memory, whatever their type.

A row of the table of shapes has 8 bytes for each of: the variant (a type, and an axis if it has one), the numbers of
the shape's fields, those that the interpreter has computed of the shape alone, the number of vertices, their address.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.batch.staging.records import InMemory
from gjkscope.engine.batch.staging.symbols import RunRecorder, SymbolicNumber, argument, llvm_constant

FIELDS, COMPUTED = 6, 3  # numbers in a row
VARIANT, FIRST_FIELD, FIRST_COMPUTED = 0, 1, 1 + FIELDS
COUNT, VERTICES = 1 + FIELDS + COMPUTED, 2 + FIELDS + COMPUTED
ROW = 3 + FIELDS + COMPUTED


class ShapeVariant(NamedTuple):
    """The part of a shape that decides which functions are compiled for it."""

    shape: type[Any]
    axis: str | None = None

    def staged(self, address: SymbolicNumber) -> Any:
        """A shape of this variant whose numbers are in memory."""
        shape = object.__new__(self.shape)
        object.__setattr__(shape, "address", address)
        place = FIRST_FIELD
        for field in fields(self.shape):
            if field.name == "axis":
                value: Any = self.axis
            elif field.name == "vertices":
                value = Vertices(address)
            elif field.name == "rounding":
                value = 0.0
            elif field.name in VECTORS:
                value, place = tuple(row_number(address, place + i) for i in range(3)), place + 3
            else:
                value, place = row_number(address, place), place + 1
            object.__setattr__(shape, field.name, value)
        return shape


VECTORS = ("half_extents", "radii", "a", "b")


def variants(types: Iterable[type[Any]]) -> tuple[ShapeVariant, ...]:
    """All variants of these types."""
    return tuple(
        ShapeVariant(kind, axis) for kind in types for axis in (("x", "y", "z") if hasattr(kind, "axis") else (None,))
    )


def shape_variant(shape: Any) -> ShapeVariant:
    return ShapeVariant(type(shape), getattr(shape, "axis", None))


def shape_row(shape: Any, number: int, computed: tuple[float, ...], vertices: Any) -> Any:
    """The row of a shape whose variant has this number; `vertices` is an array that outlives it, or None."""
    row = np.zeros(ROW)
    numbers: list[float] = []
    for field in fields(shape):
        value = getattr(shape, field.name)
        if field.name in VECTORS:
            numbers += value
        elif field.name not in ("axis", "vertices", "rounding"):
            numbers.append(value)
    row[FIRST_FIELD : FIRST_FIELD + len(numbers)] = numbers
    row[FIRST_COMPUTED : FIRST_COMPUTED + len(computed)] = computed
    integers = row.view(np.int64)
    integers[VARIANT] = number
    if vertices is not None:
        integers[COUNT], integers[VERTICES] = len(vertices), vertices.ctypes.data
    return row


def row_number(address: SymbolicNumber, place: int, kind: str = "d") -> SymbolicNumber:
    """A number of a row."""
    return SymbolicNumber(kind, RunRecorder.now.record("load", kind, argument(address, "i"), 8 * place))


class StagedShape(InMemory):
    """A shape of any variant."""


class Vertices(InMemory):
    """The vertices of a hull or a triangle, in double precision."""

    stride = 3

    def furthest(self, key: Callable[[Any], Any]) -> Any:
        """`max(vertices, key=key)`, by a loop."""
        return self[self.furthest_index(lambda index: key(self[index]))]

    def __getitem__(self, index: Any) -> Any:
        return self._item(argument(index, "i"), 0)

    def __len__(self) -> int:
        raise TypeError("the number of vertices is not known")

    def furthest_index(self, key: Callable[[Any], Any], least: Any = None) -> SymbolicNumber:
        """The first index with the greatest key; with `least`, index 0 has this key."""
        recorder = RunRecorder.now
        count = argument(row_number(self.address, COUNT, "i"), "i")
        row_number(self.address, VERTICES, "i")  # outside the loop
        operations, rank = recorder.region(lambda: key(SymbolicNumber("i", recorder.record("index", "i"))))
        first = None if least is None else llvm_constant(least, rank.kind)
        return SymbolicNumber("i", recorder.record("furthest", "i", rank.kind, count, operations, rank.value, first))

    def _item(self, index: Any, offset: int) -> tuple[SymbolicNumber, ...]:
        base = argument(row_number(self.address, VERTICES, "i"), "i")
        recorder = RunRecorder.now
        return tuple(
            SymbolicNumber("d", recorder.record("item", "d", base, index, self.stride, offset + place))
            for place in range(3)
        )
