"""A cylinder."""

from dataclasses import dataclass
from math import hypot

from gjkscope.engine.shapes.axial import CurvedAxialShape, axial_core, rim
from gjkscope.engine.shapes.directions import TIP, Floats, rings
from gjkscope.engine.shapes.exact import Int3, root_above, split
from gjkscope.engine.shapes.shape import register_shape
from gjkscope.engine.shapes.support import NO_INDEX, Convex, Core, register_core
from gjkscope.engine.vectors import ZERO, Vec3


@register_shape(70)
@dataclass(frozen=True)
class Cylinder(CurvedAxialShape):
    """A solid cylinder of `radius` with flat ends at ±`half_height` on the local `axis`.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Cylinder
    >>> Cylinder(radius=0.5, half_height=1).axis
    'y'
    """

    def core(self) -> Core:
        return axial_core(CYLINDER, self)

    def mass_moments(self) -> tuple[Vec3, Vec3]:
        radius, half = self.radius + self.rounding, self.half_height + self.rounding
        return ZERO, self.along_axis(half * half / 3, radius * radius / 4)

    def core_ball(self) -> tuple[Vec3, float]:
        return ZERO, hypot(self.radius, self.half_height)

    def core_inner_radius(self) -> float:
        return min(self.radius, self.half_height)

    def width(self, along: float) -> float:
        return self.radius

    def directions(self) -> Floats:
        """The rims, each as the end of the flat cap and as the end of the side."""
        return rings((TIP, 1.0), (1.0, TIP), (1.0, -TIP), (TIP, -1.0))

    def exact_reach(self, sizes: Int3, direction: Int3, shift: int) -> int:
        radius, half_height, _ = sizes
        along, across = split(self.axis, direction)
        return root_above(radius * radius * across, shift) + (half_height * abs(along) << shift)

    def exactly_contains(self, sizes: Int3, point: Int3) -> bool:
        radius, half_height, _ = sizes
        along, across = split(self.axis, point)
        return abs(along) <= half_height and across <= radius * radius


def cylinder_support(core: Convex, d: Vec3) -> tuple[Vec3, int]:
    x, z = rim(core.size[0], d)
    return (x, core.size[1] if d[1] >= 0 else -core.size[1], z), NO_INDEX


CYLINDER = register_core(cylinder_support)
