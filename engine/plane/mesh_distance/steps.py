"""The distance of chains of segments, or of a chain and a convex 2D shape, as a trace.

The search is that of meshes (engine/mesh_distance) in the plane z = 0: a chain is a hierarchy of boxes over its
segments, which are triangles without area, and a convex shape is a tree of one node.  Only the depth of two leaves in
contact is not that of space, where flat cores have none: GJK and EPA in the plane measure it.

A chain is a curve.  What is inside a loop is apart from it.

How it can fail: as for meshes.  Chains that meet only at vertices, or along segments, touch or are undecided.
"""

from gjkscope.engine.mesh_distance import steps as search
from gjkscope.engine.mesh_distance.steps import MeshPair, TriangleTest
from gjkscope.engine.meshes.tree import NONE
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.plane.cores import PlaneCore, plane_cores
from gjkscope.engine.plane.epa import steps as epa
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.shapes.kinds import Chain, Segment2
from gjkscope.engine.plane.vectors import in_space
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit, Trace
from gjkscope.engine.shapes.kinds import Shape


class State(search.State):
    """A step of the search, as for meshes; its triangles are segments."""

    __slots__ = ()
    part = "segment"


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options = DEFAULT) -> Trace:
    """All steps on two placed 2D shapes of any kind; chains are taken as their segments."""
    return search.trace_placed(prepare(shape_a, pose_a, shape_b, pose_b), pose_a.position)


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> MeshPair:
    """The pair for `start` and `step` of engine/mesh_distance."""
    pair = search.prepare(shape_a, pose_a, shape_b, pose_b)
    return pair._replace(state=State, depth=depth_in_plane)


def depth_in_plane(pair: MeshPair, found: TriangleTest) -> TriangleTest:
    """The test of two leaves in contact, with their depth by GJK and EPA in the plane."""
    a, b = _cores(pair, found)
    whole = gjk.run(a, b)[-1]
    depth = epa.run(a, b, whole)[-1]
    last: gjk.State | epa.State = depth
    points = epa.plane_contact_points(depth)
    if depth.exit == Exit.DISTANCE_KNOWN:
        last, points = whole, gjk.weighted_witnesses(whole.simplex, whole.weights)
    return found._replace(
        exit=depth.exit,
        steps=whole.iteration + depth.iteration + 2,
        lower=last.lower,
        upper=max(last.lower, last.upper),
        point_a=in_space(points[0]),
        point_b=in_space(points[1]),
        normal=in_space(last.normal),
    )


def _cores(pair: MeshPair, found: TriangleTest) -> tuple[PlaneCore, PlaneCore]:
    leaf_a, leaf_b = _leaf(pair.shape_a, found.triangle_a), _leaf(pair.shape_b, found.triangle_b)
    return plane_cores(leaf_a, pair.pose_a, leaf_b, pair.pose_b)


def _leaf(shape: Shape, number: int) -> Shape:
    """A segment of a chain, or the convex shape."""
    return shape if number == NONE or not isinstance(shape, Chain) else Segment2(*shape.segment(number))
