"""The convex hull of points."""

from dataclasses import dataclass
from functools import cached_property

from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import PolytopeShape, register_shape
from gjkscope.engine.vectors import Vec3


@register_shape(100)
@dataclass(frozen=True)
class Hull(PolytopeShape):
    """The convex hull of one or more `vertices`, each (x, y, z); an (n, 3) array is accepted.  It may be flat.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Hull
    >>> len(Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]).vertices)
    4
    """

    vertices: tuple[Vec3, ...]
    rounding: float = 0.0

    def __post_init__(self) -> None:
        vertices = fields.vectors("vertices", self.vertices)
        if not vertices:
            raise ValueError("vertices: a hull needs at least 1, got none")
        fields.set_fields(self, vertices=vertices, rounding=fields.rounding_field(self.rounding))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Cached, because hashing thousands of vertices at each cache lookup would cost more than the lookup saves."""
        return hash((self.vertices, self.rounding))

    def corners(self) -> tuple[Vec3, ...]:
        return self.vertices
