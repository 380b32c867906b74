"""The evidence for the distance of two meshes, or of a mesh and a convex polytope, from the search through both trees.

The pairs of nodes that the search has split become the splits of the proof, all others its leaves: the axis of a pair
that was pruned or still waits is that between its boxes, that of two leaves is GJK's normal.  The nearest two leaves,
with the weights of GJK's last simplex, give the upper bound.  Rays show that neither shape is inside the other.  The
checker (proof/meshes.py) trusts none of it.
"""

from collections.abc import Iterator, Sequence
from math import inf

import numpy as np

from gjkscope.engine import gjk
from gjkscope.engine.arithmetic.integers import Int3, place_pair
from gjkscope.engine.mesh_distance.steps import MeshPhase, State, measure_leaves, prepare
from gjkscope.engine.meshes.boxes import direction_of_boxes
from gjkscope.engine.meshes.sides import MeshSide, SearchSides, box_of, low_of
from gjkscope.engine.meshes.tree import NONE
from gjkscope.engine.pose import apply
from gjkscope.engine.proof.certificate import Evidence
from gjkscope.engine.proof.meshes import (
    WHOLE_RANGE,
    OutsideRay,
    SurfaceEvidence,
    SurfaceNode,
    cells_of,
    count_crossings,
    is_closed,
    parts_of_corners,
    place_corners,
)
from gjkscope.engine.proof.terms import Unproved
from gjkscope.engine.registry.records import Setting
from gjkscope.engine.shapes.kinds import PolytopeShape, Shape
from gjkscope.engine.vectors import Vec3, add, sub, unit

# Corners in all leaves of the tree, each of which the checker multiplies with an axis: about half a second.
MOST_CORNERS = 500_000

# Directions of rays, one after the other, until one meets no edge: out of the solid's box, a little aside.
ASIDE = ((0.0137, 0.0071, -0.0113), (-0.313, 0.171, 0.237), (0.431, -0.597, 0.353), (-0.733, -0.389, -0.571))


def evidence_of_search(last: State, setting: Setting) -> Evidence | None:
    """The evidence of the last step: nothing if it found a contact, `None` if its proof would take too long."""
    if last.phase != MeshPhase.SEARCH or last.nearest.a == NONE or last.upper <= last.margin:
        return Evidence()
    if not (isinstance(setting.shape_a, PolytopeShape) and isinstance(setting.shape_b, PolytopeShape)):
        return Evidence()
    sides = prepare(*setting).sides
    if _count_corners(setting, sides, last) > MOST_CORNERS:
        return None
    rays = _rays(setting, sides)
    return Evidence() if rays is None else Evidence(surfaces=_surfaces(setting, sides, last, rays))


def _surfaces(setting: Setting, sides: SearchSides, last: State, rays: tuple[OutsideRay, ...]) -> SurfaceEvidence:
    children: dict[int, list[int]] = {}
    for number, pair in enumerate(last.pairs):
        children.setdefault(pair.parent, []).append(number)
    nodes: list[SurfaceNode] = []
    waiting = [0]
    while waiting:
        number = waiting.pop()
        nodes.append(_node(sides, last, number, children.get(number, [])))
        waiting += reversed(children.get(number, []))
    near, simplex = last.nearest, measure_leaves(sides, last.nearest.a, last.nearest.b, inf)
    cells = max(near.triangle_a, 0), max(near.triangle_b, 0)
    weights = _weights(simplex, 0, _corners(setting.shape_a)), _weights(simplex, 1, _corners(setting.shape_b))
    return SurfaceEvidence(_order(sides.a), _order(sides.b), tuple(nodes), cells, weights, rays)


def _count_corners(setting: Setting, sides: SearchSides, last: State) -> int:
    """How many corners all leaves hold."""
    inner = {pair.parent for pair in last.pairs}
    leaves = [pair for number, pair in enumerate(last.pairs) if number not in inner]
    count_a, count_b = _corners(setting.shape_a), _corners(setting.shape_b)
    return sum(count_a * _length(sides.a, pair.a) + count_b * _length(sides.b, pair.b) for pair in leaves)


