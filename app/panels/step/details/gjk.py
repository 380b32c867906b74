"""A step of GJK: its numbers, the simplex with its weights, and why each Voronoi region won or lost."""

from typing import Any

from imgui_bundle import ImVec4, imgui, imgui_ctx

from gjkscope.app.panels.step.definitions import Field, Pointed
from gjkscope.app.panels.step.record_table import (
    COORDINATES,
    POINT,
    WIDEST,
    begin_table,
    draw_cell,
    draw_heads,
    widest_name,
)
from gjkscope.app.panels.toolkit import theme
from gjkscope.app.panels.toolkit.precision import in_page
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.app.panels.toolkit.value_rows import draw_length, draw_vector
from gjkscope.app.panels.toolkit.widgets import collapsing_section
from gjkscope.app.runs.record_text import MISSING
from gjkscope.engine import gjk
from gjkscope.engine.gjk.explain import region_tests
from gjkscope.engine.gjk.simplex import Region
from gjkscope.engine.text import short, vector
from gjkscope.engine.vectors import norm

STEPS = (gjk.State,)

FIELDS: dict[str, Field] = {}


def draw_details(step: gjk.State, before: Any, ui: Ui) -> Pointed:
    _numbers(step, before, ui)
    _simplex_table(step, before, ui)
    return Pointed(region=_regions(step, ui))


def _numbers(step: gjk.State, before: Any, ui: Ui) -> None:
    imgui.separator_text("Numbers")
    old = before if isinstance(before, gjk.State) else None
    way = "search direction, a unit vector"
    draw_vector("direction d", step.direction, old and old.direction, "direction", way, ui)
    point = old and old.support.point
    draw_vector(
        "support", step.support.point, point, "support.point", "the point of A − B furthest along d, metres", ui
    )
    nearest = "the point of the simplex closest to the origin, metres"
    draw_vector("closest", step.closest, old and old.closest, "closest", nearest, ui)
    distance = norm(step.closest)
    draw_length("|closest|", distance, old and norm(old.closest), "norm(closest)", "its distance from the origin", ui)
    draw_length(
        "lower bound", step.lower, old and old.lower, "lower", "lower bound on the signed distance of the cores", ui
    )
    draw_length(
        "upper bound", step.upper, old and old.upper, "upper", "upper bound on the signed distance of the cores", ui
    )


def _simplex_table(step: gjk.State, before: Any, ui: Ui) -> None:
    imgui.separator_text("Simplex")
    earlier = before.simplex.vertices if isinstance(before, gjk.State) else step.simplex.vertices
    old = {vertex.birth for vertex in earlier}
    with imgui_ctx.push_font(*ui.fonts.mono):
        vertices = step.simplex.vertices[: step.simplex.size]
        widest = (widest_name(vertices), WIDEST, *COORDINATES)
        if not begin_table("simplex", len(vertices), 5, "".join(widest)):
            return
        draw_heads(
            ("", ""), ("weight", WEIGHT), *((axis.label, axis.definition) for axis in POINT), ui=ui, widest=widest
        )
        for slot, vertex in enumerate(vertices):
            imgui.table_next_row()
            imgui.table_next_column()
            imgui.text(f"w{vertex.birth}")
            if imgui.is_item_hovered():
                imgui.set_tooltip(f"a = {vector(vertex.a)}\nb = {vector(vertex.b)}\nmetres, relative to A's position")
            weight, is_new = step.weights[slot], vertex.birth not in old
            draw_cell(short(weight, 3), weight, MISSING, is_new, f"weights[{slot}]", WEIGHT)
            for i, part in enumerate(vertex.point):
                path = f"simplex.vertices[{slot}].point[{i}]"
                draw_cell(short(part, 4), part, MISSING, is_new, path, POINT[i].definition)
    imgui.end_table()
    imgui.spacing()


def _regions(step: gjk.State, ui: Ui) -> Region | None:
    """Draws why the origin is in its region and in no other, collapsed; returns the hovered region."""
    if step.candidate.size < 2:
        return None
    rows = region_tests(step)
    imgui.push_style_color(imgui.Col_.header, theme.rgba(theme.FIELD))
    unfolded = collapsing_section(f"Why not another region ({len(rows)})", "why not another region")
    imgui.pop_style_color()
    if not unfolded:
        return None
    hovered = None
    for row in rows:
        mark, color = ("won", theme.rgba(theme.GOOD)) if row.won else ("lost", theme.rgba(theme.TEXT_DIM))
        with imgui_ctx.begin_group():
            _region_row(row.name, mark, color, row.reason, ui)
        if imgui.is_item_hovered():
            hovered = row.region
    return hovered


def _region_row(name: str, mark: str, color: ImVec4, reason: str, ui: Ui) -> None:
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.text_colored(color, f"{mark:<5}{name}")
    imgui.indent(18 * ui.scale)
    with imgui_ctx.push_font(*ui.fonts.small):
        imgui.text_wrapped(in_page(reason))
    imgui.unindent(18 * ui.scale)


WEIGHT = "barycentric weight of the vertex in the closest point"
