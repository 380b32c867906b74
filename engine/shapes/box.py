"""A box."""

from dataclasses import dataclass
from functools import lru_cache
from math import copysign

import numpy as np

from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import PolytopeShape, register_shape
from gjkscope.engine.shapes.support import NO_VERTICES, SHAPES_KEPT, Convex, Core, register_core
from gjkscope.engine.shapes.surfaces import BoundarySurface, SurfaceKind, freeze
from gjkscope.engine.vectors import ZERO, Vec3, norm

BOX_CORNERS: tuple[Vec3, ...] = tuple((x, y, z) for z in (-1.0, 1.0) for y in (-1.0, 1.0) for x in (-1.0, 1.0))
"""The corners of a box with half extents 1, in the order of `support`'s indices."""


@register_shape(50)
@dataclass(frozen=True)
class Box(PolytopeShape):
    """A box, aligned with the local axes, from −`half_extents` (x, y, z) to +`half_extents`; all three must be > 0.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Box
    >>> Box((1, 2, 3)).half_extents
    (1.0, 2.0, 3.0)
    """

    half_extents: Vec3
    rounding: float = 0.0

    def __post_init__(self) -> None:
        fields.set_fields(self, half_extents=fields.sizes("half_extents", self.half_extents))
        fields.set_fields(self, rounding=fields.rounding_field(self.rounding))

    def corners(self) -> tuple[Vec3, ...]:
        x, y, z = self.half_extents
        return tuple((i * x, j * y, k * z) for i, j, k in BOX_CORNERS)

    def core(self) -> Core:
        return Core(BOX, self.half_extents, 0.0, NO_VERTICES, ZERO, 0, self.rounding)

    def core_ball(self) -> tuple[Vec3, float]:
        return ZERO, norm(self.half_extents)

    def core_inner_radius(self) -> float:
        return min(self.half_extents)

    def fills_box(self, aligned: bool) -> bool:
        return self.rounding == 0 and aligned

    def surface(self) -> BoundarySurface:
        return _surface(self)


def box_support(core: Convex, d: Vec3) -> tuple[Vec3, int]:
    half = core.size
    # copysign avoids unpredictable branches; adding 0.0 turns −0.0 into 0.0.
    point = (copysign(half[0], d[0] + 0.0), copysign(half[1], d[1] + 0.0), copysign(half[2], d[2] + 0.0))
    return point, int(d[0] >= 0) + 2 * int(d[1] >= 0) + 4 * int(d[2] >= 0)


BOX = register_core(box_support)


def _sides() -> tuple[tuple[int, int, int, int], ...]:
    """Faces −x, +x, −y, +y, −z, +z: their corners, counter-clockwise seen from outside."""
    sides = []
    for axis in range(3):
        i, j, k = 1 << axis, 1 << (axis + 1) % 3, 1 << (axis + 2) % 3
        sides += [(0, k, j + k, j), (i, i + j, i + j + k, i + k)]
    return tuple(sides)


TRIANGLES = tuple(triangle for a, b, c, d in _sides() for triangle in ((a, b, c), (a, c, d)))
EDGES = tuple((i, i + step) for step in (1, 2, 4) for i in range(8) if not i & step)


@lru_cache(maxsize=SHAPES_KEPT)
def _surface(shape: Box) -> BoundarySurface:
    vertices = np.array(BOX_CORNERS) * shape.half_extents
    faces = np.arange(len(TRIANGLES)) // 2
    return BoundarySurface(SurfaceKind.SOLID, freeze(vertices), tuple(range(8)), TRIANGLES, freeze(faces), EDGES, None)
