"""The fields of steps of brute force."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import brute

STEPS = (brute.State,)

FIELDS = {
    "side": Field("side", "", "the shape that the vertex or edge belongs to"),
    "vertices": Field("vertices", "", "vertex number, or those of an edge's two ends"),
    "points": Field("points", "m", "their positions"),
    "location": Field("location", "", "side of the other surface"),
    "crossings": Field("crossings", "", "intersections of the ray with faces: odd means inside"),
    "shared": Field("on an edge", "", "whether other faces may share the point; a shift then decides"),
    "grazed": Field("grazed", "", "faces that the ray only touches; not counted"),
    "meetings": Field("meetings", "", "intersections of the edge with faces, in order along it"),
    "how": Field("how", "", "how the edge meets the face"),
    "at": Field("at", "", "position along the edge, 0 … 1"),
    "probes": Field("probes", "", "test points on the edge between intersections"),
    "depth": Field("depth", "m", "the shortest translation that separates the shapes there"),
    "distance": Field("distance", "m", "to the other surface"),
    "gap": Field("hole", "", "an edge that keeps a surface from being watertight"),
    "gap_side": Field("hole in", "", "the shape whose surface has the hole"),
    "known": Field("known so far", "", "proved by all steps so far"),
    "nearest": Field("nearest", "m", "the smallest distance so far"),
    "point_a": Field("on A", "m", "the closest point of A"),
    "point_b": Field("on B", "m", "the closest point of B"),
    "contacts": Field("contacts", "", "common points of both shapes found so far"),
    "contact_sum": Field("their sum", "m", "divided by their number: the mean contact point"),
}
