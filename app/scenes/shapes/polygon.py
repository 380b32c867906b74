"""2D polygon."""

from gjkscope.app.scenes.shapes.entry import Entry, FieldKind, ShapeField, Vertices, register
from gjkscope.engine.plane.shapes.kinds import Polygon
from gjkscope.engine.plane.vectors import Vec2, in_plane
from gjkscope.engine.vectors import Vec3

# A regular pentagon in the square from −1 to +1, anticlockwise from its tip: neither a box nor symmetric about x.
PENTAGON: tuple[Vec2, ...] = ((0.0, 1.0), (-1.0, 0.25), (-0.6, -1.0), (0.6, -1.0), (1.0, 0.25))


def _of_size(half: Vec3) -> Polygon:
    return Polygon(tuple((x * half[0], y * half[1]) for x, y in PENTAGON))


def _from_vertices(vertices: Vertices, rounding: float) -> Polygon:
    return Polygon(tuple(in_plane(vertex) for vertex in vertices), rounding)


register(
    Entry(
        Polygon,
        tip="The convex hull of a set of points",
        about="The convex hull of the vertices, in any order. It may have fewer than three vertices.",
        fields=(ShapeField("vertices", FieldKind.POINTS2, "the points x, y, in metres, at least 1"),),
        of_size=_of_size,
        from_vertices=_from_vertices,
    )
)
