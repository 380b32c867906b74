"""The interface that every shape implements, and the registry of all shapes.

A shape is a frozen dataclass with the same fields, in the same order, as in scene files.  It is defined in its own
local frame; a `Pose` places it in the world.  Lengths are in metres.  Every shape has a `rounding` ≥ 0, the radius of
a ball that is added to it (Minkowski sum), also known as convex radius or collision margin.  Constructors raise
`ValueError`, naming the field and the value.

A shape derives from `PolytopeShape` (its core is the hull of some corners) or from `CurvedShape`, and is decorated with
`@register_shape`.  Missing methods are reported when the module is imported.  `docs/developing/shape.md` says how to
add a shape.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache
from inspect import isabstract
from typing import Any, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt

from gjkscope.engine.shapes.exact import Int3
from gjkscope.engine.shapes.support import SHAPES_KEPT, Cloud, Core, cloud, hull_of, mean, vertex_core
from gjkscope.engine.shapes.surfaces import BoundarySurface, hull_surface
from gjkscope.engine.vectors import Vec3

Floats = npt.NDArray[np.float64]


class Shape(ABC):
    """A shape in its own frame; `isinstance(value, Shape)` is true for all shapes and nothing else.

    Lengths are in metres.  `rounding` ≥ 0 is the radius of a ball, in 2D of a disc: the shape is its Minkowski sum with
    the core that the other fields describe.  Raises `ValueError`, naming the field and the value, if one is invalid.

    >>> from gjkscope import Box, Circle, Shape
    >>> [isinstance(value, Shape) for value in (Box((1, 1, 1), rounding=0.1), Circle(0.5), "box")]
    [True, True, False]
    """

    rounding: float
    kind: ClassVar[str]  #: the name of its type in scene files, such as "box"
    dimension: ClassVar[int] = 3  #: 2 for shapes in the plane z = 0
    __dataclass_fields__: ClassVar[dict[str, Any]]  #: every shape is a data class

    @abstractmethod
    def core(self) -> Core:
        """The core and the radius around it (see support.py)."""

    @abstractmethod
    def core_ball(self) -> tuple[Vec3, float]:
        """Centre and radius of a ball that contains the core, in the shape's frame, preferably the smallest."""

    @abstractmethod
    def core_inner_radius(self) -> float:
        """The radius of a ball around the core's centre that the core contains; 0 if it is flat."""

    def fills_box(self, aligned: bool) -> bool:
        """Whether the shape fills its AABB; `aligned`: its axes are parallel to the world's."""
        return False

    def fills_ball(self) -> bool:
        """Whether the shape fills its bounding sphere."""
        return False


class PolytopeShape(Shape):
    """A shape whose core is a polytope: the convex hull of `corners`.  Exact arithmetic supports all of these."""

    @abstractmethod
    def corners(self) -> tuple[Vec3, ...]:
        """The vertices of the core, in the shape's frame; `support` counts them in this order."""

    def ball_radius(self) -> float:
        """The radius of the ball that this kind of shape adds to its core; `rounding` is added to it."""
        return 0.0

    def core(self) -> Core:
        return vertex_core(_cloud_of(self), self.rounding + self.ball_radius())

    def core_ball(self) -> tuple[Vec3, float]:
        return _ball_of(self)

    def core_inner_radius(self) -> float:
        return depth_of_mean(self)

    def surface(self) -> BoundarySurface | None:
        """The surface of the shape without its rounding; `None` if it is not polyhedral."""
        return hull_surface(self)


