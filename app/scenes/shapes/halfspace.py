"""Half-space."""

from gjkscope.app.scenes.shapes.entry import Entry, FieldKind, ShapeField, register
from gjkscope.engine.shapes.kinds import HalfSpace

register(
    Entry(
        HalfSpace,
        tip="The solid below a plane, such as the ground",
        about="The half-space below the local plane y = 0, cut to a slab that extends half_extent sideways and down.",
        fields=(
            ShapeField(
                "half_extent",
                FieldKind.LENGTH,
                "how far the half-space extends sideways and down from its origin in metres, > 0",
                "how far it extends sideways and down, metres",
            ),
        ),
        of_size=lambda half: HalfSpace(max(half)),
        is_random=False,
    )
)
