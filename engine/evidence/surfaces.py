"""The evidence for the distance of two surfaces, collected from the search through their triangles.

The pairs of nodes that `mesh-distance` has split become the splits of the proof, all others its leaves: the axis of a
pair that was pruned or still waits is that between its boxes, that of two triangles is GJK's normal.  The nearest two
triangles, with the weights of GJK's last simplex, give the upper bound.  The checker (proof/meshes.py) trusts none of
it.
"""

from math import inf

from gjkscope.engine import gjk, mesh_distance
from gjkscope.engine.mesh_distance.steps import measure_leaves
from gjkscope.engine.meshes.boxes import direction_of_boxes
from gjkscope.engine.meshes.sides import SearchSides, box_of
from gjkscope.engine.meshes.tree import NONE
from gjkscope.engine.pose import as_pose
from gjkscope.engine.proof.meshes import (
    WHOLE_RANGE,
    SurfaceCertificate,
    SurfaceEvidence,
    SurfaceNode,
    prove_surfaces,
)
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.kinds import Shape, TriangleSurface
from gjkscope.engine.vectors import Vec3


def certify_surfaces(shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object) -> SurfaceCertificate | None:
    """A certificate of the distance of two surfaces of triangles; `None` if triangles are in contact.

    Its bounds differ by no more than the tolerance for touching of the pair.  Raises `NotApplicable` if a shape is no
    surface of triangles, and `ValueError` for an invalid pose.

    >>> from gjkscope import Mesh, Pose
    >>> tile = Mesh([(0, 0, 0), (0, 0, 1), (1, 0, 0), (1, 0, 1)], [(0, 1, 2), (2, 1, 3)])
    >>> found = certify_surfaces(tile, Pose(), tile, Pose(position=(0, 0.5, 0)))
    >>> found.lower, found.upper
    (0.5, 0.5)
    """
    if not all(isinstance(shape, TriangleSurface) and shape.faces for shape in (shape_a, shape_b)):
        raise NotApplicable("both shapes must be surfaces of triangles")
    pair = mesh_distance.prepare(shape_a, as_pose(pose_a, "pose_a"), shape_b, as_pose(pose_b, "pose_b"))
    last = mesh_distance.last_step_of(pair)
    if last.nearest.a == NONE or last.upper <= last.margin:
        return None
    proved = prove_surfaces(_evidence(pair.sides, last), shape_a, pose_a, shape_b, pose_b)
    return proved if proved.upper - proved.lower <= last.tolerance else None


def _evidence(sides: SearchSides, last: mesh_distance.State) -> SurfaceEvidence:
    children: dict[int, list[int]] = {}
    for number, pair in enumerate(last.pairs):
        children.setdefault(pair.parent, []).append(number)
    nodes: list[SurfaceNode] = []
    waiting = [0]
    while waiting:
        number = waiting.pop()
        nodes.append(_node(sides, last, number, children.get(number, [])))
        waiting += reversed(children.get(number, []))
    nearest = measure_leaves(sides, last.nearest.a, last.nearest.b, inf)
    return SurfaceEvidence(
        _order(sides, 0),
        _order(sides, 1),
        tuple(nodes),
        (last.nearest.triangle_a, last.nearest.triangle_b),
        _weights(nearest),
    )


def _node(sides: SearchSides, last: mesh_distance.State, number: int, children: list[int]) -> SurfaceNode:
    pair = last.pairs[number]
    if children:
        first = last.pairs[children[0]]
        middle_a = sides.a.nodes[first.a].end if first.a != pair.a else WHOLE_RANGE
        middle_b = sides.b.nodes[first.b].end if first.b != pair.b else WHOLE_RANGE
        return SurfaceNode(middle_a, middle_b, None)
    return SurfaceNode(WHOLE_RANGE, WHOLE_RANGE, _axis(sides, pair.a, pair.b))


def _axis(sides: SearchSides, a: int, b: int) -> Vec3:
    """The axis that parts two nodes: GJK's normal for two triangles, else the direction between their boxes."""
    if sides.a.nodes[a].triangle != NONE and sides.b.nodes[b].triangle != NONE:
        return measure_leaves(sides, a, b, inf).normal
    return direction_of_boxes(box_of(sides.a, a), box_of(sides.b, b))


def _order(sides: SearchSides, side: int) -> tuple[int, ...]:
    """The triangles in the order of the leaves: each node holds a range of it."""
    leaves = [node for node in (sides.a, sides.b)[side].nodes if node.triangle != NONE]
    return tuple(node.triangle for node in sorted(leaves, key=lambda node: node.begin))


def _weights(last: gjk.State) -> tuple[Vec3, Vec3]:
    """The weights of the corners of both triangles, from the last simplex of GJK."""
    sums = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    for i in range(last.simplex.size):
        w = last.simplex.vertices[i]
        sums[0][w.index_a] += max(last.weights[i], 0.0)
        sums[1][w.index_b] += max(last.weights[i], 0.0)
    return (sums[0][0], sums[0][1], sums[0][2]), (sums[1][0], sums[1][1], sums[1][2])
