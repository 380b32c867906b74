"""The tests of a step against the origin: each plane, the deciding number, the conclusion, the truth."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from imgui_bundle import imgui, imgui_ctx

from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.view import tones
from gjkscope.app.view.panels.step.record_table import begin_table, draw_cell, draw_heads, longest
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.words.records import brief
from gjkscope.engine.analysis.beliefs import Belief
from gjkscope.engine.text import short


class Asked(NamedTuple):
    """A tested plane; `truth` is empty if the algorithm drew no conclusion."""

    plane: str
    value: float
    path: str  # how expressions name the value
    says: str
    truth: str = ""
    is_wrong: bool = False


def asked_row(plane: str, value: float, path: str, belief: Belief | None, otherwise: str = "not tested") -> Asked:
    """A row with the algorithm's conclusion, or `otherwise` if it drew none."""
    if belief is None:
        return Asked(plane, value, path, otherwise)
    says, truth = (side.name.lower() for side in (belief.believed, belief.truth))
    return Asked(plane, value, path, says, truth, belief.is_wrong)


def draw_asked(title: str, rows: Sequence[Asked], value: str, definition: str, ui: Ui) -> None:
    """Draws the tests, if any; `value` titles the column of numbers, and `definition` explains it."""
    if not rows:
        return
    imgui.separator_text(title)
    heads = [("plane", PLANE), (value, definition), ("result", SAYS)]
    if any(row.truth for row in rows):
        heads.append(("truth", TRUTH))
    with imgui_ctx.push_font(ui.fonts.mono.font, theme.SMALL_SIZE):  # its columns are wide
        texts = [(row.plane, short(row.value, 4), _says(row), row.truth) for row in rows]
        if not begin_table(title, len(rows), len(heads), longest(texts)):
            return
        draw_heads(*heads, ui=ui)
        for row in rows:
            _draw_row(row, definition)
    imgui.end_table()


def _draw_row(row: Asked, definition: str) -> None:
    imgui.table_next_row()
    imgui.table_next_column()
    imgui.text(row.plane)
    draw_cell(short(row.value, 4), row.value, MISSING, False, row.path, definition)
    imgui.table_next_column()
    imgui.text_colored(theme.rgba(tones.BAD if row.is_wrong else tones.TEXT), _says(row))
    if row.truth:
        imgui.table_next_column()
        imgui.text(row.truth)


def _says(row: Asked) -> str:
    return f"× {row.says}" if row.is_wrong else row.says


def vertex_names(vertices: Sequence[Any]) -> str:
    """ "w₀ w₂ w₃": each vertex is named after the step that found it; MPR's interior point is v0."""
    return " ".join(brief(vertex) if vertex.birth >= 0 else "v0" for vertex in vertices)


def face_name(vertices: Sequence[Any], face: tuple[int, int, int]) -> str:
    """ "w₀ w₂ w₃": the face of these vertices with the corners at the given slots."""
    return vertex_names([vertices[slot] for slot in face])


PLANE = "face, named by the steps that found its corners"
SAYS = "side of the plane on which the algorithm places the origin; × marks an error"
TRUTH = "side according to exact arithmetic"
