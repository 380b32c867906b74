"""A triangle mesh."""

from dataclasses import dataclass, field
from functools import cached_property

from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import register_shape
from gjkscope.engine.shapes.triangle_surface import TriangleSurface
from gjkscope.engine.vectors import Vec3


@register_shape(110)
@dataclass(frozen=True)
class Mesh(TriangleSurface):
    """A triangle mesh, not necessarily convex.  Convex algorithms use its convex hull, and say so if it differs.

    `vertices` is a sequence of (x, y, z); `faces` is a sequence of three vertex indices each, counter-clockwise as seen
    from the outside.  Arrays of shape (n, 3) are accepted for both.  `parts` are the vertices of convex parts that
    together fill the solid; `query_parts` and `part_contacts` use them instead of the hull (engine/compound).

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Mesh
    >>> Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]).faces
    ((0, 1, 2),)
    """

    vertices: tuple[Vec3, ...]
    faces: tuple[tuple[int, int, int], ...]
    parts: tuple[tuple[Vec3, ...], ...] = field(default=(), kw_only=True)
    rounding: float = 0.0

    def __post_init__(self) -> None:
        vertices = fields.vectors("vertices", self.vertices)
        if not vertices:
            raise ValueError("vertices: a mesh needs at least 1, got none")
        fields.set_fields(self, vertices=vertices, faces=fields.faces(self.faces, len(vertices)))
        fields.set_fields(self, rounding=fields.rounding_field(self.rounding))
        fields.set_fields(self, parts=fields.convex_parts(self.parts))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.vertices, self.faces, self.parts, self.rounding))
