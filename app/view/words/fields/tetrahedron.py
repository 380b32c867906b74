"""The fields of steps of GJK by tetrahedra."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import tetrahedron

STEPS = (tetrahedron.State,)

FIELDS = {
    "slack": Field("slack", "m", "the part of the gain that may be rounding"),
    "faces": Field("faces", "", "all four faces of the tetrahedron"),
    "chosen": Field("face chosen", "", "the first face with the origin outside"),
}
