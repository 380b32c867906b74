"""The registry of shapes in the application, and the data that each shape must supply.

The scene file and its schema, menus, the property editor and random shapes follow from the `Entry` of a shape.
"""

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING

from msgspec import Struct

from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3

if TYPE_CHECKING:
    import numpy as np

Vertices = tuple[Vec3, ...]


class FieldKind(Enum):
    """The kind of a field, which determines how it is stored in scene files and edited."""

    LENGTH = "a length > 0, metres"
    NUMBER = "a plain number, at least `ShapeField.least`"
    VECTOR = "a position, metres"
    SIZES = "three lengths > 0, metres"
    AXIS = "x, y or z"
    TRIANGLE = "three vertices"
    POINTS = "any number of vertices"
    FACES = "triangles of vertices, by index"
    PARTS = "the vertices of convex parts"
    HEIGHTS = "rows of heights, metres"
    CELL_SIZE = "the two sides of a cell, > 0, metres"
    DIAGONAL = "main or anti"
    CELLS = "cells of a grid: row and column"
    VECTOR2 = "a position in the plane, metres"
    SIZES2 = "two lengths > 0, metres"
    AXIS2 = "x or y"
    POINTS2 = "any number of vertices in the plane"
    FLAG = "true or false"


class ShapeField(Struct, frozen=True):
    """A field of a shape other than `rounding`; it is optional in files if the shape's class has a default."""

    name: str
    kind: FieldKind
    about: str  # in the schema of scene files, and in errors about a missing key
    tip: str = ""  # in the property editor
    least: float = 0.0  # for a NUMBER


class Entry(Struct, frozen=True):
    """The application's data about a shape."""

    shape: type[Shape]
    tip: str  # in menus
    about: str  # in the schema of scene files
    fields: tuple[ShapeField, ...]
    of_size: Callable[[Vec3], Shape]  # creates the shape with approximately these half extents, each > 0
    from_vertices: Callable[[Vertices, float], Shape | None] | None = None
    """Creates the shape from the vertices (at least one) and the rounding of another; None if it cannot."""
    drawn: "Callable[[np.random.Generator, Vec3], Shape] | None" = None
    """Creates a random shape with approximately these half extents, for `gjkscope hunt`; None: `of_size` does."""
    from_file: bool = False  # a scene file may reference a mesh file instead of the fields
    is_random: bool = True  # used by the command Random shapes

    @property
    def name(self) -> str:
        """As in `SHAPE_TYPES` or `PLANAR_TYPES`, in files and in menus."""
        return self.shape.kind

    @property
    def dimension(self) -> int:
        return self.shape.dimension


ENTRIES: dict[type[Shape], Entry] = {}
"""By class, in no particular order; `kinds.SHAPE_ENTRIES` and `PLANAR_ENTRIES` have them by name, in menu order."""


def register(entry: Entry) -> None:
    """Registers the entry of a shape.  Raises `ValueError` if there is one already."""
    if entry.shape in ENTRIES:
        raise ValueError(f"{entry.name}: registered twice with the application")
    ENTRIES[entry.shape] = entry


def scale_vertices(vertices: Vertices, half: Vec3) -> Vertices:
    """The vertices of a shape of half extents 1, scaled."""
    return tuple((x * half[0], y * half[1], z * half[2]) for x, y, z in vertices)


def radius_around_y(half: Vec3) -> float:
    """Radius about y that fits the half extents."""
    return max(half[0], half[2])


RADIUS = ShapeField("radius", FieldKind.LENGTH, "radius in metres, > 0", "metres")
RADII = ShapeField("radii", FieldKind.SIZES, "the three radii in metres, > 0", "the three semi-axes, metres")
HALF_HEIGHT = ShapeField(
    "half_height",
    FieldKind.LENGTH,
    "half of the height along the axis in metres, > 0",
    "half the length along the axis (of the inner segment for a capsule), metres",
)
AXIS = ShapeField("axis", FieldKind.AXIS, "the local axis of symmetry")
AXIAL = (RADIUS, HALF_HEIGHT, AXIS)
