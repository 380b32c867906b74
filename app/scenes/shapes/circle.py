"""2D circle."""

from gjkscope.app.scenes.shapes.entry import RADIUS, Entry, register
from gjkscope.engine.plane.shapes.kinds import Circle

register(
    Entry(
        Circle,
        tip="A disc",
        about="A disc centred on the local origin.",
        fields=(RADIUS,),
        of_size=lambda half: Circle(max(half[:2])),
    )
)
