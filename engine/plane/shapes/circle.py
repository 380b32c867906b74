"""A disc."""

from dataclasses import dataclass

from gjkscope.engine.arguments import length
from gjkscope.engine.plane.shapes.planar import PlanarShape
from gjkscope.engine.plane.vectors import ORIGIN2, Vec2
from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import register_shape
from gjkscope.engine.vectors import ZERO, Vec3


@register_shape(30, "circle")
@dataclass(frozen=True)
class Circle(PlanarShape):
    """A disc of `radius` > 0 around the local origin.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Circle
    >>> Circle(0.5)
    Circle(radius=0.5, rounding=0.0)
    """

    radius: float
    rounding: float = 0.0

    def __post_init__(self) -> None:
        fields.set_fields(self, radius=length("radius", self.radius), rounding=fields.rounding_field(self.rounding))

    def points(self) -> tuple[Vec2, ...]:
        return (ORIGIN2,)

    def ball_radius(self) -> float:
        return self.radius

    def core_ball(self) -> tuple[Vec3, float]:
        return ZERO, 0.0

    def fills_ball(self) -> bool:
        return True

    def surface(self) -> None:
        return None
