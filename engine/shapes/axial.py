"""Shared by capsule, cylinder and cone: their fields, and the geometry of discs around an axis."""

from abc import abstractmethod
from dataclasses import dataclass
from math import hypot

from gjkscope.engine.arguments import length
from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.exact import INSIDE
from gjkscope.engine.shapes.fields import Axis
from gjkscope.engine.shapes.shape import CurvedShape, Shape
from gjkscope.engine.shapes.support import FIRST, Core, curved_core
from gjkscope.engine.vectors import Vec3, norm, unit


@dataclass(frozen=True)
class AxialShape(Shape):
    """Base of capsule, cylinder and cone: `radius` around the local `axis`, ±`half_height` along it; both > 0."""

    radius: float
    half_height: float
    axis: Axis = "y"
    rounding: float = 0.0

    def __post_init__(self) -> None:
        fields.set_fields(self, axis=fields.axis_name("axis", self.axis))
        fields.set_fields(
            self, radius=length("radius", self.radius), half_height=length("half_height", self.half_height)
        )
        fields.set_fields(self, rounding=fields.rounding_field(self.rounding))


class CurvedAxialShape(AxialShape, CurvedShape):
    """Base of cylinder and cone.  The size of their core is radius, half height, 0."""

    def arm(self) -> float:
        return norm((self.radius, self.half_height, 0.0))

    def effective_turn(self, turn: Vec3) -> Vec3:
        return turn[0], 0.0, turn[2]

    def along_axis(self, along: float, across: float) -> Vec3:
        """The vector with one coordinate along the local axis and another along both other axes."""
        x, y, z = (along if name == self.axis else across for name in "xyz")
        return x, y, z

    def move_inside(self, point: Vec3) -> Vec3:
        axis, half = "xyz".index(self.axis), self.half_height
        along = min(max(point[axis], -half), half)
        width = self.width(along)
        across = hypot(*(number for i, number in enumerate(point) if i != axis))
        inwards = width * INSIDE / across if across > width * INSIDE else 1.0
        x, y, z = (along if i == axis else number * inwards for i, number in enumerate(point))
        return (x, y, z)

    @abstractmethod
    def width(self, along: float) -> float:
        """The radius of the cross section at the height `along` on the axis."""


def axial_core(kind: int, shape: CurvedAxialShape) -> Core:
    size = (shape.radius, shape.half_height, 0.0)
    return curved_core(kind, size, shape.rounding, first=FIRST[shape.axis])


def rim(radius: float, d: Vec3) -> tuple[float, float]:
    """The furthest point of a disc in the x–z plane; its centre if the direction is perpendicular to the plane."""
    x, _, z = unit((d[0], 0.0, d[2]))
    return radius * x, radius * z
