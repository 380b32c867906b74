"""Hull."""

from typing import TYPE_CHECKING

from gjkscope.app.scenes.shapes.entry import Entry, FieldKind, ShapeField, register, scale_vertices
from gjkscope.engine.shapes.kinds import Hull
from gjkscope.engine.vectors import Vec3

if TYPE_CHECKING:
    import numpy as np

TIPS = ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0))
DRAWN_VERTICES = 32


def _draw(random: "np.random.Generator", half: Vec3) -> Hull:
    """Random points on an ellipsoid, all of them vertices."""
    points = random.normal(size=(DRAWN_VERTICES, 3))
    points *= half / (points**2).sum(axis=1, keepdims=True) ** 0.5
    return Hull(tuple(map(tuple, points.tolist())))


register(
    Entry(
        Hull,
        tip="The convex hull of a set of points",
        about="The convex hull of the vertices. It may have fewer than four vertices, or be flat.",
        fields=(ShapeField("vertices", FieldKind.POINTS, "the points, in metres, at least 1"),),
        of_size=lambda half: Hull(scale_vertices(TIPS, half)),
        from_vertices=Hull,
        drawn=_draw,
    )
)