def _length(side: MeshSide, number: int) -> int:
    begin, end = side.arrays.ranges[number, :2].tolist()
    return int(end - begin)


def _corners(shape: Shape) -> int:
    """The number of corners of a cell."""
    return len(cells_of(shape)[0])


def _node(sides: SearchSides, last: State, number: int, children: list[int]) -> SurfaceNode:
    pair = last.pairs[number]
    if children:
        first = last.pairs[children[0]]
        middle_a = sides.a.nodes[first.a].end if first.a != pair.a else WHOLE_RANGE
        middle_b = sides.b.nodes[first.b].end if first.b != pair.b else WHOLE_RANGE
        return SurfaceNode(middle_a, middle_b, None)
    return SurfaceNode(WHOLE_RANGE, WHOLE_RANGE, _axis(sides, pair.a, pair.b))


def _axis(sides: SearchSides, a: int, b: int) -> Vec3:
    """The axis that parts two nodes: GJK's normal for two leaves, else the direction between their boxes."""
    if low_of(sides.a, a) == NONE and low_of(sides.b, b) == NONE:
        return measure_leaves(sides, a, b, inf).normal
    return direction_of_boxes(box_of(sides.a, a), box_of(sides.b, b))


def _order(side: MeshSide) -> tuple[int, ...]:
    """The cells in the order of the leaves: each node holds a range of it."""
    links, ranges = side.arrays.links, side.arrays.ranges
    leaves = np.flatnonzero(links[:, 0] == NONE)
    ordered = leaves[ranges[leaves, 0].argsort()]
    return tuple(np.maximum(links[ordered, 1], 0).tolist())


def _weights(last: gjk.State, side: int, count: int) -> tuple[float, ...]:
    """The weights of the corners of the nearest cell, from the last simplex of GJK."""
    sums = [0.0] * count
    for i in range(last.simplex.size):
        w = last.simplex.vertices[i]
        sums[(w.index_a, w.index_b)[side]] += max(last.weights[i], 0.0)
    return tuple(sums)


# --- rays ---


def _rays(setting: Setting, sides: SearchSides) -> tuple[OutsideRay, ...] | None:
    """Rays from all parts of each shape out of the other, if that is closed; `None` if none was found for one."""
    rays = [*_rays_of(setting, sides, 0), *_rays_of(setting, sides, 1)]
    return None if None in rays else tuple(ray for ray in rays if ray is not None)


def _rays_of(setting: Setting, sides: SearchSides, solid: int) -> Iterator[OutsideRay | None]:
    shapes = setting.shape_a, setting.shape_b
    other = shapes[1 - solid]
    if not is_closed(shapes[solid]):
        return
    assert isinstance(other, PolytopeShape)
    pair = place_pair(*setting)
    placed, starts = place_corners(shapes[solid], pair, solid), place_corners(other, pair, 1 - solid)
    center, pose = box_of((sides.a, sides.b)[solid], 0).center, (setting.pose_b, setting.pose_a)[solid]
    there = pose._replace(position=sub(pose.position, setting.pose_a.position))
    parts, triangles = parts_of_corners(other), cells_of(shapes[solid])
    for corner in sorted({parts[cell[0]] for cell in cells_of(other)}):
        outwards = unit(sub(apply(there, other.corners()[corner]), center))
        directions = (add(outwards, aside) for aside in ASIDE)
        ways = (each for each in directions if _leads_out(each, starts[corner], placed, triangles))
        way = next(ways, None)
        yield None if way is None else OutsideRay(solid, corner, way)


def _leads_out(direction: Vec3, start: Int3, placed: Sequence[Int3], triangles: Sequence[tuple[int, ...]]) -> bool:
    try:
        return count_crossings(start, direction, placed, triangles) % 2 == 0
    except Unproved:  # it meets an edge
        return False
