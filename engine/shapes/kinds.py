"""The shapes: frozen, validated dataclasses with the same fields, in the same order, as in scene files.

Shapes are defined in their own local frame; a `Pose` places them in the world.  Lengths are in metres.  Every shape has
a `rounding` ≥ 0, the radius of a ball that is added to it (Minkowski sum), also known as convex radius or collision
margin.  Constructors raise `ValueError`, naming the field and the value.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from gjkscope.engine.arguments import as_index, as_items, as_vector, items, length, short_repr
from gjkscope.engine.vectors import Vec3

Axis = Literal["x", "y", "z"]


@dataclass(frozen=True)
class Point:
    """A point at the local origin; with `rounding`, a ball.

    >>> from gjkscope import Point
    >>> Point(rounding=0.1)
    Point(rounding=0.1)
    """

    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Segment:
    """The line segment from `a` to `b`, which may coincide.  Each is (x, y, z) in metres, in local coordinates.

    >>> from gjkscope import Segment
    >>> Segment((0, 0, 0), (0, 2, 0)).b
    (0.0, 2.0, 0.0)
    """

    a: Vec3
    b: Vec3
    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, a=as_vector("a", self.a), b=as_vector("b", self.b))
        _set(self, rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Triangle:
    """A flat triangle with three `vertices` (x, y, z); collinear or coincident ones are allowed.

    >>> from gjkscope import Triangle
    >>> len(Triangle([(0, 0, 0), (1, 0, 0), (0, 1, 0)]).vertices)
    3
    """

    vertices: tuple[Vec3, Vec3, Vec3]
    rounding: float = 0.0

    def __post_init__(self) -> None:
        vertices = _vectors("vertices", self.vertices)
        if len(vertices) != 3:
            raise ValueError(f"vertices: a triangle has 3, got {len(vertices)}")
        _set(self, vertices=vertices, rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Sphere:
    """A ball of `radius` > 0 around the local origin.

    >>> from gjkscope import Sphere
    >>> Sphere(0.5)
    Sphere(radius=0.5, rounding=0.0)
    """

    radius: float
    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, radius=length("radius", self.radius), rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Box:
    """A box, aligned with the local axes, from −half_extents to +half_extents; all three must be > 0.

    >>> from gjkscope import Box
    >>> Box((1, 2, 3)).half_extents
    (1.0, 2.0, 3.0)
    """

    half_extents: Vec3
    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, half_extents=_sizes("half_extents", self.half_extents))
        _set(self, rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class _Axial:
    """Base of capsule, cylinder and cone: `radius` around the local `axis`, ±`half_height` along it; both > 0."""

    radius: float
    half_height: float
    axis: Axis = "y"
    rounding: float = 0.0

    def __post_init__(self) -> None:
        if not isinstance(self.axis, str) or self.axis not in ("x", "y", "z"):
            raise ValueError(f"axis: must be x, y or z, got {short_repr(self.axis)}")
        _set(self, radius=length("radius", self.radius), half_height=length("half_height", self.half_height))
        _set(self, rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Capsule(_Axial):
    """All points within `radius` of the segment from −`half_height` to +`half_height` on the local `axis`.

    The total length is 2 · (half_height + radius).

    >>> from gjkscope import Capsule
    >>> Capsule(radius=0.5, half_height=1, axis="z").axis
    'z'
    """


@dataclass(frozen=True)
class Cylinder(_Axial):
    """A solid cylinder with flat ends at ±`half_height` on the local `axis`.

    >>> from gjkscope import Cylinder
    >>> Cylinder(radius=0.5, half_height=1).axis
    'y'
    """


@dataclass(frozen=True)
class Cone(_Axial):
    """A solid cone on the local `axis`: apex at +`half_height`, base disc of `radius` at −`half_height`.

    >>> from gjkscope import Cone
    >>> Cone(radius=0.5, half_height=1).half_height
    1.0
    """


@dataclass(frozen=True)
class Ellipsoid:
    """All points with x²/rx² + y²/ry² + z²/rz² ≤ 1, where `radii` is (rx, ry, rz), each > 0.

    >>> from gjkscope import Ellipsoid
    >>> Ellipsoid((1, 2, 3)).radii
    (1.0, 2.0, 3.0)
    """

    radii: Vec3
    rounding: float = 0.0

    def __post_init__(self) -> None:
        _set(self, radii=_sizes("radii", self.radii), rounding=length("rounding", self.rounding, zero=True))


@dataclass(frozen=True)
class Hull:
    """The convex hull of one or more `vertices`, each (x, y, z); an (n, 3) array is accepted.  It may be flat.

    >>> from gjkscope import Hull
    >>> len(Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]).vertices)
    4
    """

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
        """Cached, because hashing thousands of vertices at each cache lookup would cost more than the lookup saves."""
        return hash((self.vertices, self.rounding))


@dataclass(frozen=True)
class Mesh:
    """A triangle mesh, not necessarily convex.  Convex algorithms use its convex hull.

    `vertices` is a sequence of (x, y, z); `faces` is a sequence of three vertex indices each, counter-clockwise as seen
    from the outside.  Arrays of shape (n, 3) are accepted for both.

    >>> from gjkscope import Mesh
    >>> Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]).faces
    ((0, 1, 2),)
    """

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
    """Returns `value` if it is a shape.  Raises `ValueError`, naming the argument `name` and the value, otherwise."""
    if isinstance(value, Shape):
        return value
    raise ValueError(f"{name}: must be one of {', '.join(SHAPE_TYPES)}, got {short_repr(value)}")


def _set(shape: object, **fields: object) -> None:
    """Sets normalised fields of a frozen dataclass during construction."""
    for name, value in fields.items():
        object.__setattr__(shape, name, value)


def _sizes(name: str, values: Any) -> Vec3:
    x, y, z = as_vector(name, values)
    return (length(f"{name}[0]", x), length(f"{name}[1]", y), length(f"{name}[2]", z))


def _vectors(name: str, values: Any) -> tuple[Vec3, ...]:
    if _is_table(values, np.float64) and np.isfinite(values).all():  # validating 100,000 one by one takes a second
        return tuple((x, y, z) for x, y, z in values.tolist())
    return tuple(as_vector(f"{name}[{i}]", value) for i, value in enumerate(as_items(name, values, "points")))


def _faces(values: Any, count: int) -> tuple[tuple[int, int, int], ...]:
    if _is_table(values, np.int64) and ((values >= 0) & (values < count)).all():
        return tuple((a, b, c) for a, b, c in values.tolist())
    return tuple(_face(f"faces[{i}]", face, count) for i, face in enumerate(as_items("faces", values, "faces")))


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
