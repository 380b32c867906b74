"""A half-space: the solid below a plane."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gjkscope.engine.arguments import length
from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.box import BOX_CORNERS, EDGES, TRIANGLES
from gjkscope.engine.shapes.shape import PolytopeShape, register_shape
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.shapes.surfaces import BoundarySurface, SurfaceKind, freeze
from gjkscope.engine.vectors import Vec3


@register_shape(55)
@dataclass(frozen=True)
class HalfSpace(PolytopeShape):
    """The half-space y ≤ 0 in local coordinates: its boundary is the plane y = 0, its outward normal is +y.

    The algorithms need bounded shapes, so the half-space is cut to a slab that extends `half_extent`, in metres,
    sideways and down from its origin; Jolt bounds its `PlaneShape` in a similar way.  The answers are those of the
    infinite half-space as long as the other body lies over the slab and enters it less deeply than `half_extent`.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import HalfSpace, Pose, Sphere, query
    >>> query(Sphere(1), Pose(position=(3, 0.5, -2)), HalfSpace(), Pose()).signed_distance
    -0.5
    """

    half_extent: float = 10.0
    rounding: float = 0.0

    def __post_init__(self) -> None:
        fields.set_fields(self, half_extent=length("half_extent", self.half_extent))
        fields.set_fields(self, rounding=fields.rounding_field(self.rounding))

    def corners(self) -> tuple[Vec3, ...]:
        half = self.half_extent
        return tuple((x * half, 0.5 * (y - 1.0) * half, z * half) for x, y, z in BOX_CORNERS)

    def fills_box(self, aligned: bool) -> bool:
        return self.rounding == 0 and aligned

    def surface(self) -> BoundarySurface:
        return _surface(self)


@lru_cache(maxsize=SHAPES_KEPT)
def _surface(shape: HalfSpace) -> BoundarySurface:
    faces = np.arange(len(TRIANGLES)) // 2
    return BoundarySurface(
        SurfaceKind.SOLID, freeze(np.array(shape.corners())), tuple(range(8)), TRIANGLES, freeze(faces), EDGES, None
    )
