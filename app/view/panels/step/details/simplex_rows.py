"""Shared by the steps of GJK in 2D and 3D: numbers, the simplex with its weights, and why each region won or lost."""

from collections.abc import Collection, Sequence
from math import hypot
from typing import Any

from imgui_bundle import ImVec4, imgui, imgui_ctx

from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.view import tones
from gjkscope.app.view.panels.step.record_table import (
    WIDEST,
    begin_table,
    draw_cell,
    draw_heads,
    table_fits,
    widest_name,
)
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.precision import in_page
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.value_rows import draw_length, draw_vector
from gjkscope.app.view.panels.toolkit.widgets import collapsing_section
from gjkscope.app.view.words.records import axes_of, brief
from gjkscope.app.view.words.simplex import WEIGHT, RegionRow, RegionType, winner_first
from gjkscope.engine.text import short, vector


def draw_search_numbers(step: Any, old: Any, ui: Ui) -> None:
    """Draws the direction, the support point, the closest point and the bounds; `old` is the step before, or None."""
    imgui.separator_text("Numbers")
    way = "search direction, a unit vector"
    draw_vector("direction d", step.direction, old and old.direction, "direction", way, ui)
    furthest = "the point of A − B furthest along d, metres"
    draw_vector("support", step.support.point, old and old.support.point, "support.point", furthest, ui)
    nearest = "the point of the simplex closest to the origin, metres"
    draw_vector("closest", step.closest, old and old.closest, "closest", nearest, ui)
    distance, was = hypot(*step.closest), old and hypot(*old.closest)
    draw_length("|closest|", distance, was, "norm(closest)", "its distance from the origin", ui)
    for name in ("lower", "upper"):
        value, before = getattr(step, name), old and getattr(old, name)
        words = f"{name} bound on the signed distance of the cores"
        draw_length(f"{name} bound", value, before, name, words, ui)


def draw_simplex_table(
    vertices: Sequence[Any],
    weights: Sequence[float],
    before: Collection[int] | None,
    path: str,
    ui: Ui,
    weights_path: str = "weights",
    title: str = "Simplex",
) -> None:
    """Draws the vertices with their weights; those that are not in `before` (numbers of vertices) are marked as new.

    A vertex has a `point`, its number `birth`, and the points `a` and `b` whose difference it is.  `path` and
    `weights_path` are the names of the vertices and weights in expressions.  `weights` may be longer: a record of GJK
    in 3D has four.
    """
    imgui.separator_text(title)
    axes = axes_of(vertices)
    rows = [_texts(vertex, weight) for vertex, weight in zip(vertices, weights[: len(vertices)], strict=True)]
    widest, size = _columns(vertices, rows, ui)
    with imgui_ctx.push_font(ui.fonts.mono.font, size):
        if not begin_table("simplex", len(vertices), len(widest), "".join(widest)):
            return
        draw_heads(
            ("", ""), ("weight", WEIGHT), *((axis.label, axis.definition) for axis in axes), ui=ui, widest=widest
        )
        for slot, (vertex, (name, share, *places)) in enumerate(zip(vertices, rows, strict=True)):
            imgui.table_next_row()
            imgui.table_next_column()
            imgui.text(name)
            if imgui.is_item_hovered():
                imgui.set_tooltip(f"a = {vector(vertex.a)}\nb = {vector(vertex.b)}\nmetres, relative to A's position")
            is_new = before is not None and vertex.birth not in before
            draw_cell(share, weights[slot], MISSING, is_new, f"{weights_path}[{slot}]", WEIGHT)
            for i, (column, axis) in enumerate(zip(places, axes, strict=True)):
                draw_cell(column, vertex.point[i], MISSING, is_new, f"{path}[{slot}].point[{i}]", axis.definition)
    imgui.end_table()
    imgui.spacing()


def _texts(vertex: Any, weight: float) -> list[str]:
    """A row of the table: the name of the vertex, its weight and its coordinates."""
    return [brief(vertex), short(weight, 3), *(short(part, 4) for part in vertex.point)]


def _columns(vertices: Sequence[Any], rows: Sequence[Sequence[str]], ui: Ui) -> tuple[Sequence[str], float]:
    """The widest text of each column, and the size of the font.

    In a narrow panel the font is smaller, and the columns are only as wide as the numbers of this step.
    """
    axes = axes_of(vertices)
    widest = (widest_name(vertices), WIDEST, *(WIDEST for _ in axes))
    if table_fits(widest, ui):
        return widest, theme.TEXT_SIZE
    heads = ("", "weight", *(axis.label for axis in axes))
    return [max(column, key=len) for column in zip(heads, *rows, strict=True)], theme.SMALL_SIZE


def draw_region_rows(rows: Sequence[RegionRow[RegionType]], ui: Ui) -> RegionType | None:
    """Draws why the origin is in its region and in no other, collapsed; returns the hovered region.

    The region that contains the origin comes first.
    """
    if not rows:
        return None
    if not collapsing_section(f"Why not another region ({len(rows)})", "why not another region"):
        return None
    hovered = None
    for row in winner_first(rows):
        mark, color = ("won", theme.rgba(tones.GOOD)) if row.won else ("lost", theme.rgba(tones.TEXT_DIM))
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
