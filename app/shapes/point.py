"""Point."""

from gjkscope.app.shapes.entry import Entry, register
from gjkscope.engine.shapes.kinds import Point

register(
    Entry(
        Point,
        tip="a single point; with rounding a ball",
        about="A point at the local origin; with rounding, a ball.",
        fields=(),
        of_size=lambda _: Point(),
        is_random=False,
    )
)
