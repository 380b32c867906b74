"""The fields of steps of V-Clip."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import v_clip

STEPS = (v_clip.State,)

FIELDS = {
    "feature_a": Field("feature of A", "", "the vertex, edge or face of A that is tested"),
    "feature_b": Field("feature of B", "", "the vertex, edge or face of B that is tested"),
    "feature": Field("feature", "", "its kind and its number in the hull"),
    "kind": Field("kind", "", "vertex, edge or face"),
    "number": Field("number", "", "among the hull's vertices, edges or faces"),
    "names": Field("vertices", "", "as the shape itself numbers them"),
    "corners": Field("corners", "m", "relative to A's position"),
    "move": Field("outcome", "", "what was tested, and what follows"),
    "reason": Field("reason", "", "why a feature is replaced, or why none is"),
    "tests": Field("planes", "", "around the Voronoi regions, in the order in which they were tested"),
    "plane": Field("plane", "", "between the region of a feature and that of a neighbour"),
    "neighbour": Field("neighbour", "", "the feature whose region lies behind the plane"),
    "point": Field("point", "m", "on the plane, relative to A's position"),
    "VoronoiPlane.normal": Field("normal", "", "unit vector into the region"),
    "heights": Field("heights", "m", "above the plane: of a point, or of both ends of an edge"),
    "decisive": Field("decisive test", "", "the number of the test that decided; −1 for none"),
    "side": Field("side", "", "0 for A, 1 for B; −1 for none"),
    "to": Field("next feature", "", "what replaces the feature on that side"),
    "kept": Field("kept", "", "what the clipping left of the edge, as parts of its length"),
    "replacement": Field("next feature", "", "with its vertices"),
    "point_a": Field("on A", "m", "the closest point of the feature, relative to A's position"),
    "point_b": Field("on B", "m", "the closest point of the feature, relative to A's position"),
    "mean_a": Field("weights on A", "", "that point as weights of vertices"),
    "mean_b": Field("weights on B", "", "that point as weights of vertices"),
    "distance": Field("distance", "m", "between the closest points of the two features"),
    "depth": Field("certain depth", "m", "the shapes overlap by at least this; 0 if nothing shows that they do"),
    "lower": Field("lower bound", "m", "on the signed distance of the cores"),
    "upper": Field("upper bound", "m", "on the signed distance of the cores"),
    "visited": Field("pairs so far", "", "of A's feature and B's"),
}
