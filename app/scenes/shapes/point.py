"""Point."""

from gjkscope.app.scenes.shapes.entry import Entry, register
from gjkscope.engine.shapes.kinds import Point

register(
    Entry(
        Point,
        tip="A single point; a sphere when rounded",
        about="A point at the local origin; with rounding, a ball.",
        fields=(),
        of_size=lambda _: Point(),
        is_random=False,
    )
)
