"""An ellipsoid."""

from dataclasses import dataclass

import numpy as np

from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.directions import SAMPLES, Floats, even_directions
from gjkscope.engine.shapes.exact import INSIDE, Int3, root_above
from gjkscope.engine.shapes.shape import CurvedShape, register_shape
from gjkscope.engine.shapes.support import NO_INDEX, Convex, Core, curved_core, register_core
from gjkscope.engine.vectors import ZERO, Vec3, norm, scale, unit


@register_shape(90)
@dataclass(frozen=True)
class Ellipsoid(CurvedShape):
    """All points (x, y, z) with x²/rx² + y²/ry² + z²/rz² ≤ 1, where `radii` is (rx, ry, rz), each > 0.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Ellipsoid
    >>> Ellipsoid((1, 2, 3)).radii
    (1.0, 2.0, 3.0)
    """

    radii: Vec3
    rounding: float = 0.0

    def __post_init__(self) -> None:
        fields.set_fields(self, radii=fields.sizes("radii", self.radii), rounding=fields.rounding_field(self.rounding))

    def core(self) -> Core:
        return curved_core(ELLIPSOID, self.radii, self.rounding)

    def core_ball(self) -> tuple[Vec3, float]:
        return ZERO, max(self.radii)

    def core_inner_radius(self) -> float:
        return min(self.radii)

    def arm(self) -> float:
        return max(self.radii)

    def effective_turn(self, turn: Vec3) -> Vec3:
        return effective_turn(self.radii, turn)

    def mass_moments(self) -> tuple[Vec3, Vec3]:
        x, y, z = ((part + self.rounding) ** 2 / 5 for part in self.radii)
        return ZERO, (x, y, z)

    def move_inside(self, point: Vec3) -> Vec3:
        r, s, t = self.radii
        outwards = norm((point[0] / r, point[1] / s, point[2] / t))
        return scale(point, min(1.0, INSIDE / outwards)) if outwards > INSIDE else point

    def directions(self) -> Floats:
        # Transformed like normals, evenly spread directions on the unit ball give an even spread on the ellipsoid.
        return even_directions(SAMPLES // 2) * (min(self.radii) / np.array(self.radii))

    def exact_reach(self, sizes: Int3, direction: Int3, shift: int) -> int:
        (r, s, t), (x, y, z) = sizes, direction
        return root_above((r * x) ** 2 + (s * y) ** 2 + (t * z) ** 2, shift)

    def exactly_contains(self, sizes: Int3, point: Int3) -> bool:
        (r, s, t), (x, y, z) = sizes, point
        return (x * s * t) ** 2 + (y * t * r) ** 2 + (z * r * s) ** 2 <= (r * s * t) ** 2


def effective_turn(radii: Vec3, turn: Vec3) -> Vec3:
    """The part of an angular velocity that changes an ellipsoid: none about an axis with circular cross sections."""
    (a, b, c), (x, y, z) = radii, turn
    return 0.0 if b == c else x, 0.0 if c == a else y, 0.0 if a == b else z


def ellipsoid_support(core: Convex, d: Vec3) -> tuple[Vec3, int]:
    radii = core.size
    # The ellipsoid is the image of the unit ball under diag(radii): s(d) = diag(r) · unit(diag(r) · d).
    x, y, z = unit((radii[0] * d[0], radii[1] * d[1], radii[2] * d[2]))
    return (radii[0] * x, radii[1] * y, radii[2] * z), NO_INDEX


ELLIPSOID = register_core(ellipsoid_support)
