"""A step of the published variants of GJK: the faces tested, and the remaining fields."""

from itertools import zip_longest
from typing import Any

from gjkscope.app.panels.step.details.asked_table import asked, draw_asked, vertex_names
from gjkscope.app.panels.step.record import draw_record
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.headbutt import steps as headbutt
from gjkscope.engine.tetrahedron import steps as tetrahedron


def draw_headbutt(step: headbutt.State, before: Any, ui: Ui) -> None:
    """Draws a step of the Headbutt article's GJK."""
    tests = (*step.tests, step.untested) if step.untested else step.tests
    rows = [
        asked(_name(step, test.face), test.origin, f"tests[{i}].origin" if i < 3 else "untested.origin", belief)
        for i, (test, belief) in enumerate(zip_longest(tests, beliefs(step)))
    ]
    draw_asked("Where is the origin?", rows, "dot", "face normal · vector to the origin: > 0 counts as outside", ui)
    draw_record(step, before, ui, elsewhere=("tests", "untested", "believes"))


def draw_tetrahedron(step: tetrahedron.State, before: Any, ui: Ui) -> None:
    """Draws a step of the tetrahedron search."""
    rows = [
        asked(_name(step, face.face), face.distance, f"faces[{i}].distance", belief)
        for i, (face, belief) in enumerate(zip_longest(step.faces, beliefs(step)))
    ]
    draw_asked("Where is the origin?", rows, "distance", "of the origin from the face, metres: > 0 is outside", ui)
    draw_record(step, before, ui, elsewhere=("faces",))


def _name(step: headbutt.State | tetrahedron.State, face: tuple[int, int, int]) -> str:
    return vertex_names([step.before[slot] for slot in face])
