"""2D segment."""

from gjkscope.app.scenes.shapes.entry import Entry, FieldKind, ShapeField, register
from gjkscope.engine.plane.shapes.kinds import Segment2

TIP = "end, in the body's local frame, metres"

register(
    Entry(
        Segment2,
        tip="The line segment from a to b",
        about="The straight segment from a to b.",
        fields=(
            ShapeField("a", FieldKind.VECTOR2, "one end x, y, in metres", f"first {TIP}"),
            ShapeField("b", FieldKind.VECTOR2, "the other end x, y, in metres", f"second {TIP}"),
        ),
        of_size=lambda half: Segment2((-half[0], 0.0), (half[0], 0.0)),
        is_random=False,
    )
)
