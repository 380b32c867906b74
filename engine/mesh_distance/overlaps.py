"""The pairs of triangles in contact, found by descending both trees with a stack.

Gottschalk, Lin, Manocha, OBBTree, SIGGRAPH 1996; Ericson, Real-Time Collision Detection, 2005, §6.3.2.

1. Take a pair of nodes off the stack.  If their boxes are apart, drop it.
2. If one of the two can be split, split it, or both if they are of similar size, and put the new pairs on the stack.
3. Two leaves are measured by GJK, until it is certain whether they are in contact.

How it can fail: distances within rounding count as contact.  A shape inside a closed mesh meets no triangle of it.
"""

from typing import Any, NamedTuple

from gjkscope.engine.arguments import positive_count
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.mesh_distance.steps import (
    child_nodes,
    count_children,
    exceeds_range,
    measure_leaves,
    side_to_split,
)
from gjkscope.engine.meshes.sides import SearchSides, compute_gap, place_sides, triangle_of
from gjkscope.engine.meshes.tree import NONE
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.kinds import Shape, as_pair, as_solid

OUT_OF_RANGE = "the coordinates are too large or too small: products of them overflow or underflow"


class TrianglePair(NamedTuple):
    """Two triangles in contact, numbered as the faces of their meshes; −1 for a convex shape.

    >>> from gjkscope import Mesh, Point, Pose, TrianglePair, overlapping_triangles
    >>> floor = Mesh([(0, 0, 0), (0, 0, 1), (1, 0, 0), (1, 0, 1)], [(0, 1, 2), (2, 1, 3)])
    >>> found = overlapping_triangles(floor, Pose(), Point(), Pose(position=(0.25, 0, 0.25)))
    >>> found == (TrianglePair(triangle_a=0, triangle_b=-1),)
    True
    """

    triangle_a: int  #: of A
    triangle_b: int  #: of B


def overlapping_triangles(
    shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object, most: int | None = None
) -> tuple[TrianglePair, ...]:
    """All pairs of triangles of two shapes that are in contact, sorted; with `most`, the first ones that are found.

    Meshes with faces are taken as their triangles, all other shapes as convex solids; poses are those of `query`.  A
    radius belongs to the triangles.  `most=1` answers whether there is any contact, and ends at the first.

    Raises `ValueError` for an invalid shape or pose, and for `most` < 1; `NotApplicable` (a `ValueError`) for 2D
    shapes, and if products of the coordinates overflow.

    Source: Gottschalk, Lin, Manocha, OBBTree, SIGGRAPH 1996.

    >>> from gjkscope import Box, Mesh, Pose, overlapping_triangles
    >>> floor = Mesh([(0, 0, 0), (0, 0, 1), (1, 0, 0), (1, 0, 1)], [(0, 1, 2), (2, 1, 3)])
    >>> [pair.triangle_a for pair in overlapping_triangles(floor, Pose(), Box((0.5, 0.5, 0.5)), Pose())]
    [0, 1]
    """
    a, b = as_pair(as_solid(shape_a, "shape_a"), pose_a, as_solid(shape_b, "shape_b"), pose_b)
    limit = None if most is None else positive_count("most", most)
    sides = place_sides(shape_a, a, shape_b, b, 0.0)
    if exceeds_range(sides.reach):
        raise NotApplicable(OUT_OF_RANGE)
    found, stack = list[tuple[int, int]](), [(0, 0)]
    while stack and (limit is None or len(found) < limit):
        checkpoint()
        visit_node_pair(sides, stack, found)
    return tuple(sorted(TrianglePair(*pair) for pair in found))


def visit_node_pair(sides: SearchSides, stack: Any, found: Any) -> None:
    """Takes a pair of nodes off the stack, and puts there what it is split into, or its triangles into `found`."""
    a, b = stack.pop()
    contact = sides.radius + sides.margin
    if compute_gap(sides, a, b) > contact:
        return
    side = side_to_split(sides, a, b)
    for child in range(count_children(side) - 1, -1, -1):  # the first is visited first
        stack.append(child_nodes(sides, side, a, b, child))
    if side == NONE and measure_leaves(sides, a, b, contact).upper <= contact:
        found.append((triangle_of(sides.a, a), triangle_of(sides.b, b)))
