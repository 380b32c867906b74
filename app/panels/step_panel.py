"""The step panel: the verdict, what the step did in words, its numbers, and why each Voronoi region won or lost."""

from collections.abc import Callable
from typing import Any

from imgui_bundle import ImVec2, ImVec4, imgui, imgui_ctx

from app.actions import Action, ChooseAlgorithm, GoToStep, HoverRegion, SetOptions
from app.state import State
from app.traces import current_step, inspect, last_step, step_record
from engine import gjk, sat
from engine.explain import explain, headline
from engine.gjk_words import region_tests
from engine.options import DEFAULT
from engine.result import Exit
from engine.sat_words import overlap, reason
from engine.simplex import Region
from engine.vectors import Vec3, norm
from engine.words import number, short, vector

from . import theme
from .follow import keep_in_view, rows_in_sight
from .record import draw_record
from .ui import Ui
from .verdict import algorithm_words, draw_known_truth, draw_own_answer, draw_verdict

LABEL_WIDTH = 92.0


def draw_step_panel(state: State, ui: Ui) -> list[Action]:
    inspection = inspect(state)
    draw_verdict(inspection.answer, ui)
    draw_known_truth(state, ui)
    step = step_record(state)
    if step is None:
        imgui.spacing()
        refusal = inspection.refusal or ""
        imgui.text_wrapped(f"{refusal[:1].upper()}{refusal[1:]}.")
        return [SetOptions(DEFAULT), ChooseAlgorithm("gjk")] if imgui.button("Show GJK instead") else []
    if inspection.trace is not None:
        draw_own_answer(inspection.trace.result, algorithm_words(state), inspection.answer, ui)
    imgui.separator_text(f"Step {current_step(state)} of {last_step(state)}")
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text_wrapped(headline(step, *state.pair))
    imgui.text_wrapped(explain(step, *state.pair))
    hovered = DETAILS.get(type(step), draw_record)(step, ui)
    actions: list[Action] = [HoverRegion(hovered)] if hovered != state.hovered_region else []
    return actions + _step_list(state, ui)


def _gjk_details(step: gjk.State, ui: Ui) -> Region | None:
    _gjk_numbers(step, ui)
    _simplex_table(step, ui)
    return _regions(step, ui)


def _gjk_numbers(step: gjk.State, ui: Ui) -> None:
    imgui.separator_text("Numbers")
    _vector("direction d", step.direction, ui, "unit vector, the way the search went")
    _vector("support", step.support.point, ui, "the furthest point of A − B along d, metres")
    _vector("closest", step.closest, ui, "the point of the simplex nearest to the origin, metres")
    _value("|closest|", f"{number(norm(step.closest))} m", ui, "its distance from the origin")
    bounds = f"{number(step.lower)} … {number(step.upper)} m"
    _value("bounds", bounds, ui, "the signed distance of the cores lies between these")


def _axis_numbers(step: sat.State, ui: Ui) -> None:
    ended = step.exit != Exit.RUNNING
    axis = step.chosen if ended else step.axis
    imgui.separator_text("Numbers of the chosen axis" if ended else "Numbers")
    if axis.skipped:
        imgui.text_wrapped(f"Nothing to measure: {reason(axis)}.")
        return
    _vector("axis", axis.direction, ui, "unit vector from A to B")
    _value("A's interval", _interval(axis.interval_a), ui, "along the axis from A's centre, metres")
    _value("B's interval", _interval(axis.interval_b), ui, "along the axis from A's centre, metres")
    _value(*overlap(axis), ui, "how far A must go back along the axis, or the space between")
    _value("other way", f"{number(axis.other_way)} m", ui, "how far A would have to go forward instead")


def _interval(interval: tuple[float, float]) -> str:
    return f"[{number(interval[0])}, {number(interval[1])}]"


def _vector(label: str, value: Vec3, ui: Ui, help_text: str) -> None:
    """A vector short enough for a line; all its digits are under the pointer."""
    _value(label, "  ".join(number(part, 4) for part in value), ui, help_text)
    if imgui.is_item_hovered():
        imgui.set_tooltip("\n".join(f"{axis} = {part!r}" for axis, part in zip("xyz", value, strict=True)))


def _value(label: str, text: str, ui: Ui, help_text: str) -> None:
    """A line of the list of numbers: a name that explains itself under the pointer, and a monospaced value."""
    imgui.text_disabled(label)
    if imgui.is_item_hovered():
        imgui.set_tooltip(help_text)
    imgui.same_line(LABEL_WIDTH * ui.scale)
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.text_wrapped(text)


def _simplex_table(step: gjk.State, ui: Ui) -> None:
    imgui.separator_text("Simplex")
    # A bar to scroll sideways takes a line of its own, where the panel is too narrow.
    height = (step.simplex.size + 2.2) * imgui.get_text_line_height_with_spacing()
    if not imgui.begin_table("simplex", 5, TABLE_FLAGS, ImVec2(0, height)):
        return
    for name in ("", "weight", "x", "y", "z"):
        imgui.table_setup_column(name)
    imgui.table_headers_row()
    for slot in range(step.simplex.size):
        vertex = step.simplex.vertices[slot]
        imgui.table_next_row()
        _cell(f"w{vertex.birth}", ui)
        if imgui.is_item_hovered():
            imgui.set_tooltip(f"a = {vector(vertex.a)}\nb = {vector(vertex.b)}\nmetres, from A's position")
        for value, digits in ((step.weights[slot], 3), *((part, 4) for part in vertex.point)):
            _cell(short(value, digits), ui)
            if imgui.is_item_hovered():
                imgui.set_tooltip(repr(value))
    imgui.end_table()


def _cell(text: str, ui: Ui) -> None:
    imgui.table_next_column()
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.text(text)


def _regions(step: gjk.State, ui: Ui) -> Region | None:
    """Which region the origin is in; why it is in none of the others is folded away.  The one under the pointer."""
    if step.candidate.size < 2:
        return None
    rows = region_tests(step)
    imgui.push_style_color(imgui.Col_.header, theme.rgba(theme.FIELD))
    unfolded = imgui.collapsing_header(f"Why not another region ({len(rows)})")
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
        imgui.text_wrapped(reason)
    imgui.unindent(18 * ui.scale)


def _step_list(state: State, ui: Ui) -> list[Action]:
    imgui.separator_text("All steps")
    trace = inspect(state).trace
    actions: list[Action] = []
    steps: tuple[Any, ...] = trace.steps if trace else ()
    # In a frame of its own: following the step must not move the words above it.
    rows = min(len(steps), LIST_ROWS) + 0.5
    imgui.begin_child("steps", ImVec2(0, rows * imgui.get_text_line_height_with_spacing()))
    for index in rows_in_sight(len(steps), current_step(state)):
        chosen = index == current_step(state)
        clicked, _ = imgui.selectable(f"{index:>3}   {headline(steps[index], *state.pair)}##step {index}", chosen)
        if clicked:
            actions.append(GoToStep(index))
        if chosen:
            keep_in_view(f"step of {state.algorithm}", index)
    imgui.end_child()
    return actions


LIST_ROWS = 10

DETAILS: dict[type, Callable[[Any, Ui], Region | None]] = {gjk.State: _gjk_details, sat.State: _axis_numbers}
"""What the panel shows of a step, by the algorithm's type of step, others as a record; the region under the pointer."""

TABLE_FLAGS = (
    imgui.TableFlags_.row_bg
    | imgui.TableFlags_.borders_inner_h
    | imgui.TableFlags_.sizing_fixed_fit
    | imgui.TableFlags_.scroll_x
)
