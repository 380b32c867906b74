"""Sphere."""

from gjkscope.app.scenes.shapes.entry import RADIUS, Entry, register
from gjkscope.engine.shapes.kinds import Sphere

register(
    Entry(
        Sphere,
        tip="a ball",
        about="A ball centred on the local origin.",
        fields=(RADIUS,),
        of_size=lambda half: Sphere(max(half)),
    )
)
