"""A ball."""

from dataclasses import dataclass

from gjkscope.engine.arguments import length
from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.point import point_core
from gjkscope.engine.shapes.shape import PolytopeShape, register_shape
from gjkscope.engine.shapes.support import Core
from gjkscope.engine.vectors import ZERO, Vec3


@register_shape(40)
@dataclass(frozen=True)
class Sphere(PolytopeShape):
    """A ball of `radius` > 0 around the local origin.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Sphere
    >>> Sphere(0.5)
    Sphere(radius=0.5, rounding=0.0)
    """

    radius: float
    rounding: float = 0.0

    def __post_init__(self) -> None:
        fields.set_fields(self, radius=length("radius", self.radius), rounding=fields.rounding_field(self.rounding))

    def corners(self) -> tuple[Vec3, ...]:
        return (ZERO,)

    def ball_radius(self) -> float:
        return self.radius

    def core(self) -> Core:
        return point_core(self.rounding + self.radius)

    def core_ball(self) -> tuple[Vec3, float]:
        return ZERO, 0.0

    def core_inner_radius(self) -> float:
        return 0.0

    def fills_ball(self) -> bool:
        return True

    def surface(self) -> None:
        return None
