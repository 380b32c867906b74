"""Hull."""

from gjkscope.app.shapes.entry import Entry, FieldKind, ShapeField, register, scaled
from gjkscope.engine.shapes.kinds import Hull

TIPS = ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0))

register(
    Entry(
        Hull,
        tip="The convex hull of a set of points",
        about="The convex hull of the vertices. It may have fewer than four vertices, or be flat.",
        fields=(ShapeField("vertices", FieldKind.POINTS, "the points, in metres, at least 1"),),
        of_size=lambda half: Hull(scaled(TIPS, half)),
        from_vertices=Hull,
    )
)
