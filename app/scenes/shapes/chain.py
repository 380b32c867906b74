"""2D chain."""

from gjkscope.app.scenes.shapes.entry import Entry, FieldKind, ShapeField, register
from gjkscope.engine.plane.shapes.kinds import Chain
from gjkscope.engine.vectors import Vec3

# A ground with a hill and a step, in the square from −1 to +1, from the right to the left: its right side is above.
GROUND = ((1.0, -1.0), (0.4, -1.0), (0.4, -0.4), (0.0, 0.2), (-0.5, 1.0), (-1.0, 0.3))


def _of_size(half: Vec3) -> Chain:
    return Chain(tuple((x * half[0], y * half[1]) for x, y in GROUND))


register(
    Entry(
        Chain,
        tip="A chain of segments, such as the ground",
        about="The segments from each vertex to the next. It has no inside and need not be convex.",
        fields=(
            ShapeField("vertices", FieldKind.POINTS2, "the points x, y, in metres, at least 2, or 3 for a loop"),
            ShapeField(
                "loop",
                FieldKind.FLAG,
                "whether there is also a segment from the last vertex to the first",
                "also from the last vertex to the first",
            ),
        ),
        of_size=_of_size,
        is_random=False,
    )
)
