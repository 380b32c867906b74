"""The fields of steps of EPA in the plane."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine.plane.epa import steps as epa

STEPS = (epa.State,)

FIELDS = {
    "lower": Field(
        "lower bound", "m", "lower bound on the signed distance of the cores: the depth is at most its magnitude"
    ),
    "upper": Field(
        "upper bound", "m", "upper bound on the signed distance of the cores: the depth is at least its magnitude"
    ),
    "aim": Field("aim", "", "why this direction was searched"),
    "before": Field("polygon before", "m", "the vertices before the step, anticlockwise"),
    "edges_before": Field("edges before", "", "edge i leads from vertex i to the next one"),
    "chosen": Field("edge searched", "", "number of the edge whose normal was searched"),
    "polygon": Field("polygon", "m", "the vertices after the step, anticlockwise"),
    "edges": Field("edges", "", "edge i leads from vertex i to the next one"),
    "nearest": Field("nearest edge", "", "number of the edge to search next"),
    "tries": Field("tries", "", "directions tried since the seed last grew"),
    "contact": Field("contact", "m", "the point that the depth is measured to"),
    "PlaneEdge.normal": Field("normal", "", "outward normal of the edge"),
    "PlaneEdge.distance": Field("distance", "m", "signed distance of the edge's line from the origin"),
    "set_aside": Field("set aside", "", "made of rounding: never searched again"),
}
