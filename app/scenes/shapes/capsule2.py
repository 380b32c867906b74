"""2D capsule."""

from gjkscope.app.scenes.shapes.entry import HALF_HEIGHT, RADIUS, Entry, FieldKind, ShapeField, register
from gjkscope.engine.plane.shapes.kinds import Capsule2
from gjkscope.engine.vectors import Vec3


def _of_size(half: Vec3) -> Capsule2:
    """A capsule of these half extents, whose caps are included in the height if there is room."""
    radius = half[0]
    return Capsule2(radius, max(half[1] - radius, radius / 2))


register(
    Entry(
        Capsule2,
        tip="A segment with a radius",
        about="All points within radius of a segment; half_height is half the segment's length, without the caps.",
        fields=(RADIUS, HALF_HEIGHT, ShapeField("axis", FieldKind.AXIS2, "the local axis of symmetry, x or y")),
        of_size=_of_size,
    )
)
