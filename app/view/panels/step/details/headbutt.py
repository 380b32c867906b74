"""A step of GJK as in the Headbutt article: the faces that were tested, and the rest as a record."""

from itertools import zip_longest
from typing import Any

from gjkscope.app.view.panels.step.details.asked_table import asked_row, draw_asked, face_name
from gjkscope.app.view.panels.step.record import draw_record
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine import headbutt
from gjkscope.engine.analysis.beliefs import beliefs

STEPS = (headbutt.State,)


def draw_details(step: headbutt.State, before: Any, ui: Ui) -> None:
    tests = (*step.tests, step.untested) if step.untested else step.tests
    rows = [
        asked_row(
            face_name(step.before, test.face), test.origin, f"tests[{i}].origin" if i < 3 else "untested.origin", belief
        )
        for i, (test, belief) in enumerate(zip_longest(tests, beliefs(step)))
    ]
    measure = "the face's normal · direction to the origin: > 0 counts as outside"
    draw_asked("Where is the origin?", rows, "dot", measure, ui)
    draw_record(step, before, ui, elsewhere=("tests", "untested", "believes"))
