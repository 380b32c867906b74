"""The bases of all shapes that are surfaces of triangles, such as meshes and heightfields, or chains of segments.

What takes triangles (hierarchies, terrain, brute force, drawing) asks for a `TriangleSurface`, and not for one of its
kinds.  It need not be convex: algorithms for convex shapes take its hull, and say so if that differs
(`convexity.is_hull`).
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from gjkscope.engine.shapes.shape import PolytopeShape
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.shapes.surfaces import BoundarySurface, Edge, Face, Gap, SurfaceKind, freeze
from gjkscope.engine.vectors import Vec3


class FacetedShape(PolytopeShape):
    """A shape that is the union of its faces, and not the hull of its corners: triangles, in 2D segments.

    `faces` are indices into `corners()`; the last two of a segment are the same.  A subclass has them as a field, or as
    a property.  Without faces, the shape is its corners.
    """

    if TYPE_CHECKING:  # at run time, a property here would be the default of a field with its name

        @property
        def faces(self) -> tuple[Face, ...]: ...


class TriangleSurface(FacetedShape):
    """A surface of triangles, not necessarily convex: `vertices`, metres, and `faces`, indices into them.

    A subclass has both as fields, or as properties that are computed once and kept.  The corners of a face are
    anticlockwise as seen from its front, which is outside.  A surface without faces is its vertices.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Box, Mesh, TriangleSurface
    >>> [isinstance(shape, TriangleSurface) for shape in (Mesh([(0, 0, 0)], []), Box((1, 1, 1)))]
    [True, False]
    """

    if TYPE_CHECKING:  # as above

        @property
        def vertices(self) -> tuple[Vec3, ...]: ...

    def corners(self) -> tuple[Vec3, ...]:
        return self.vertices

    def surface(self) -> BoundarySurface | None:
        """The surface made of the shape's own faces; `None` if it has no faces."""
        return _surface(self) if self.faces else None


@lru_cache(maxsize=SHAPES_KEPT)
def _surface(shape: TriangleSurface) -> BoundarySurface:
    """Corners at the same position are merged, as files often repeat them for each face."""
    used = sorted({vertex for face in shape.faces for vertex in face})
    first: dict[Vec3, int] = {}
    for vertex in used:
        first.setdefault(shape.vertices[vertex], vertex)
    names = tuple(first.values())
    number = {corner: i for i, corner in enumerate(first)}
    triangles = tuple(
        (number[shape.vertices[a]], number[shape.vertices[b]], number[shape.vertices[c]]) for a, b, c in shape.faces
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
