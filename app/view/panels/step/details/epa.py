"""A step of EPA: the bounds on the depth, the faces of the polytope sorted by distance, and the remaining fields."""

from functools import lru_cache
from math import isfinite
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.base.identity import Identity
from gjkscope.app.view import tones
from gjkscope.app.view.panels.step.depth_bounds import draw_depth_bounds
from gjkscope.app.view.panels.step.record import draw_record
from gjkscope.app.view.panels.step.record_table import ROWS, begin_table, draw_cell, draw_heads, longest
from gjkscope.app.view.panels.step.registry import Pointed
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import visible_rows
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.tones import Tone
from gjkscope.app.view.words.field import DISTANCE
from gjkscope.app.view.words.records import brief
from gjkscope.engine import epa
from gjkscope.engine.epa.explain import epa_face_name
from gjkscope.engine.text import counted, short

STEPS = (epa.State,)


def draw_details(step: epa.State, before: Any, ui: Ui) -> Pointed:
    draw_depth_bounds(step, before if isinstance(before, epa.State) else None, ("polytope", "face"), ui)
    face = _draw_faces(step, ui) if step.faces else None
    draw_record(step, before, ui, elsewhere=("faces", "chosen", "nearest", "lower", "upper"))
    return Pointed(face=face)


def _draw_faces(step: epa.State, ui: Ui) -> int | None:
    """Draws the faces; returns the number of the one whose row is hovered."""
    hovered = None
    numbers, alive = _order(Identity(step))
    gone = sum(1 for face in step.faces if 0 <= face.death < step.iteration)
    imgui.separator_text(f"{counted(alive, 'face')} of the polytope")
    with imgui_ctx.push_font(*ui.fonts.mono):
        texts = [(*_texts(step, i), _fate(step, i)[0]) for i in numbers[:ROWS]]
        if begin_table("polytope", len(numbers), 3, longest([HEADS, *texts])):
            draw_heads(*zip(HEADS, (CORNERS, DISTANCE.definition, FATE), strict=True), ui=ui)
            for row in visible_rows(len(numbers)):
                if _draw_face(step, numbers[row]):
                    hovered = numbers[row]
            imgui.end_table()
    if step.horizon:
        imgui.text_wrapped(f"horizon: {_loop(step)}")
    if gone:
        imgui.text_disabled(f"{counted(gone, 'face')} removed in earlier steps")
    return hovered


def _draw_face(step: epa.State, index: int) -> bool:
    """Draws a row; returns whether it is hovered."""
    face = step.faces[index]
    (name, distance), (words, tone) = _texts(step, index), _fate(step, index)
    imgui.table_next_row()
    imgui.table_next_column()
    imgui.selectable(f"##face {index}", False, imgui.SelectableFlags_.span_all_columns)
    hovered = imgui.is_item_hovered()
    imgui.same_line(0, 0)
    imgui.text_colored(theme.rgba(tone), name)
    is_new, path = face.birth == step.iteration, f"faces[{index}].distance"
    draw_cell(distance, face.distance, MISSING, is_new, path, DISTANCE.definition)
    imgui.table_next_column()
    imgui.text_colored(theme.rgba(tone), words)
    return hovered


def _texts(step: epa.State, index: int) -> tuple[str, str]:
    return epa_face_name(step, index).removeprefix("face "), short(step.faces[index].distance, 5, 9)


def _fate(step: epa.State, index: int) -> tuple[str, Tone]:
    """The status of the face in this step."""
    face = step.faces[index]
    if face.death >= 0:
        return ("searched, removed" if index == step.chosen else "visible, removed"), tones.TEXT_DIM
    if index == step.nearest:
        return ("nearest, new" if face.birth == step.iteration else "nearest"), tones.CHOSEN
    if index == step.chosen:
        return "searched", tones.CHOSEN
    if not isfinite(face.rank):
        return "set aside", tones.TEXT_DIM
    return ("new" if face.birth == step.iteration else ""), tones.TEXT


def _loop(step: epa.State) -> str:
    """ "w₀ w₃ w₂": the corners of the horizon in order."""
    return " ".join(brief(step.vertices[begin]) for begin, _ in step.horizon)


@lru_cache(maxsize=4)
def _order(known: Identity) -> tuple[tuple[int, ...], int]:
    """The numbers of the faces to show, and how many of them belong to the polytope.

    The faces of the polytope come first, nearest first, followed by those removed in this step.
    """
    step: epa.State = known.value
    alive = [i for i, face in enumerate(step.faces) if face.death < 0]
    seen = [i for i, face in enumerate(step.faces) if face.death == step.iteration]
    alive.sort(key=lambda i: step.faces[i].rank)
    return (*alive, *seen), len(alive)


HEADS = ("face", "distance", "")
CORNERS = "named by the steps that found its corners"
FATE = "nearest: searched next; removed: visible from the new vertex; set aside: made of rounding"
