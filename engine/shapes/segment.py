"""A line segment."""

from dataclasses import dataclass

from gjkscope.engine.arguments import as_vector
from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import PolytopeShape, register_shape
from gjkscope.engine.shapes.surfaces import BoundarySurface, thin
from gjkscope.engine.vectors import Vec3


@register_shape(20)
@dataclass(frozen=True)
class Segment(PolytopeShape):
    """The line segment from `a` to `b`, which may coincide.  Each is (x, y, z) in metres, in local coordinates.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Segment
    >>> Segment((0, 0, 0), (0, 2, 0)).b
    (0.0, 2.0, 0.0)
    """

    a: Vec3
    b: Vec3
    rounding: float = 0.0

    def __post_init__(self) -> None:
        fields.set_fields(self, a=as_vector("a", self.a), b=as_vector("b", self.b))
        fields.set_fields(self, rounding=fields.rounding_field(self.rounding))

    def corners(self) -> tuple[Vec3, ...]:
        return (self.a, self.b)

    def core_inner_radius(self) -> float:
        return 0.0

    def surface(self) -> BoundarySurface:
        return thin((self.a, self.b), [(0, 1, 1)], [(0, 1)])
