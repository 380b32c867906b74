"""A step of GJK by tetrahedra: the faces that were tested, and the rest as a record."""

from itertools import zip_longest
from typing import Any

from gjkscope.app.view.panels.step.details.asked_table import asked_row, draw_asked, face_name
from gjkscope.app.view.panels.step.record import draw_record
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine import tetrahedron
from gjkscope.engine.analysis.beliefs import beliefs

STEPS = (tetrahedron.State,)


def draw_details(step: tetrahedron.State, before: Any, ui: Ui) -> None:
    rows = [
        asked_row(face_name(step.before, face.face), face.distance, f"faces[{i}].distance", belief)
        for i, (face, belief) in enumerate(zip_longest(step.faces, beliefs(step)))
    ]
    draw_asked("Where is the origin?", rows, "distance", "of the origin from the face, metres: > 0 is outside", ui)
    draw_record(step, before, ui, elsewhere=("faces",))
