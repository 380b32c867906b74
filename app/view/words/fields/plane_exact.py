"""The fields of steps of exact arithmetic in the plane."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine.plane.exact import steps as exact

STEPS = (exact.State,)

FIELDS = {
    "outline": Field("outline", "m", "the corners of A − B, anticlockwise; edge i leads from corner i to the next"),
    "edge": Field("edge", "", "what the step measures"),
    "distance": Field("distance", "m", "of the origin from the edge's line; negative if it is outside"),
    "closest": Field("closest", "m", "the point of the edge nearest to the origin"),
    "highest": Field("best line", "", "the edge whose line gives the best lower bound so far"),
    "State.nearest": Field("nearest edge", "", "the edge with the nearest point so far"),
    "inside": Field("inside", "", "whether the origin lies on the inner side of all edges so far"),
    "PlaneExactEdge.number": Field("number", "", "of the edge: that of its first corner"),
    "PlaneExactEdge.side": Field("side", "", "of the origin: 1 inside the edge's line, 0 on it, −1 outside"),
    "outward": Field("outward", "", "the edge's normal in whole numbers"),
    "line": Field("line", "", "signed distance that the edge's line proves, exact"),
    "PlaneExactEdge.weights": Field("weights", "", "of both ends in the nearest point, whole numbers"),
    "near": Field("nearest point", "", "its distance from the origin, exact"),
    "ExactPlaneVertex.exact": Field("whole numbers", "", "its coordinates in units, exact"),
}
