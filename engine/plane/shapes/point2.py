"""A single point of the plane."""

from dataclasses import dataclass

from gjkscope.engine.plane.shapes.planar import PlanarShape
from gjkscope.engine.plane.vectors import ORIGIN2, Vec2
from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import register_shape
from gjkscope.engine.vectors import ZERO, Vec3


@register_shape(10, "point")
@dataclass(frozen=True)
class Point2(PlanarShape):
    """A point at the local origin; with `rounding`, a disc.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Point2
    >>> Point2(rounding=0.1)
    Point2(rounding=0.1)
    """

    rounding: float = 0.0

    def __post_init__(self) -> None:
        fields.set_fields(self, rounding=fields.rounding_field(self.rounding))

    def points(self) -> tuple[Vec2, ...]:
        return (ORIGIN2,)

    def core_ball(self) -> tuple[Vec3, float]:
        return ZERO, 0.0

    def fills_box(self, aligned: bool) -> bool:
        return self.rounding == 0

    def fills_ball(self) -> bool:
        return True