class CurvedShape(Shape):
    """A shape whose core is curved.

    Vectors named `direction` and `point` are in the shape's frame.  The integers are those of a placed core
    (arithmetic/integers.py): `sizes` is the `size` of the core in the same unit as `point`.
    """

    @abstractmethod
    def exact_reach(self, sizes: Int3, direction: Int3, shift: int) -> int:
        """An upper bound of how far the core extends along `direction`, times its length and 2^`shift`.

        The bound must be rigorous, and as tight as is practical, because certificates rely on it.
        """

    @abstractmethod
    def exactly_contains(self, sizes: Int3, point: Int3) -> bool:
        """Whether the core certainly contains the point.  True must be rigorous; False proves nothing."""

    @abstractmethod
    def move_inside(self, point: Vec3) -> Vec3:
        """A point inside the core next to one that may lie outside it by a rounding error, metres."""

    @abstractmethod
    def directions(self) -> Floats:
        """Directions, (n, 3) and of any length, whose support points define rims, tips and curvature.

        They are in the core's frame.
        """

    @abstractmethod
    def arm(self) -> float:
        """The distance from the origin to the furthest point of the core, metres, or slightly more."""

    @abstractmethod
    def effective_turn(self, turn: Vec3) -> Vec3:
        """The part of an angular velocity (core's frame) that changes the core: without that about a symmetry axis."""

    @abstractmethod
    def mass_moments(self) -> tuple[Vec3, Vec3]:
        """The centre of mass in the shape's frame, and the means of x², y² and z² about it, m², of uniform density.

        The axes of the frame must be principal axes.  The rounding counts as part of the extents.
        """


ShapeClass = TypeVar("ShapeClass", bound=type[Shape])

_RANKS: dict[int, dict[str, tuple[int, type[Shape]]]] = {2: {}, 3: {}}


def register_shape(rank: int, kind: str | None = None) -> Callable[[ShapeClass], ShapeClass]:
    """Decorator: registers a class of shapes among those of its dimension; menus list shapes by `rank`.

    `kind` is its name in scene files, by default that of the class in lower case.  Raises `TypeError` naming the
    methods that are missing, and for a name that is taken.
    """

    def register(shape: ShapeClass) -> ShapeClass:
        name, ranks = kind or shape.__name__.lower(), _RANKS[shape.dimension]
        if isabstract(shape):
            missing = ", ".join(sorted(shape.__abstractmethods__))
            raise TypeError(f"{shape.__module__}: {shape.__name__} must define {missing}")
        if name in ranks:
            raise TypeError(f"{shape.__module__}: there is a shape {name} already, {ranks[name][1].__module__}")
        shape.kind = name
        ranks[name] = (rank, shape)
        return shape

    return register


def registered_shapes(dimension: int = 3) -> dict[str, type[Shape]]:
    """All shapes of this dimension registered so far by their names in scene files, by rank."""
    ranks = _RANKS[dimension]
    return {name: ranks[name][1] for name in sorted(ranks, key=lambda name: (ranks[name][0], name))}


@np.errstate(over="ignore", invalid="ignore")  # the ball may be too large for doubles
def vertices_ball(vertices: tuple[Vec3, ...]) -> tuple[Vec3, float]:
    """A ball that contains the vertices, as Ritter's at first (see `bounds.bounding_sphere`)."""
    points = np.array(vertices)
    pairs = np.stack([points[points.argmin(axis=0)], points[points.argmax(axis=0)]])  # (2, 3 axes, 3)
    center = (pairs / 2).sum(axis=0)[_distances(pairs[1], pairs[0]).argmax()]
    x, y, z = center.tolist()
    return (x, y, z), float(_distances(points, center).max())


@np.errstate(over="ignore", invalid="ignore")  # like Python floats: overflow gives inf or nan, handled by the caller
def depth_of_mean(shape: Shape) -> float:
    """The distance from the mean of the vertices to the surface of their hull; 0 if the hull is flat."""
    hull = hull_of(shape)
    if hull.dimension < 3:
        return 0.0
    corners = hull.vertices[[face[0] for face in hull.faces]]
    return max(float(np.einsum("ij,ij->i", hull.normals, corners - mean(shape.core().vertices)).min()), 0.0)


@lru_cache(maxsize=SHAPES_KEPT)
def _cloud_of(shape: PolytopeShape) -> Cloud:
    """Cached, as converting thousands of tuples takes milliseconds, and views need the array in each frame."""
    return cloud(shape.corners())


@lru_cache(maxsize=SHAPES_KEPT)
def _ball_of(shape: PolytopeShape) -> tuple[Vec3, float]:
    """Cached for the same reason; GJK's tolerance is relative to it."""
    return vertices_ball(shape.corners())


def _distances(points: Floats, others: Floats) -> Floats:
    x, y, z = (points - others).T
    return np.asarray(np.hypot(np.hypot(x, y), z))
