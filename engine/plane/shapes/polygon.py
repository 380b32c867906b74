"""A convex polygon."""

from dataclasses import dataclass
from functools import cached_property

from gjkscope.engine.plane.shapes.planar import PlanarShape, plane_vectors
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import register_shape


@register_shape(50, "polygon")
@dataclass(frozen=True)
class Polygon(PlanarShape):
    """The convex hull of one or more `vertices`, each (x, y), in any order; it may be a segment or a point.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Polygon
    >>> Polygon([(0, 0), (2, 0), (0, 1)]).vertices
    ((0.0, 0.0), (2.0, 0.0), (0.0, 1.0))
    """

    vertices: tuple[Vec2, ...]
    rounding: float = 0.0

    def __post_init__(self) -> None:
        vertices = plane_vectors("vertices", self.vertices)
        if not vertices:
            raise ValueError("vertices: a polygon needs at least 1, got none")
        fields.set_fields(self, vertices=vertices, rounding=fields.rounding_field(self.rounding))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Cached, because hashing thousands of vertices at each cache lookup would cost more than the lookup saves."""
        return hash((self.vertices, self.rounding))

    def points(self) -> tuple[Vec2, ...]:
        return self.vertices
