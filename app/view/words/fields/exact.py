"""The fields of steps of exact arithmetic."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import exact

STEPS = (exact.State,)

FIELDS = {
    "weights": Field(
        "weights", "", "weights of the corners in the closest point, scaled to whole numbers by their sum"
    ),
    "exact": Field("whole numbers", "", "the same values in exact arithmetic"),
    "ExactVertex.exact": Field("whole numbers", "", "its coordinates in units, exact"),
    "polytope": Field("polytope", "", "after the step"),
    "face": Field("face", "", "the face whose normal was searched"),
    "visible": Field("visible faces", "", "faces visible from the support: removed"),
    "horizon": Field("horizon", "", "boundary edges of the removed faces, as vertex numbers"),
    "ExactPolytope.nearest": Field("nearest face", "", "number of a face whose plane is closest to the origin"),
}
