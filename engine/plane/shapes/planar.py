"""The base of all 2D shapes.

A 2D shape lies in the plane z = 0.  Its fields are 2-vectors; its corners are 3-vectors with z = 0, which the support
mappings, bounds and exact arithmetic of `engine.shapes` use directly.  Its `rounding` is the radius of a disc that is
added to it (Minkowski sum): the disc lies in the plane, too.
"""

from abc import abstractmethod
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Any, ClassVar

from gjkscope.engine.arguments import as_items, length, plane_vector
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.shapes.shape import PolytopeShape
from gjkscope.engine.shapes.support import SHAPES_KEPT, hull_of, mean
from gjkscope.engine.vectors import Vec3


class PlanarShape(PolytopeShape):
    """A 2D shape: the convex hull of some points of the plane, plus a disc.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Box, Box2, PlanarShape
    >>> isinstance(Box2((1, 2)), PlanarShape), isinstance(Box((1, 2, 3)), PlanarShape), Box2((1, 2)).dimension
    (True, False, 2)
    """

    dimension: ClassVar[int] = 2

    @abstractmethod
    def points(self) -> tuple[Vec2, ...]:
        """The vertices of the core, in the shape's frame; `support` counts them in this order."""

    def corners(self) -> tuple[Vec3, ...]:
        return tuple((x, y, 0.0) for x, y in self.points())

    def core_inner_radius(self) -> float:
        """The radius of a disc around the core's centre that the core contains; 0 for a segment or a point."""
        return _depth_of_mean(self)


def plane_vectors(name: str, values: Any) -> tuple[Vec2, ...]:
    """Any number of 2-vectors."""
    return tuple(plane_vector(f"{name}[{i}]", value) for i, value in enumerate(as_items(name, values, "points")))


def plane_sizes(name: str, values: Any) -> Vec2:
    """Two lengths > 0."""
    x, y = plane_vector(name, values)
    return (length(f"{name}[0]", x), length(f"{name}[1]", y))


@lru_cache(maxsize=SHAPES_KEPT)
def _depth_of_mean(shape: PlanarShape) -> float:
    """The distance from the mean of the vertices to the boundary of their hull; 0 if the hull is straight."""
    hull = hull_of(shape)
    if hull.dimension < 2:
        return 0.0
    x, y, _ = mean(shape.core().vertices).tolist()
    loop = [(px - x, py - y) for px, py, _ in hull.vertices[list(hull.faces[0])].tolist()]
    heights: list[float] = [
        abs(px * (qy - py) - py * (qx - px)) / hypot(qx - px, qy - py)
        for (px, py), (qx, qy) in pairwise((*loop, loop[0]))
    ]
    return min(heights)
