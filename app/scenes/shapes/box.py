"""Box."""

from gjkscope.app.scenes.shapes.entry import Entry, FieldKind, ShapeField, register
from gjkscope.engine.shapes.kinds import Box

register(
    Entry(
        Box,
        tip="A cuboid",
        about="A cuboid from −half_extents to +half_extents.",
        fields=(
            ShapeField(
                "half_extents",
                FieldKind.SIZES,
                "half of each side in metres, three numbers > 0",
                "half side lengths along the box's own axes, metres",
            ),
        ),
        of_size=Box,
    )
)
