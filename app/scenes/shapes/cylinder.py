"""Cylinder."""

from gjkscope.app.scenes.shapes.entry import AXIAL, Entry, radius_around_y, register
from gjkscope.engine.shapes.kinds import Cylinder

register(
    Entry(
        Cylinder,
        tip="A circular cylinder with flat ends",
        about="A solid cylinder with flat ends.",
        fields=AXIAL,
        of_size=lambda half: Cylinder(radius_around_y(half), half[1]),
    )
)
