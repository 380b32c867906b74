"""Triangle."""

from gjkscope.app.shapes.entry import Entry, FieldKind, ShapeField, register, scaled
from gjkscope.engine.shapes.kinds import Triangle
from gjkscope.engine.vectors import Vec3

CORNERS = ((-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 1.0, 0.0))


def _of_size(half: Vec3) -> Triangle:
    a, b, c = scaled(CORNERS, half)
    return Triangle((a, b, c))


register(
    Entry(
        Triangle,
        tip="A flat triangle with three vertices",
        about="A triangle.",
        fields=(ShapeField("vertices", FieldKind.TRIANGLE, "the 3 vertices, in metres"),),
        of_size=_of_size,
        is_random=False,
    )
)
