"""A line segment in the plane."""

from dataclasses import dataclass

from gjkscope.engine.arguments import plane_vector
from gjkscope.engine.plane.shapes.planar import PlanarShape
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import register_shape


@register_shape(20, "segment")
@dataclass(frozen=True)
class Segment2(PlanarShape):
    """The line segment from `a` to `b`, which may coincide.  Each is (x, y) in metres, in local coordinates.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Segment2
    >>> Segment2((0, 0), (0, 2)).b
    (0.0, 2.0)
    """

    a: Vec2
    b: Vec2
    rounding: float = 0.0

    def __post_init__(self) -> None:
        fields.set_fields(self, a=plane_vector("a", self.a), b=plane_vector("b", self.b))
        fields.set_fields(self, rounding=fields.rounding_field(self.rounding))

    def points(self) -> tuple[Vec2, ...]:
        return (self.a, self.b)
