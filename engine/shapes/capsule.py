"""A capsule."""

from dataclasses import dataclass

from gjkscope.engine.shapes.axial import AxialShape
from gjkscope.engine.shapes.shape import PolytopeShape, register_shape
from gjkscope.engine.shapes.support import FIRST, Convex, Core, cloud, register_core
from gjkscope.engine.vectors import ZERO, Vec3


@register_shape(60)
@dataclass(frozen=True)
class Capsule(AxialShape, PolytopeShape):
    """All points within `radius` of the segment from −`half_height` to +`half_height` on the local `axis`.

    The total length is 2 · (half_height + radius).

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Capsule
    >>> Capsule(radius=0.5, half_height=1, axis="z").axis
    'z'
    """

    def corners(self) -> tuple[Vec3, ...]:
        x, y, z = (self.half_height if axis == self.axis else 0.0 for axis in "xyz")
        return ((-x, -y, -z), (x, y, z))

    def ball_radius(self) -> float:
        return self.radius

    def core(self) -> Core:
        ends = cloud(((0.0, -self.half_height, 0.0), (0.0, self.half_height, 0.0)))
        size, radius = (0.0, self.half_height, 0.0), self.rounding + self.radius
        return Core(SPINE, size, 0.0, ends.array, ZERO, FIRST[self.axis], radius)

    def core_ball(self) -> tuple[Vec3, float]:
        return ZERO, self.half_height

    def core_inner_radius(self) -> float:
        return 0.0

    def surface(self) -> None:
        return None


def spine_support(core: Convex, d: Vec3) -> tuple[Vec3, int]:
    """An end of the segment on the core's y axis, which is a box with two extents of 0."""
    return ((0.0, core.size[1], 0.0), 1) if d[1] > 0 else ((0.0, -core.size[1], 0.0), 0)


SPINE = register_core(spine_support)
