"""Capsule."""

from gjkscope.app.scenes.shapes.entry import AXIAL, Entry, radius_around_y, register
from gjkscope.engine.shapes.kinds import Capsule
from gjkscope.engine.vectors import Vec3


def _of_size(half: Vec3) -> Capsule:
    """A capsule of these half extents, whose caps are included in the height if there is room."""
    radius = radius_around_y(half)
    return Capsule(radius, max(half[1] - radius, radius / 2))


register(
    Entry(
        Capsule,
        tip="A segment with a radius",
        about="All points within radius of a segment; half_height is half the segment's length, without the caps.",
        fields=AXIAL,
        of_size=_of_size,
    )
)
