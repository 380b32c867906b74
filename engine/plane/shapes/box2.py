"""A rectangle."""

from dataclasses import dataclass

from gjkscope.engine.plane.shapes.planar import PlanarShape, plane_sizes
from gjkscope.engine.plane.vectors import Vec2, norm2
from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import register_shape
from gjkscope.engine.vectors import ZERO, Vec3


@register_shape(40, "box")
@dataclass(frozen=True)
class Box2(PlanarShape):
    """A rectangle, aligned with the local axes, from −`half_extents` (x, y) to +`half_extents`; both must be > 0.

    The vertices are numbered anticlockwise from (−x, −y).

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Box2
    >>> Box2((1, 2)).half_extents
    (1.0, 2.0)
    """

    half_extents: Vec2
    rounding: float = 0.0

    def __post_init__(self) -> None:
        fields.set_fields(self, half_extents=plane_sizes("half_extents", self.half_extents))
        fields.set_fields(self, rounding=fields.rounding_field(self.rounding))

    def points(self) -> tuple[Vec2, ...]:
        x, y = self.half_extents
        return ((-x, -y), (x, -y), (x, y), (-x, y))

    def core_ball(self) -> tuple[Vec3, float]:
        return ZERO, norm2(self.half_extents)

    def core_inner_radius(self) -> float:
        return min(self.half_extents)

    def fills_box(self, aligned: bool) -> bool:
        return self.rounding == 0 and aligned
