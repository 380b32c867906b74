"""A step of MPR: the planes through v0 that locate the ray, the portal and its changes, and the remaining fields."""

from typing import Any

from imgui_bundle import imgui, imgui_ctx

from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.view.panels.step.details.asked_table import Asked, asked_row, draw_asked, vertex_names
from gjkscope.app.view.panels.step.record import draw_record
from gjkscope.app.view.panels.step.record_table import COORDINATES, begin_table, draw_cell, draw_heads, widest_name
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.words.records import POINT, brief
from gjkscope.engine import mpr
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.text import short

STEPS = (mpr.State,)


def draw_details(step: mpr.State, before: Any, ui: Ui) -> None:
    _draw_portal(step, ui)
    if step.support.birth == step.iteration:  # otherwise rounding left nothing to test
        _draw_planes(step, ui)
    draw_record(step, before, ui, elsewhere=("before", "portal", "sides", "lost"))


def _draw_portal(step: mpr.State, ui: Ui) -> None:
    """Draws all candidate vertices of the step and what became of each."""
    imgui.separator_text("Portal")
    vertices = [*step.before, *((step.support,) if step.support not in step.before else ())]
    with imgui_ctx.push_font(ui.fonts.mono.font, theme.SMALL_SIZE):  # its five columns are wide
        fate = max((_fate(step, vertex) for vertex in vertices), key=len)
        widest = (widest_name(vertices), fate, *COORDINATES)
        if not begin_table("portal", len(vertices), 5, "".join(widest)):
            return
        draw_heads(("", ""), ("", FATE), *((axis.label, axis.definition) for axis in POINT), ui=ui, widest=widest)
        for slot, vertex in enumerate(vertices):
            path = f"before[{slot}].point" if slot < len(step.before) else "support.point"
            imgui.table_next_row()
            imgui.table_next_column()
            imgui.text(brief(vertex))
            imgui.table_next_column()
            imgui.text(_fate(step, vertex))
            for i, part in enumerate(vertex.point):
                is_new = vertex not in step.before
                draw_cell(short(part, 4), part, MISSING, is_new, f"{path}[{i}]", POINT[i].definition)
    imgui.end_table()


def _fate(step: mpr.State, vertex: Vertex) -> str:
    if vertex in step.before:
        return "kept" if vertex in step.portal else "removed"
    return "new" if vertex in step.portal else "no further"


def _draw_planes(step: mpr.State, ui: Ui) -> None:
    """Draws the plane tests: all three while searching for a portal; then the two that choose the part the ray hits."""
    if step.phase == mpr.MprPhase.DISCOVER:
        corners = (*step.before, step.support)
        edges = ((corners[0], corners[1]), (corners[1], corners[2]), (corners[2], corners[0]))
        rows = [
            asked_row(vertex_names((step.interior, p, q)), side, f"sides[{i}]", belief)
            for i, ((p, q), side, belief) in enumerate(zip(edges, step.sides, beliefs(step), strict=True))
        ]
        draw_asked("Does the ray pass through the portal?", rows, "m²", f"{TRIPLE}: < 0 is outside", ui)
    if step.phase == mpr.MprPhase.REFINE:
        (belief,) = beliefs(step)
        portal = asked_row(vertex_names(step.before), step.height - step.gain, "height - gain", belief)
        draw_asked("Is the origin inside?", [portal], "m", "distance of the origin in front of the portal's plane", ui)
        rows = [
            Asked(
                vertex_names((step.interior, step.support, corner)),
                side,
                f"sides[{i}]",
                "left" if side >= 0 else "right",
            )
            for i, (corner, side) in enumerate(zip(step.before, step.sides, strict=True))
        ]
        draw_asked("Which part does the ray hit?", rows, "m²", f"{TRIPLE}: its sign is the side", ui)


FATE = "what happened to the vertex in this step"
TRIPLE = "ray · (p × q), with p and q relative to v0"
