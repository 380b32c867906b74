"""A chain of segments, such as the ground of a 2D scene."""

from dataclasses import dataclass
from functools import cached_property

from gjkscope.engine.arguments import as_flag
from gjkscope.engine.plane.shapes.planar import PlanarShape, plane_vectors
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.shapes import fields
from gjkscope.engine.shapes.shape import register_shape
from gjkscope.engine.shapes.surfaces import BoundarySurface, Face, thin
from gjkscope.engine.shapes.triangle_surface import FacetedShape


@register_shape(70, "chain")
@dataclass(frozen=True)
class Chain(PlanarShape, FacetedShape):
    """Segments from each of two or more `vertices`, (x, y), to the next, and with `loop` from the last to the first.

    It is a curve: it has no inside, even as a loop, and need not be convex.  Distances are those from the segments on
    both sides.  Contacts in Box2D are one-sided instead: its chains collide only on the right of each segment, seen
    along the chain, so an anticlockwise loop around a solid collides outside.  To smooth the normals at the ends, each
    segment also knows the vertices before and after it, its ghost vertices.  An open chain of Box2D 3 has its first
    and last points as ghosts only: leave these two out here.

    Lengths, `rounding` and errors are as for `Shape`.

    >>> from gjkscope import Chain
    >>> Chain([(0, 0), (2, 0), (2, 1)]).segment(1)
    ((2.0, 0.0), (2.0, 1.0))
    """

    vertices: tuple[Vec2, ...]
    loop: bool = False
    rounding: float = 0.0

    def __post_init__(self) -> None:
        vertices, least = plane_vectors("vertices", self.vertices), 3 if as_flag("loop", self.loop) else 2
        if len(vertices) < least:
            kind = "a loop" if self.loop else "a chain"
            raise ValueError(f"vertices: {kind} needs at least {least}, got {len(vertices)}")
        fields.set_fields(self, vertices=vertices, rounding=fields.rounding_field(self.rounding))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.vertices, self.loop, self.rounding))

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The segments, by the numbers of their ends: triangles whose last two corners coincide."""
        following = (*range(1, len(self.vertices)), *((0,) if self.loop else ()))
        return tuple((i, j, j) for i, j in enumerate(following))

    def segment(self, number: int) -> tuple[Vec2, Vec2]:
        """The ends of a segment; they are numbered from the first vertex."""
        start, end, _ = self.faces[number]
        return self.vertices[start], self.vertices[end]

    def points(self) -> tuple[Vec2, ...]:
        return self.vertices

    def core_inner_radius(self) -> float:
        return 0.0

    def surface(self) -> BoundarySurface:
        return thin(self.corners(), [*self.faces], [(i, j) for i, j, _ in self.faces])
