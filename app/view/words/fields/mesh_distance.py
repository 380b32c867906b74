"""The fields of steps of the distance of meshes."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import mesh_distance
from gjkscope.engine.plane.mesh_distance.steps import State as PlaneState

STEPS = (mesh_distance.State, PlaneState)

FIELDS = {
    "inside": Field("points tested", "", "a point of each part of one shape, against the other if that is a solid"),
    "pairs": Field("pairs of nodes", "", "all that there have been; each has its parent's number"),
    "visited": Field("pair visited", "", "its number among the pairs; −1 for none"),
    "side": Field("split", "", "whose node is split, 0 for A, 1 for B, 2 for both; −1 for none"),
    "PointTest.side": Field("solid", "", "0 for A, 1 for B: the closed mesh that the point may be inside"),
    "children": Field("new pairs", "", "the number of the first; −1 for none"),
    "test": Field("measured", "", "the two triangles of this step"),
    "nearest": Field("nearest", "", "the nearest triangles so far"),
    "settled": Field("settled", "m", "the least lower bound of all triangles measured"),
    "lower": Field("lower bound", "m", "on the distance of the triangles, without radii"),
    "upper": Field("upper bound", "m", "on the distance of the triangles, without radii"),
    "deepest": Field("deepest", "m", "no two triangles in contact overlap by more"),
    "floor": Field("plane bound", "m", "least signed distance of the shapes that a plane between them proves"),
    "waiting": Field("waiting", "", "pairs of nodes yet to be visited"),
    "pruned": Field("pruned", "", "pairs of nodes so far that are further apart than the nearest triangles"),
    "measured": Field("pairs measured", "", "pairs of triangles so far"),
    "margin": Field("rounding", "m", "lesser distances count as contact"),
    "tolerance": Field("tolerance", "m", "shallower overlaps count as touching"),
    "a": Field("node of A", "", "its number in A's tree"),
    "b": Field("node of B", "", "its number in B's tree"),
    "triangle_a": Field("triangle of A", "", "as numbered in the mesh; −1 for a convex shape"),
    "triangle_b": Field("triangle of B", "", "as numbered in the mesh; −1 for a convex shape"),
    "bound": Field("bound", "m", "the least distance of what the two boxes hold"),
    "parent": Field("parent", "", "the pair whose node was split; −1 for the first"),
    "fate": Field("fate", "", "what became of the pair"),
    "steps": Field("steps", "", "of GJK, and of EPA"),
    "point_a": Field("on A", "m", "the nearest point, relative to A's position"),
    "point_b": Field("on B", "m", "the nearest point, relative to A's position"),
    "point": Field("point", "m", "relative to A's position"),
    "location": Field("location", "", "where it is"),
    "crossings": Field("crossings", "", "of the ray with triangles: odd means inside"),
    "depth": Field("depth", "m", "from a point inside to the nearest triangle"),
    "normal": Field("normal", "", "unit, from A to B"),
}
