"""2D point."""

from gjkscope.app.scenes.shapes.entry import Entry, register
from gjkscope.engine.plane.shapes.kinds import Point2

register(
    Entry(
        Point2,
        tip="A single point; a disc when rounded",
        about="A point at the local origin; with rounding, a disc.",
        fields=(),
        of_size=lambda _: Point2(),
        is_random=False,
    )
)
