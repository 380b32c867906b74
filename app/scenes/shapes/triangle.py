"""Triangle."""

from typing import TYPE_CHECKING

from gjkscope.app.scenes.shapes.entry import Entry, FieldKind, ShapeField, register, scale_vertices
from gjkscope.engine.shapes.kinds import Triangle
from gjkscope.engine.vectors import Vec3

if TYPE_CHECKING:
    import numpy as np

CORNERS = ((-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 1.0, 0.0))


def _of_size(half: Vec3) -> Triangle:
    a, b, c = scale_vertices(CORNERS, half)
    return Triangle((a, b, c))


def _draw(random: "np.random.Generator", half: Vec3) -> Triangle:
    """A vertex at a random place on each side of a triangle of `_of_size`: neither symmetric nor degenerate."""
    x, y, _ = half
    left, right, top = (float(u) for u in random.uniform(0.2, 0.8, 3))
    return Triangle(((-x, -y * left, 0.0), (x, -y * right, 0.0), (x * (2 * top - 1), y, 0.0)))


register(
    Entry(
        Triangle,
        tip="A flat triangle with three vertices",
        about="A triangle.",
        fields=(ShapeField("vertices", FieldKind.TRIANGLE, "the 3 vertices, in metres"),),
        of_size=_of_size,
        drawn=_draw,
        is_random=False,
    )
)
