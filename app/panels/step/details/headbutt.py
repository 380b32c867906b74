"""A step of GJK as in the Headbutt article: the faces that were asked, and the rest as a record."""

from itertools import zip_longest
from typing import Any

from gjkscope.app.panels.step.definitions import Field
from gjkscope.app.panels.step.details.asked_table import asked, draw_asked, face_name
from gjkscope.app.panels.step.record import draw_record
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.engine import headbutt
from gjkscope.engine.analysis.beliefs import beliefs

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


def draw_details(step: headbutt.State, before: Any, ui: Ui) -> None:
    tests = (*step.tests, step.untested) if step.untested else step.tests
    rows = [
        asked(
            face_name(step.before, test.face), test.origin, f"tests[{i}].origin" if i < 3 else "untested.origin", belief
        )
        for i, (test, belief) in enumerate(zip_longest(tests, beliefs(step)))
    ]
    measure = "the face's normal · direction to the origin: > 0 counts as outside"
    draw_asked("Where is the origin?", rows, "dot", measure, ui)
    draw_record(step, before, ui, elsewhere=("tests", "untested", "believes"))
