"""Evidence for the distance of shapes that are not convex, by their triangles; trusts no search that found it.

A mesh is the union of its *cells*, which are its triangles, and of a chain its segments; a convex polytope is one cell,
the hull of its vertices.  The distance d of two shapes is claimed to be lower ≤ d ≤ upper:

1. *Upper*: a cell of each, and weights of their corners.  Two points of the shapes follow; d is at most their distance.
2. *Lower*: a tree that splits the pairs of cells, and ends in axes.  The cells of each shape are listed in an order,
   each exactly once.  A node of the tree holds a range of each order, the root all.  A split cuts one range in two, or
   both; its children together hold all pairs of the node.  A leaf has an axis n: no corner of its cells of A is higher
   along n than h, none of B lower than h', so they are at least (h' − h) / |n| apart.  The least of all leaves is a
   lower bound.  It has to be positive.
3. *Outside*: a closed mesh is the solid that it bounds: all points from which a ray crosses it an odd number of times.
   A connected part of the other shape, which does not meet the mesh, lies inside with all of its points or with none.
   So for each part there is a ray from one of its corners that crosses the mesh an even number of times, and none of
   its edges.  With this for both shapes, the solids do not overlap: from a common point, walk in any direction to the
   first surface; it belongs to a part that is inside the other solid.

The corners are the shapes' own doubles, placed exactly (integers.py); only the final bounds are rounded, outwards.
This module does not use any of the algorithms.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import isfinite
from typing import NamedTuple

from gjkscope.engine.arithmetic.integers import (
    Int3,
    IntegerPair,
    Length,
    as_integers,
    bracket,
    int_cross,
    int_dot,
    int_sub,
    less,
    place_pair,
    vertex,
)
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.terms import Number3, Unproved
from gjkscope.engine.shapes.kinds import FacetedShape, PolytopeShape, Shape, TriangleSurface
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.shapes.surfaces import SurfaceKind
from gjkscope.engine.vectors import Vec3

WHOLE_RANGE = -1  # in place of a middle: the range is not split


class SurfaceNode(NamedTuple):
    """A node of the tree: a split, or a leaf with an axis."""

    middle_a: int  # where the range of A's order is cut; `WHOLE_RANGE`
    middle_b: int
    axis: Number3 | None  # of a leaf, from A to B, any length


class OutsideRay(NamedTuple):
    """A ray from a corner of the other shape that crosses a closed mesh an even number of times."""

    solid: int  # whose mesh: 0 is A, 1 is B
    corner: int  # of the other shape, where the ray starts
    direction: Number3  # any length


class SurfaceEvidence(NamedTuple):
    """The evidence for both bounds, and that neither shape is inside the other.

    Cells are numbered as the faces of a mesh; a convex polytope has one.
    """

    order_a: tuple[int, ...]
    order_b: tuple[int, ...]
    nodes: tuple[SurfaceNode, ...]  # each before its children: those of A's first range first, and then B's
    cells: tuple[int, int]
    weights: tuple[tuple[float, ...], tuple[float, ...]]  # of their corners, not negative
    rays: tuple[OutsideRay, ...]


def surface_bounds(
    evidence: SurfaceEvidence, shape_a: Shape, shape_b: Shape, pair: IntegerPair
) -> tuple[Length, Length]:
    """The bounds of the signed distance that follow from the evidence about two placed shapes.

    Raises `Unproved` if the evidence is not valid for these shapes.
    """
    cells = cells_of(shape_a), cells_of(shape_b)
    placed = place_corners(shape_a, pair, 0), place_corners(shape_b, pair, 1)
    corners = _corners(cells[0], placed[0]), _corners(cells[1], placed[1])
    lower, upper = _least_gap(evidence, corners, pair), _witness_distance(evidence, corners, pair)
    if lower.sign < 0:  # as that of zero is
        raise Unproved("nodes: the gap of a leaf is not positive")
    _require_outside(evidence.rays, (shape_a, shape_b), placed)
    return lower, upper


def nearest_gap(
    evidence: SurfaceEvidence, axis: Number3, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose
) -> float:
    """How far apart the two nearest cells are along an axis, metres, rounded down.  Raises `Unproved`."""
    pair = place_pair(shape_a, pose_a, shape_b, pose_b)
    corners = tuple(
        [vertex((pair.a, pair.b)[side], corner) for corner in cells_of(shape)[evidence.cells[side]]]
        for side, shape in enumerate((shape_a, shape_b))
    )
    return bracket(_gap_along(axis, corners[0], corners[1], pair))[0]


@lru_cache(maxsize=SHAPES_KEPT)
def cells_of(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """The corners of each cell.  Raises `Unproved` for a curved shape, which has none."""
    if isinstance(shape, FacetedShape) and shape.faces:
        return shape.faces
    if not isinstance(shape, PolytopeShape):
        raise Unproved("surfaces: a shape is curved")
    return (tuple(range(len(shape.corners()))),)


def is_closed(shape: Shape) -> bool:
    """Whether the shape is a closed mesh, which may contain another that does not meet its triangles."""
    surface = shape.surface() if isinstance(shape, TriangleSurface) else None
    return surface is not None and surface.kind == SurfaceKind.SOLID


@lru_cache(maxsize=SHAPES_KEPT)
def parts_of_corners(shape: PolytopeShape) -> tuple[int, ...]:
    """For each corner, a number that it shares with all corners that cells connect with it, by their positions."""
    corners, first = shape.corners(), dict[Vec3, int]()
    owners = [first.setdefault(corner, i) for i, corner in enumerate(corners)]
    for head, *tail in cells_of(shape):
        for corner in tail:
            owners[_root(owners, corner)] = _root(owners, head)
    return tuple(_root(owners, i) for i in range(len(corners)))


def place_corners(shape: Shape, pair: IntegerPair, side: int) -> list[Int3]:
    """The placed corners of a shape, in units of the pair."""
    return (
        [vertex((pair.a, pair.b)[side], i) for i in range(len(shape.corners()))]
        if isinstance(shape, PolytopeShape)
        else []
    )


def count_crossings(
    start: Int3, direction: Number3, placed: Sequence[Int3], triangles: Sequence[tuple[int, ...]]
) -> int:
    """How many triangles a ray crosses; all in the same units.

    Raises `Unproved` if it starts on a triangle, or its line meets the border of one that is not all behind the start.
    """
    along = _direction(direction)
    seen = [int_sub(corner, start) for corner in placed]
    ahead = [int_dot(along, corner) >= 0 for corner in seen]
    count = 0
    for i, j, k in triangles:
        if ahead[i] or ahead[j] or ahead[k]:
            count += _crosses(along, seen[i], seen[j], seen[k])
    return count


Corners = Sequence[Sequence[Int3]]
"""The placed corners of each cell, in units of the pair."""


def _root(owners: list[int], corner: int) -> int:
    while owners[corner] != corner:
        owners[corner] = owners[owners[corner]]
        corner = owners[corner]
    return corner


def _crosses(along: Int3, p: Int3, q: Int3, r: Int3) -> bool:
    """Whether a ray from the origin crosses a triangle, by the volumes that its line spans with each side."""
    normal = int_cross(q, r)
    volumes = int_dot(along, normal), int_dot(along, int_cross(r, p)), int_dot(along, int_cross(p, q))
    if min(volumes) < 0 < max(volumes):
        return False
    height = int_dot(p, normal)
    if 0 in volumes or height == 0:
        raise Unproved("rays: one meets an edge, or starts on a triangle")
    return (height > 0) == (volumes[0] > 0)


def _require_outside(
    rays: Sequence[OutsideRay], shapes: tuple[Shape, Shape], placed: tuple[Sequence[Int3], Sequence[Int3]]
) -> None:
    """Checks that no part of a shape is inside a closed mesh."""
    for solid, other in ((0, 1), (1, 0)):
        shape = shapes[other]
        if not is_closed(shapes[solid]) or not isinstance(shape, PolytopeShape):
            continue
        parts, outside = parts_of_corners(shape), set[int]()
        for ray in rays:
            if ray.solid == solid:
                start = placed[other][ray.corner]
                if count_crossings(start, ray.direction, placed[solid], cells_of(shapes[solid])) % 2:
                    raise Unproved("rays: one starts inside")
                outside.add(parts[ray.corner])
        if any(parts[cell[0]] not in outside for cell in cells_of(shape)):
            raise Unproved("rays: a part of a shape has none")


def _corners(cells: Sequence[tuple[int, ...]], placed: Sequence[Int3]) -> Corners:
    return [[placed[corner] for corner in cell] for cell in cells]


def _least_gap(evidence: SurfaceEvidence, corners: tuple[Corners, Corners], pair: IntegerPair) -> Length:
    """The least gap of all leaves; they hold all pairs of cells."""
    for order, cells in zip((evidence.order_a, evidence.order_b), corners, strict=True):
        if sorted(order) != list(range(len(cells))):
            raise Unproved("order: each cell must be listed once")
    ranges, least = [(0, len(corners[0]), 0, len(corners[1]))], None
    for node in evidence.nodes:
        if not ranges:
            raise Unproved("nodes: there are more than the tree has")
        here = ranges.pop()
        if node.axis is None:
            ranges += reversed(list(_split(here, node)))
            continue
        gap = _gap(node.axis, evidence, corners, here, pair)
        least = gap if least is None or less(gap, least) else least
    if ranges or least is None:
        raise Unproved("nodes: some pairs of cells are in none")
    return least


def _split(here: tuple[int, int, int, int], node: SurfaceNode) -> Iterator[tuple[int, int, int, int]]:
    """The ranges of the children, each of which has a cell of both shapes."""
    begin_a, end_a, begin_b, end_b = here
    parts_a, parts_b = _parts(begin_a, node.middle_a, end_a), _parts(begin_b, node.middle_b, end_b)
    if len(parts_a) + len(parts_b) == 2:
        raise Unproved("nodes: one has no axis and is not split")
    for b in parts_b:
        for a in parts_a:
            yield (*a, *b)


def _parts(begin: int, middle: int, end: int) -> list[tuple[int, int]]:
    if middle == WHOLE_RANGE:
        return [(begin, end)]
    if not begin < middle < end:
        raise Unproved("nodes: one is split outside its range")
    return [(begin, middle), (middle, end)]


def _gap(
    axis: Number3,
    evidence: SurfaceEvidence,
    corners: tuple[Corners, Corners],
    here: tuple[int, int, int, int],
    pair: IntegerPair,
) -> Length:
    begin_a, end_a, begin_b, end_b = here
    of_a = [p for i in evidence.order_a[begin_a:end_a] for p in corners[0][i]]
    of_b = [p for i in evidence.order_b[begin_b:end_b] for p in corners[1][i]]
    return _gap_along(axis, of_a, of_b, pair)


def _gap_along(axis: Number3, of_a: Sequence[Int3], of_b: Sequence[Int3], pair: IntegerPair) -> Length:
    direction = _direction(axis)
    height = min([int_dot(direction, p) for p in of_b]) - max([int_dot(direction, p) for p in of_a])
    sign, radius = 1 if height > 0 else -1, pair.a.radius + pair.b.radius
    return Length(sign, height * height, int_dot(direction, direction), radius, pair.unit)


def _direction(axis: Number3) -> Int3:
    if not all(isfinite(number) for number in axis):
        raise Unproved("axis: must be finite")
    x, y, z = as_integers(axis)[0]
    if (x, y, z) == (0, 0, 0):
        raise Unproved("axis: zero is not a direction")
    return (x, y, z)


def _witness_distance(evidence: SurfaceEvidence, corners: tuple[Corners, Corners], pair: IntegerPair) -> Length:
    """The distance of a point of each shape."""
    if min(evidence.cells) < 0:
        raise Unproved("cells: must not be negative")
    (point_a, total_a), (point_b, total_b) = (
        _weighted(corners[side][evidence.cells[side]], evidence.weights[side]) for side in (0, 1)
    )
    across = int_sub(_scaled(point_a, total_b), _scaled(point_b, total_a))
    total = total_a * total_b
    return Length(1, int_dot(across, across), total * total, pair.a.radius + pair.b.radius, pair.unit)


def _weighted(corners: Sequence[Int3], weights: Sequence[float]) -> tuple[Int3, int]:
    """The weighted sum of corners, and the sum of the weights, as integers."""
    if not (all(isfinite(weight) and weight >= 0 for weight in weights) and sum(weights) > 0):
        raise Unproved("weights: they are not convex")
    parts = as_integers(weights)[0]
    x, y, z = (sum(part * p[i] for part, p in zip(parts, corners, strict=True)) for i in range(3))
    return (x, y, z), sum(parts)


def _scaled(v: Int3, factor: int) -> Int3:
    return (v[0] * factor, v[1] * factor, v[2] * factor)
