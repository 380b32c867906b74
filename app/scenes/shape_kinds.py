"""Creates default shapes of each kind, and converts shapes to other kinds.

Both are scaled to given half extents, in the shape's own frame and about its own origin.
"""

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.shapes.entry import Vertices
from gjkscope.app.scenes.shapes.kinds import ENTRIES_OF
from gjkscope.engine.plane.shapes.kinds import Box2
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.kinds import Box, CurvedShape, PolytopeShape, Shape
from gjkscope.engine.vectors import Vec3

# The thickness of a solid that replaces a flat shape, as a fraction of the longest half extent.
THICKNESS = 0.1


def shape_of_size(kind: str, half: Vec3, dimension: int = 3) -> Shape:
    """A shape of that kind (a name in `ENTRIES_OF[dimension]`) with about these half extents, each > 0."""
    return ENTRIES_OF[dimension][kind].of_size(half)


def as_kind(shape: Shape, kind: str) -> Shape:
    """Converts `shape` to that kind of its dimension: same size and rounding, and the same vertices if possible."""
    entry, vertices = ENTRIES_OF[shape.dimension][kind], _vertices(shape)
    if entry.from_vertices is not None and vertices:
        taken = entry.from_vertices(vertices, shape.rounding)
        if taken is not None:
            return taken
    return replace(entry.of_size(_half_extents(shape)), rounding=shape.rounding)


def _half_extents(shape: Shape) -> Vec3:
    """The half extents of the shape about its origin, along its own axes, without its rounding; never 0."""
    low, high = aabb(replace(shape, rounding=0.0), Pose())
    half = [max(abs(a), abs(b)) for a, b in zip(low, high, strict=True)]
    longest = max(half) or shape.rounding or 1.0
    x, y, z = (part or THICKNESS * longest for part in half)
    return (x, y, z)


def _vertices(shape: Shape) -> Vertices:
    """The vertices that another kind can take over: those of a polytope with non-zero area."""
    if isinstance(shape, PolytopeShape):
        corners = shape.corners()
        if isinstance(shape, Box):
            corners = tuple(sorted(corners))  # z varies fastest, as in a list written by hand
        if isinstance(shape, Box2):
            corners = tuple(corners[i] for i in (0, 1, 3, 2))  # anticlockwise
        return corners if shape.ball_radius() == 0 and len(corners) > 2 else ()
    if isinstance(shape, CurvedShape):
        return ()
    raise ValueError(f"shape: neither a polytope nor curved: {shape!r}")
