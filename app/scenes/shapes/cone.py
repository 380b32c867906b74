"""Cone."""

from gjkscope.app.scenes.shapes.entry import AXIAL, Entry, radius_around_y, register
from gjkscope.engine.shapes.kinds import Cone

register(
    Entry(
        Cone,
        tip="A circular cone with its apex on the axis",
        about="A solid cone with its apex at +half_height and its base at −half_height.",
        fields=AXIAL,
        of_size=lambda half: Cone(radius_around_y(half), half[1]),
    )
)
