"""The fields of steps of GJK in the plane."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine.plane.gjk import steps as gjk

STEPS = (gjk.State,)

FIELDS = {
    "edges": Field("edge tests", "m²", "> 0: the origin lies on the edge's side of the line through its end"),
    "sides": Field("side tests", "m²", "> 0: the origin lies on the third vertex's side of the edge"),
}
