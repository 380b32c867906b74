"""Segment."""

from gjkscope.app.shapes.entry import Entry, Field, FieldKind, register
from gjkscope.engine.shapes.kinds import Segment

register(
    Entry(
        Segment,
        tip="The line segment from a to b",
        about="The straight segment from a to b.",
        fields=(
            Field("a", FieldKind.VECTOR, "one end, in metres", "first end, in the body's local frame, metres"),
            Field("b", FieldKind.VECTOR, "the other end, in metres", "second end, in the body's local frame, metres"),
        ),
        of_size=lambda half: Segment((-half[0], 0.0, 0.0), (half[0], 0.0, 0.0)),
        is_random=False,
    )
)
