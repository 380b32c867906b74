"""Superellipsoid."""

from typing import TYPE_CHECKING

from gjkscope.app.scenes.shapes.entry import RADII, Entry, FieldKind, ShapeField, register
from gjkscope.engine.shapes.kinds import Superellipsoid
from gjkscope.engine.vectors import Vec3

if TYPE_CHECKING:
    import numpy as np


def _draw(random: "np.random.Generator", half: Vec3) -> Superellipsoid:
    """With an exponent between an octahedron's and one that is almost a box's."""
    return Superellipsoid(half, exponent=float(10 ** random.uniform(0, 1.5)))


register(
    Entry(
        Superellipsoid,
        tip="between an octahedron, an ellipsoid and a box, by an exponent",
        about="The solid |x/rx|ᵖ + |y/ry|ᵖ + |z/rz|ᵖ ≤ 1, where p is the exponent.",
        fields=(
            RADII,
            ShapeField(
                "exponent",
                FieldKind.NUMBER,
                "the exponent, ≥ 1: 1 is an octahedron, 2 an ellipsoid, and the larger, the closer to a box",
                "at least 1: an octahedron; 2: an ellipsoid; the larger, the closer to a box",
                least=1.0,
            ),
        ),
        of_size=Superellipsoid,
        drawn=_draw,
    )
)
