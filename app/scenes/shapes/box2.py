"""2D box."""

from gjkscope.app.scenes.shapes.entry import Entry, FieldKind, ShapeField, register
from gjkscope.engine.plane.shapes.kinds import Box2

register(
    Entry(
        Box2,
        tip="A rectangle",
        about="A rectangle from −half_extents to +half_extents.",
        fields=(
            ShapeField(
                "half_extents",
                FieldKind.SIZES2,
                "half of each side in metres, two numbers > 0",
                "half side lengths along the box's own axes, metres",
            ),
        ),
        of_size=lambda half: Box2(half[:2]),
    )
)
