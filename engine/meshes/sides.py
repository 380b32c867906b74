"""The two sides of a search through triangles: a mesh with its tree, or a convex shape as a tree of one node.

A search reads a side only through `box_of`, `low_of`, `triangle_of` and `core_of`, which compiled code replaces by
functions that read arrays (engine/batch/compiled_meshes.py).
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.meshes.boxes import NodeBox, boxes_apart, direction_of_boxes
from gjkscope.engine.meshes.tree import NONE, Floats, NodeArrays, Nodes, box_of_row, tree_of
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import FacetedShape, Shape
from gjkscope.engine.shapes.support import NO_VERTICES, SHAPES_KEPT, Convex, convex, place_core, support
from gjkscope.engine.vectors import IDENTITY, ZERO, Vec3, add, dot, neg, norm, row_times, sub, transposed_times

NO_CORNERS = np.empty((0, 3, 3))


class MeshSide(NamedTuple):
    """A placed mesh, or a placed convex shape, relative to A's position."""

    arrays: NodeArrays
    corners: Floats  # (n, 3, 3) of the triangles; (0, 3, 3) for a convex shape
    core: Convex  # the convex shape; of a mesh, its pose and radius

    @property
    def nodes(self) -> Nodes:
        """The nodes as records."""
        return Nodes(self.arrays)


class SearchSides(NamedTuple):
    """Both sides, and the lengths that a search compares with."""

    a: MeshSide
    b: MeshSide
    reach: float  # no coordinate is larger; rounding errors are relative to it
    margin: float  # the rounding error of a distance, metres: lesser ones count as contact
    radius: float  # sum of both radii: the cores' distance minus the shapes' distance
    tolerance: float  # shallower overlaps count as touching, metres
    gaps: Any = None  # of the new pairs of pairs of nodes, by their numbers, computed ahead; none in compiled code


def is_triangles(shape: Shape) -> bool:
    """Whether a search takes the shape as triangles, and not as a convex solid."""
    return isinstance(shape, FacetedShape) and bool(shape.faces)


def place_sides(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, tolerance: float) -> SearchSides:
    """Both sides, relative to A's position."""
    a = place_side(shape_a, pose_a._replace(position=ZERO))
    b = place_side(shape_b, pose_b._replace(position=sub(pose_b.position, pose_a.position)))
    return search_sides(a, b, tolerance)._replace(gaps={})


def search_sides(a: MeshSide, b: MeshSide, tolerance: float) -> SearchSides:
    """Both sides with the lengths that follow from them."""
    reach = max(_furthest(a), _furthest(b))
    margin = ROUNDINGS * a.core.roundoff * reach
    return SearchSides(a, b, reach, margin, a.core.radius + b.core.radius, tolerance)


def box_of(side: MeshSide, number: int) -> NodeBox:
    """The box of a node, placed.

    A pose need not be an exact rotation; then the axes are not exactly perpendicular, and the box still contains what
    it should.
    """
    box, core = box_of_row(side.arrays.boxes[number].tolist()), side.core
    x, y, z = box.axes
    axes = (row_times(core.rotation, x), row_times(core.rotation, y), row_times(core.rotation, z))
    return NodeBox(add(row_times(core.rotation, box.center), core.position), axes, box.half)


def half_of(side: MeshSide, number: int) -> Vec3:
    """The half extents of a node's box."""
    x, y, z = side.arrays.boxes[number, 12:].tolist()
    return (x, y, z)


def gap_of_child(sides: SearchSides, number: int, child: int, a: int, b: int) -> float:
    """`compute_gap` of a new pair of nodes, by its place among those of a split pair, unless it is known already."""
    known = sides.gaps.get(number)
    return known[child] if known else compute_gap(sides, a, b)


def compute_gap(sides: SearchSides, a: int, b: int) -> float:
    """A lower bound on the distance of a node of A and one of B, up to rounding; 0 or less if none was found.

    Of two leaves, the plane between their boxes is moved to what they hold: a triangle fills half of its box.
    """
    box_a, box_b = box_of(sides.a, a), box_of(sides.b, b)
    direction = direction_of_boxes(box_a, box_b)
    if direction == ZERO:
        return 0.0
    if triangle_of(sides.a, a) == NONE or triangle_of(sides.b, b) == NONE:
        return boxes_apart(box_a, box_b, direction)
    return -height_of(sides.a, a, direction) - height_of(sides.b, b, neg(direction))


def height_of(side: MeshSide, number: int, direction: Vec3) -> float:
    """How far the triangle of a leaf extends along a unit direction, metres."""
    local, (p, q, r) = transposed_times(side.core.rotation, direction), leaf_corners(side, number)
    return max(dot(p, local), dot(q, local), dot(r, local)) + dot(side.core.position, direction)


def leaf_corners(side: MeshSide, number: int) -> tuple[Vec3, Vec3, Vec3]:
    """The corners of the triangle of a leaf, in the mesh's frame."""
    p, q, r = side.corners[triangle_of(side, number)].tolist()
    return (p[0], p[1], p[2]), (q[0], q[1], q[2]), (r[0], r[1], r[2])


def low_of(side: MeshSide, number: int) -> int:
    """The first child of a node; `NONE` for a leaf."""
    return int(side.arrays.links[number, 0])


def triangle_of(side: MeshSide, number: int) -> int:
    """The triangle of a leaf, numbered as the mesh's faces; `NONE` for a convex shape."""
    return int(side.arrays.links[number, 1])


def core_of(side: MeshSide, number: int, center: Vec3) -> Convex:
    """The triangle of a leaf as a convex core, from whose `center` GJK starts, or the convex shape."""
    triangle = triangle_of(side, number)
    if triangle == NONE:
        return side.core
    return side.core._replace(vertices=side.corners[triangle], center=center)


def place_side(shape: Shape, pose: Pose) -> MeshSide:
    """A shape at a pose: a mesh with its tree, a convex shape with one node."""
    core = convex(shape, pose)
    if not isinstance(shape, FacetedShape) or not is_triangles(shape):
        return MeshSide(_node_around(shape), NO_CORNERS, core)
    tree = tree_of(shape)
    return MeshSide(tree.arrays, tree.corners, core._replace(vertices=NO_VERTICES))


@lru_cache(maxsize=SHAPES_KEPT)
def _node_around(shape: Shape) -> NodeArrays:
    """The only node of a convex shape: the box around its core, along the axes of the core's frame."""
    core = place_core(shape.core()._replace(first=0), Pose())
    intervals = [(support(core, neg(axis))[0][i], support(core, axis)[0][i]) for i, axis in enumerate(IDENTITY)]
    x, y, z = ((low / 2 + high / 2, high / 2 - low / 2) for low, high in intervals)
    box = np.array([[x[0], y[0], z[0], *np.eye(3).flat, x[1], y[1], z[1]]])
    return NodeArrays(box, np.array([[NONE, NONE]]), np.array([[0, 1, 0, NONE]]))


def _furthest(side: MeshSide) -> float:
    """An upper bound of the coordinates, up to rounding."""
    root = box_of(side, 0)
    return norm(root.center) + norm(root.half)
