"""Mesh."""

import numpy as np

from gjkscope.app.scenes.shapes.entry import Entry, FieldKind, ShapeField, Vertices, register, scale_vertices
from gjkscope.engine.shapes.kinds import Mesh

Faces = tuple[tuple[int, int, int], ...]

# An L-shaped block, the simplest non-convex solid: its outline, counter-clockwise seen from the front, the triangles
# of the front face, and two for each side.
OUTLINE = ((-1.0, -1.0), (1.0, -1.0), (1.0, 0.0), (0.0, 0.0), (0.0, 1.0), (-1.0, 1.0))
BLOCK: Vertices = tuple((x, y, z) for z in (1.0, -1.0) for x, y in OUTLINE)
FRONT: Faces = ((0, 1, 2), (0, 2, 3), (0, 3, 5), (3, 4, 5))
BACK: Faces = tuple((a + 6, c + 6, b + 6) for a, b, c in FRONT)
SIDES: Faces = tuple(
    face for i in range(6) for face in ((i, i + 6, (i + 1) % 6), ((i + 1) % 6, i + 6, (i + 1) % 6 + 6))
)


def _from_vertices(vertices: Vertices, rounding: float) -> Mesh | None:
    """The surface of the convex hull of the vertices, if it has one."""
    from gjkscope.engine.shapes.hulls import convex_hull  # imports SciPy, which is slow

    hull = convex_hull(np.array(vertices))
    triangles = tuple((a, b, c) for a, b, c in hull.triangles.tolist())
    corners = tuple((x, y, z) for x, y, z in hull.vertices.tolist())
    return Mesh(corners, triangles, rounding=rounding) if triangles else None


register(
    Entry(
        Mesh,
        tip="A triangle mesh, not necessarily convex",
        about="A triangle mesh, not necessarily convex: either vertices and faces, or file.",
        fields=(
            ShapeField("vertices", FieldKind.POINTS, "the vertices, in metres"),
            ShapeField(
                "faces", FieldKind.FACES, "triangles: 3 vertex indices each, from 0, anticlockwise seen from outside"
            ),
            ShapeField(
                "parts",
                FieldKind.PARTS,
                "the vertices of each convex part, in metres, if queries are to use parts instead of the convex hull",
            ),
        ),
        of_size=lambda half: Mesh(scale_vertices(BLOCK, half), (*FRONT, *BACK, *SIDES)),
        from_vertices=_from_vertices,
        from_file=True,
        is_random=False,
    )
)
