"""Segment."""

from gjkscope.app.scenes.shapes.entry import Entry, FieldKind, ShapeField, register
from gjkscope.engine.shapes.kinds import Segment

register(
    Entry(
        Segment,
        tip="The line segment from a to b",
        about="The straight segment from a to b.",
        fields=(
            ShapeField("a", FieldKind.VECTOR, "one end, in metres", "first end, in the body's local frame, metres"),
            ShapeField(
                "b", FieldKind.VECTOR, "the other end, in metres", "second end, in the body's local frame, metres"
            ),
        ),
        of_size=lambda half: Segment((-half[0], 0.0, 0.0), (half[0], 0.0, 0.0)),
        is_random=False,
    )
)
