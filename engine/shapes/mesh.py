"""A triangle mesh."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import PolytopeShape, register_shape
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.shapes.surfaces import BoundarySurface, Edge, Face, Gap, SurfaceKind, freeze
from gjkscope.engine.vectors import Vec3


@register_shape(110)
@dataclass(frozen=True)
class Mesh(PolytopeShape):
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

    def corners(self) -> tuple[Vec3, ...]:
        return self.vertices

    def surface(self) -> BoundarySurface | None:
        """The surface made of the mesh's own faces; `None` if the mesh has no faces."""
        return _surface(self) if self.faces else None


@lru_cache(maxsize=SHAPES_KEPT)
def _surface(mesh: Mesh) -> BoundarySurface:
    """Corners at the same position are merged, as files often repeat them for each face."""
    used = sorted({vertex for face in mesh.faces for vertex in face})
    first: dict[Vec3, int] = {}
    for vertex in used:
        first.setdefault(mesh.vertices[vertex], vertex)
    names = tuple(first.values())
    number = {corner: i for i, corner in enumerate(first)}
    triangles = tuple(
        (number[mesh.vertices[a]], number[mesh.vertices[b]], number[mesh.vertices[c]]) for a, b, c in mesh.faces
    )
    shared = Counter(_sides(triangles))
    gap = next((Gap((names[i], names[j]), count) for (i, j), count in shared.items() if count % 2), None)
    kind = SurfaceKind.OPEN if gap else SurfaceKind.SOLID
    vertices, faces = freeze(np.array(list(first))), freeze(np.arange(len(triangles)))
    return BoundarySurface(kind, vertices, names, triangles, faces, tuple(shared), gap)


def _sides(triangles: Iterable[Face]) -> Iterable[Edge]:
    """The edges of all triangles, each starting at its lower index; edges of zero length are omitted."""
    for a, b, c in triangles:
        for i, j in ((a, b), (b, c), (c, a)):
            if i != j:
                yield (min(i, j), max(i, j))
