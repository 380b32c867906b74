"""The shapes, as the scene file knows them: frozen, validated, with the file's fields in the file's order.

All are given in their own local frame; a `Pose` places them.  Lengths are metres.  Every shape takes a
`rounding` ≥ 0: the shape is then its Minkowski sum with a ball of that radius (a convex radius, a collision
margin).  Constructors raise `ValueError` that names the field and the value.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from .arguments import as_index, items, length, listed, shown, vector
from .vectors import Vec3

Axis = Literal["x", "y", "z"]


@dataclass(frozen=True)
class Point:
    """The local origin; with `rounding`, a ball."""

    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Segment:
    """The straight segment from `a` to `b`."""

    a: Vec3
    b: Vec3
    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, a=vector("a", self.a), b=vector("b", self.b))
        _set(self, rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Triangle:
    """A flat triangle; a needle or a point of a triangle is allowed."""

    vertices: tuple[Vec3, Vec3, Vec3]
    rounding: float = 0.0

    def __post_init__(self) -> None:
        vertices = _vectors("vertices", self.vertices)
        if len(vertices) != 3:
            raise ValueError(f"vertices: a triangle has 3, got {len(vertices)}")
        _set(self, vertices=vertices, rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Sphere:
    """A ball around the local origin."""

    radius: float
    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, radius=length("radius", self.radius), rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Box:
    """A cuboid from −half_extents to +half_extents."""

    half_extents: Vec3
    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, half_extents=_sizes("half_extents", self.half_extents))
        _set(self, rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class _Axial:
    """What capsule, cylinder and cone share: `radius` about `axis`, reaching ±`half_height` along it."""

    radius: float
    half_height: float
    axis: Axis = "y"
    rounding: float = 0.0

    def __post_init__(self) -> None:
        if not isinstance(self.axis, str) or self.axis not in ("x", "y", "z"):
            raise ValueError(f"axis: must be x, y or z, got {shown(self.axis)}")
        _set(self, radius=length("radius", self.radius), half_height=length("half_height", self.half_height))
        _set(self, rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Capsule(_Axial):
    """All points within `radius` of a segment of half length `half_height` on `axis`."""


@dataclass(frozen=True)
class Cylinder(_Axial):
    """A solid cylinder with flat ends."""


@dataclass(frozen=True)
class Cone(_Axial):
    """A solid cone: the tip at +half_height, the base disc of `radius` at −half_height."""


@dataclass(frozen=True)
class Ellipsoid:
    """x²/rx² + y²/ry² + z²/rz² ≤ 1."""

    radii: Vec3
    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, radii=_sizes("radii", self.radii), rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Hull:
    """The convex hull of `vertices`: one to three of them, or flat, is fine."""

    vertices: tuple[Vec3, ...]
    rounding: float = 0.0

    def __post_init__(self) -> None:
        vertices = _vectors("vertices", self.vertices)
        if not vertices:
            raise ValueError("vertices: a hull needs at least 1, got none")
        _set(self, vertices=vertices, rounding=length("rounding", self.rounding, zero=True))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Hashing thousands of vertices at each cache look-up would cost more than the look-up saves."""
        return hash((self.vertices, self.rounding))


@dataclass(frozen=True)
class Mesh:
    """A triangle mesh, not necessarily convex.  Convex algorithms take its convex hull, and say so."""

    vertices: tuple[Vec3, ...]
    faces: tuple[tuple[int, int, int], ...]
    rounding: float = 0.0

    def __post_init__(self) -> None:
        vertices = _vectors("vertices", self.vertices)
        if not vertices:
            raise ValueError("vertices: a mesh needs at least 1, got none")
        _set(self, vertices=vertices, faces=_faces(self.faces, len(vertices)))
        _set(self, rounding=length("rounding", self.rounding, zero=True))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.vertices, self.faces, self.rounding))


Shape = Point | Segment | Triangle | Sphere | Box | Capsule | Cylinder | Cone | Ellipsoid | Hull | Mesh

SHAPE_TYPES: dict[str, type[Shape]] = {
    cls.__name__.lower(): cls
    for cls in (Point, Segment, Triangle, Sphere, Box, Capsule, Cylinder, Cone, Ellipsoid, Hull, Mesh)
}


def as_shape(value: object, name: str = "shape") -> Shape:
    """The shape itself.  Raises `ValueError`, naming the argument `name` and the value, when it is none."""
    if isinstance(value, Shape):
        return value
    raise ValueError(f"{name}: must be one of {', '.join(SHAPE_TYPES)}, got {shown(value)}")


def _set(shape: object, **fields: object) -> None:
    """Stores normalised fields in a frozen dataclass while it is being made."""
    for name, value in fields.items():
        object.__setattr__(shape, name, value)


def _sizes(name: str, values: Any) -> Vec3:
    x, y, z = vector(name, values)
    return (length(f"{name}[0]", x), length(f"{name}[1]", y), length(f"{name}[2]", z))


def _vectors(name: str, values: Any) -> tuple[Vec3, ...]:
    if _is_table(values, np.float64) and np.isfinite(values).all():  # of 100,000 one by one takes a second
        return tuple((x, y, z) for x, y, z in values.tolist())
    return tuple(vector(f"{name}[{i}]", value) for i, value in enumerate(listed(name, values, "points")))


def _faces(values: Any, count: int) -> tuple[tuple[int, int, int], ...]:
    if _is_table(values, np.int64) and ((values >= 0) & (values < count)).all():
        return tuple((a, b, c) for a, b, c in values.tolist())
    return tuple(_face(f"faces[{i}]", face, count) for i, face in enumerate(listed("faces", values, "faces")))


def _is_table(values: Any, dtype: type) -> bool:
    """Whether it is an array of rows of three, which can be looked at as a whole."""
    return isinstance(values, np.ndarray) and values.dtype == dtype and values.ndim == 2 and values.shape[1] == 3


def _face(name: str, value: Any, count: int) -> tuple[int, int, int]:
    try:
        a, b, c = (as_index(number) for number in items(value))
    except (TypeError, ValueError):
        raise ValueError(f"{name}: must be 3 vertex indices, got {shown(value)}") from None
    if not all(0 <= number < count for number in (a, b, c)):
        raise ValueError(f"{name}: must be 3 vertex indices from 0 to {count - 1}, got {shown((a, b, c))}")
    return (a, b, c)
