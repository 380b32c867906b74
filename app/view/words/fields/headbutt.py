"""The fields of steps of GJK as in the Headbutt article."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import headbutt

STEPS = (headbutt.State,)

FIELDS = {
    "direction": Field("direction d", "", "search direction, not normalised"),
    "height": Field("d · support", "", "positive if A − B extends past the origin along d; d is not normalised"),
    "FaceTest.normal": Field("normal", "", "as computed in the article: not always outward"),
    "origin": Field("to the origin", "", "normal · vector to the origin: the article treats > 0 as outside"),
    "inner": Field("inwards", "", "normal · vector to the opposite vertex: > 0 if the normal points inward"),
    "untested": Field("face not tested", "", "the one opposite the newest vertex, which need not be tested"),
    "believes": Field(
        "origin believed", "", "where the article assumes the origin to be; a, b, c, d in order of arrival"
    ),
    "flipped": Field("flipped", "", "whether the triangle's normal was flipped towards the origin"),
}
