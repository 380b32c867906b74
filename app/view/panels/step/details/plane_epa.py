"""A step of EPA in the plane: the bounds on the depth, the edges of the polygon by distance, and its other numbers."""

from typing import Any

from imgui_bundle import imgui, imgui_ctx

from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.view import tones
from gjkscope.app.view.panels.step.depth_bounds import draw_depth_bounds
from gjkscope.app.view.panels.step.record import draw_record
from gjkscope.app.view.panels.step.record_table import begin_table, draw_cell, draw_heads, longest
from gjkscope.app.view.panels.step.registry import Pointed
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import visible_rows
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.tones import Tone
from gjkscope.app.view.words.field import field_of
from gjkscope.engine.plane.epa import steps as epa
from gjkscope.engine.plane.epa.explain import edge_name
from gjkscope.engine.text import counted, short

STEPS = (epa.State,)


HEADS = ("edge", "distance", "")
ENDS, FATE = "named by the steps that found its ends", "nearest: searched next; set aside: made of rounding"


def draw_details(step: epa.State, before: Any, ui: Ui) -> Pointed:
    draw_depth_bounds(step, before if isinstance(before, epa.State) else None, ("polygon", "edge"), ui)
    edge = _draw_edges(step, ui) if step.edges else None
    draw_record(step, before, ui, elsewhere=("edges", "edges_before", "chosen", "nearest", "lower", "upper"))
    return Pointed(face=edge)


def _draw_edges(step: epa.State, ui: Ui) -> int | None:
    """Draws the edges, nearest first; returns the number of the one whose row is hovered."""
    hovered = None
    numbers = sorted(range(len(step.edges)), key=lambda i: (step.edges[i].set_aside, step.edges[i].distance))
    imgui.separator_text(f"{counted(len(numbers), 'edge')} of the polygon")
    with imgui_ctx.push_font(*ui.fonts.mono):
        texts = [(*_texts(step, i), _fate(step, i)[0]) for i in numbers]
        if begin_table("polygon", len(numbers), 3, longest([HEADS, *texts])):
            draw_heads(*zip(HEADS, (ENDS, field_of(step.edges[0], "distance").definition, FATE), strict=True), ui=ui)
            for row in visible_rows(len(numbers)):
                if _draw_edge(step, numbers[row]):
                    hovered = numbers[row]
            imgui.end_table()
    return hovered


def _draw_edge(step: epa.State, index: int) -> bool:
    """Draws a row; returns whether it is hovered."""
    edge, (name, distance), (words, tone) = step.edges[index], _texts(step, index), _fate(step, index)
    imgui.table_next_row()
    imgui.table_next_column()
    imgui.selectable(f"##edge {index}", False, imgui.SelectableFlags_.span_all_columns)
    hovered = imgui.is_item_hovered()
    imgui.same_line(0, 0)
    imgui.text_colored(theme.rgba(tone), name)
    is_new = edge not in step.edges_before
    draw_cell(distance, edge.distance, MISSING, is_new, f"edges[{index}].distance")
    imgui.table_next_column()
    imgui.text_colored(theme.rgba(tone), words)
    return hovered


def _texts(step: epa.State, index: int) -> tuple[str, str]:
    return edge_name(step.polygon, index).removeprefix("edge "), short(step.edges[index].distance, 5, 9)


def _fate(step: epa.State, index: int) -> tuple[str, Tone]:
    """The status of the edge in this step."""
    edge = step.edges[index]
    if edge.set_aside:
        return "set aside", tones.TEXT_DIM
    is_new = bool(step.edges_before) and edge not in step.edges_before
    if index == step.nearest:
        return ("nearest, new" if is_new else "nearest"), tones.CHOSEN
    return ("new" if is_new else ""), tones.TEXT
