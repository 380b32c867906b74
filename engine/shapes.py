"""The shapes, as the scene file knows them: frozen, validated, with the file's fields in the file's order.

All are given in their own local frame; a `Pose` places them.  Lengths are metres.  Every shape takes a
`rounding` ≥ 0: the shape is then its Minkowski sum with a ball of that radius (a convex radius, a collision
margin).  Constructors raise `ValueError` that names the field and the value.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from operator import index
from typing import Literal

from .vectors import Vec3

Axis = Literal["x", "y", "z"]


@dataclass(frozen=True)
class Point:
    """The local origin; with `rounding`, a ball."""

    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, rounding=_size("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Segment:
    """The straight segment from `a` to `b`."""

    a: Vec3
    b: Vec3
    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, a=_vector("a", self.a), b=_vector("b", self.b))
        _set(self, rounding=_size("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Triangle:
    """A flat triangle; a needle or a point of a triangle is allowed."""

    vertices: tuple[Vec3, Vec3, Vec3]
    rounding: float = 0.0

    def __post_init__(self) -> None:
        vertices = _vectors("vertices", self.vertices)
        if len(vertices) != 3:
            raise ValueError(f"vertices: a triangle has 3, got {len(vertices)}")
        _set(self, vertices=vertices, rounding=_size("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Sphere:
    """A ball around the local origin."""

    radius: float
    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, radius=_size("radius", self.radius), rounding=_size("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Box:
    """A cuboid from −half_extents to +half_extents."""

    half_extents: Vec3
    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, half_extents=_sizes("half_extents", self.half_extents))
        _set(self, rounding=_size("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class _Axial:
    """What capsule, cylinder and cone share: `radius` about `axis`, reaching ±`half_height` along it."""

    radius: float
    half_height: float
    axis: Axis = "y"
    rounding: float = 0.0

    def __post_init__(self) -> None:
        if self.axis not in ("x", "y", "z"):
            raise ValueError(f"axis: must be x, y or z, got {self.axis!r}")
        _set(self, radius=_size("radius", self.radius), half_height=_size("half_height", self.half_height))
        _set(self, rounding=_size("rounding", self.rounding, zero=True))


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
        _set(self, radii=_sizes("radii", self.radii), rounding=_size("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Hull:
    """The convex hull of `vertices`: one to three of them, or flat, is fine."""

    vertices: tuple[Vec3, ...]
    rounding: float = 0.0

    def __post_init__(self) -> None:
        vertices = _vectors("vertices", self.vertices)
        if not vertices:
            raise ValueError("vertices: a hull needs at least 1, got none")
        _set(self, vertices=vertices, rounding=_size("rounding", self.rounding, zero=True))

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
        _set(self, rounding=_size("rounding", self.rounding, zero=True))

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


def _set(shape: object, **fields: object) -> None:
    """Stores normalised fields in a frozen dataclass while it is being made."""
    for name, value in fields.items():
        object.__setattr__(shape, name, value)


def _size(name: str, value: float, zero: bool = False) -> float:
    number = _number(name, value)
    if number < 0 or (number == 0 and not zero):
        raise ValueError(f"{name}: must be {'≥' if zero else '>'} 0, got {value!r}")
    return number


def _sizes(name: str, values: Iterable[float]) -> Vec3:
    x, y, z = _vector(name, values)
    return (_size(f"{name}[0]", x), _size(f"{name}[1]", y), _size(f"{name}[2]", z))


def _number(name: str, value: float) -> float:
    if isinstance(value, str):  # float() would read it
        raise ValueError(f"{name}: must be a number, got {value!r}")
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: must be a number, got {value!r}") from None
    except OverflowError:
        raise ValueError(f"{name}: must be finite, got an integer beyond the largest double") from None
    if not isfinite(number):
        raise ValueError(f"{name}: must be finite, got {value!r}")
    return number


def _vector(name: str, values: Iterable[float]) -> Vec3:
    try:
        numbers = tuple(values)
    except TypeError:
        raise ValueError(f"{name}: must be 3 numbers, got {values!r}") from None
    if len(numbers) != 3:
        raise ValueError(f"{name}: must be 3 numbers, got {len(numbers)}: {values!r}")
    x, y, z = (_number(f"{name}[{i}]", number) for i, number in enumerate(numbers))
    return (x, y, z)


def _vectors(name: str, values: Iterable[Iterable[float]]) -> tuple[Vec3, ...]:
    try:
        vectors = tuple(values)
    except TypeError:
        raise ValueError(f"{name}: must be a list of points, got {values!r}") from None
    return tuple(_vector(f"{name}[{i}]", value) for i, value in enumerate(vectors))


def _faces(values: Iterable[Iterable[int]], count: int) -> tuple[tuple[int, int, int], ...]:
    try:
        faces = tuple(values)
    except TypeError:
        raise ValueError(f"faces: must be a list of faces, got {values!r}") from None
    return tuple(_face(f"faces[{i}]", face, count) for i, face in enumerate(faces))


def _face(name: str, value: Iterable[int], count: int) -> tuple[int, int, int]:
    try:
        a, b, c = (index(number) for number in value)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: must be 3 vertex indices, got {value!r}") from None
    if not all(0 <= number < count for number in (a, b, c)):
        raise ValueError(f"{name}: must be 3 vertex indices from 0 to {count - 1}, got {(a, b, c)}")
    return (a, b, c)
