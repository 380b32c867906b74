"""Ellipsoid."""

from gjkscope.app.scenes.shapes.entry import RADII, Entry, register
from gjkscope.engine.shapes.kinds import Ellipsoid

register(
    Entry(
        Ellipsoid,
        tip="A sphere scaled to three radii",
        about="The solid x²/rx² + y²/ry² + z²/rz² ≤ 1.",
        fields=(RADII,),
        of_size=Ellipsoid,
    )
)
