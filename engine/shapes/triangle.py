"""A triangle."""

from dataclasses import dataclass

from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import PolytopeShape, register_shape
from gjkscope.engine.shapes.surfaces import BoundarySurface, thin
from gjkscope.engine.vectors import Vec3


@register_shape(30)
@dataclass(frozen=True)
class Triangle(PolytopeShape):
    """A flat triangle with three `vertices` (x, y, z); collinear or coincident ones are allowed.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Triangle
    >>> len(Triangle([(0, 0, 0), (1, 0, 0), (0, 1, 0)]).vertices)
    3
    """

    vertices: tuple[Vec3, Vec3, Vec3]
    rounding: float = 0.0

    def __post_init__(self) -> None:
        vertices = fields.vectors("vertices", self.vertices)
        if len(vertices) != 3:
            raise ValueError(f"vertices: a triangle has 3, got {len(vertices)}")
        fields.set_fields(self, vertices=vertices, rounding=fields.rounding_field(self.rounding))

    def corners(self) -> tuple[Vec3, ...]:
        return self.vertices

    def surface(self) -> BoundarySurface:
        return thin(self.vertices, [(0, 1, 2)], [(0, 1), (1, 2), (2, 0)])
