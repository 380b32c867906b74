"""A 2D capsule, also called a stadium."""

from dataclasses import dataclass
from typing import Literal

from gjkscope.engine.arguments import length, short_repr
from gjkscope.engine.plane.shapes.planar import PlanarShape
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import register_shape
from gjkscope.engine.vectors import ZERO, Vec3


@register_shape(60, "capsule")
@dataclass(frozen=True)
class Capsule2(PlanarShape):
    """All points of the plane within `radius` of the segment from −`half_height` to +`half_height` on `axis`, x or y.

    Both lengths must be > 0.  The total length is 2 · (half_height + radius).

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Capsule2
    >>> Capsule2(radius=0.5, half_height=1, axis="x").axis
    'x'
    """

    radius: float
    half_height: float
    axis: Literal["x", "y"] = "y"
    rounding: float = 0.0

    def __post_init__(self) -> None:
        if not isinstance(self.axis, str) or self.axis not in ("x", "y"):
            raise ValueError(f"axis: must be x or y, got {short_repr(self.axis)}")
        fields.set_fields(
            self, radius=length("radius", self.radius), half_height=length("half_height", self.half_height)
        )
        fields.set_fields(self, rounding=fields.rounding_field(self.rounding))

    def points(self) -> tuple[Vec2, ...]:
        half = self.half_height
        return ((-half, 0.0), (half, 0.0)) if self.axis == "x" else ((0.0, -half), (0.0, half))

    def ball_radius(self) -> float:
        return self.radius

    def core_ball(self) -> tuple[Vec3, float]:
        return ZERO, self.half_height

    def surface(self) -> None:
        return None
