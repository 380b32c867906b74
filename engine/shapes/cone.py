"""A cone."""

from dataclasses import dataclass
from math import hypot

from gjkscope.engine.shapes.axial import CurvedAxialShape, axial_core, rim
from gjkscope.engine.shapes.directions import TIP, Floats, rings
from gjkscope.engine.shapes.exact import Int3, root_above, split
from gjkscope.engine.shapes.shape import register_shape
from gjkscope.engine.shapes.support import NO_INDEX, Convex, Core, register_core
from gjkscope.engine.vectors import IDENTITY, Vec3, norm, scale


@register_shape(80)
@dataclass(frozen=True)
class Cone(CurvedAxialShape):
    """A solid cone on the local `axis`: apex at +`half_height`, base disc of `radius` at −`half_height`.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Cone
    >>> Cone(radius=0.5, half_height=1).half_height
    1.0
    """

    def core(self) -> Core:
        return axial_core(CONE, self)

    def mass_moments(self) -> tuple[Vec3, Vec3]:
        """The centre is a quarter of the height above the base."""
        radius, half = self.radius + self.rounding, self.half_height + self.rounding
        return self.along_axis(-half / 2, 0.0), self.along_axis(0.15 * half * half, 0.15 * radius * radius)

    def core_ball(self) -> tuple[Vec3, float]:
        """From the triangle of apex and base: centred on the base if the apex is obtuse, else the circumcircle."""
        height = 2 * self.half_height
        if self.radius >= height:
            along, radius = -self.half_height, self.radius
        else:
            radius = (height + self.radius * (self.radius / height)) / 2
            along = self.half_height - radius
        return scale(IDENTITY["xyz".index(self.axis)], along), radius

    def core_inner_radius(self) -> float:
        # Above half the height, the lateral surface is nearer than the base.
        return self.radius * (self.half_height / hypot(self.radius, 2 * self.half_height))

    def width(self, along: float) -> float:
        return self.radius * ((self.half_height - along) / (2 * self.half_height))

    def directions(self) -> Floats:
        """The apex and the rim as the ends of the slope, and the rim as that of the base."""
        slope = hypot(2 * self.half_height, self.radius)
        across, along = 2 * self.half_height / slope, self.radius / slope
        return rings((across, along + TIP), (across, along - TIP), (TIP, -1.0))

    def exact_reach(self, sizes: Int3, direction: Int3, shift: int) -> int:
        radius, half_height, _ = sizes
        along, across = split(self.axis, direction)
        apex = half_height * along << shift
        return max(apex, root_above(radius * radius * across, shift) - apex)

    def exactly_contains(self, sizes: Int3, point: Int3) -> bool:
        """The cone is radius · (half height − along) / (2 · half height) wide."""
        radius, half_height, _ = sizes
        along, across = split(self.axis, point)
        is_between = abs(along) <= half_height
        return is_between and across * (2 * half_height) ** 2 <= (radius * (half_height - along)) ** 2


def cone_support(core: Convex, d: Vec3) -> tuple[Vec3, int]:
    radius, half_height = core.size[0], core.size[1]
    if 2 * half_height * d[1] >= radius * norm((d[0], 0.0, d[2])):
        return (0.0, half_height, 0.0), NO_INDEX
    x, z = rim(radius, d)
    return (x, -half_height, z), NO_INDEX


CONE = register_core(cone_support)
