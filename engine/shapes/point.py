"""A single point."""

from dataclasses import dataclass

from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import PolytopeShape, register_shape
from gjkscope.engine.shapes.support import Convex, Core, cloud, register_core
from gjkscope.engine.shapes.surfaces import BoundarySurface, thin
from gjkscope.engine.vectors import ZERO, Vec3


@register_shape(10)
@dataclass(frozen=True)
class Point(PolytopeShape):
    """A point at the local origin; with `rounding`, a ball.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Point
    >>> Point(rounding=0.1)
    Point(rounding=0.1)
    """

    rounding: float = 0.0

    def __post_init__(self) -> None:
        fields.set_fields(self, rounding=fields.rounding_field(self.rounding))

    def corners(self) -> tuple[Vec3, ...]:
        return (ZERO,)

    def core(self) -> Core:
        return point_core(self.rounding)

    def core_ball(self) -> tuple[Vec3, float]:
        return ZERO, 0.0

    def core_inner_radius(self) -> float:
        return 0.0

    def fills_box(self, aligned: bool) -> bool:
        return self.rounding == 0

    def fills_ball(self) -> bool:
        return True

    def surface(self) -> BoundarySurface:
        return thin((ZERO,), [(0, 0, 0)], [])


def point_core(radius: float) -> Core:
    """The core of a ball around the origin, which is a box with all extents of 0."""
    return Core(POINT, ZERO, 0.0, ORIGIN.array, ZERO, 0, radius)


def point_support(core: Convex, d: Vec3) -> tuple[Vec3, int]:
    return ZERO, 0


ORIGIN = cloud((ZERO,))
POINT = register_core(point_support)
