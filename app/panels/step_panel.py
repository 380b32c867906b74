"""The step panel: the verdict, what the step did in words, its numbers, and why each Voronoi region won or lost."""

from collections.abc import Callable
from typing import Any

from imgui_bundle import ImVec2, ImVec4, imgui, imgui_ctx

from app.actions import Action, ChooseAlgorithm, GoToStep, HoverRegion, SetOptions
from app.choices import Run
from app.record_text import MISSING
from app.state import State
from app.traces import current_step, inspect, last_step, names_in_steps, step_record
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
from .run_details import draw_run_details
from .ui import Ui
from .value_rows import draw_copy_buttons, draw_digits, draw_value, mark_cell
from .verdict import algorithm_words, draw_known_truth, draw_own_answer, draw_verdict


def draw_step_panel(state: State, ui: Ui) -> list[Action]:
    inspection = inspect(state)
    if len(state.scene.bodies) > 2:
        imgui.text_disabled(" – ".join(state.pair))
    draw_verdict(inspection.answer, ui)
    draw_known_truth(state, ui)
    step = step_record(state)
    if step is None:
        imgui.spacing()
        refusal = inspection.refusal or ""
        imgui.text_wrapped(f"{refusal[:1].upper()}{refusal[1:]}.")
        return [SetOptions(DEFAULT), ChooseAlgorithm("gjk")] if imgui.button("Show GJK instead") else []
    if inspection.trace is not None and inspection.trace.result is not None:
        draw_own_answer(inspection.trace.result, algorithm_words(state), inspection.answer, ui)
    imgui.separator_text(f"Step {current_step(state)} of {last_step(state)}")
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text_wrapped(headline(step, *names_in_steps(state)))
    imgui.text_wrapped(explain(step, *names_in_steps(state)))
    if isinstance(inspection.trace, Run):
        return draw_run_details(state, inspection.trace, ui) + _step_list(state, ui)
    hovered = DETAILS.get(type(step), draw_record)(step, _step_before(state), ui)
    draw_copy_buttons(step)
    actions: list[Action] = [HoverRegion(hovered)] if hovered != state.hovered_region else []
    return actions + _step_list(state, ui)


def _step_before(state: State) -> Any:
    """The record of the step before the one that is shown."""
    trace, number = inspect(state).trace, current_step(state)
    return trace.steps[number - 1] if trace is not None and number > 0 else MISSING


def _gjk_details(step: gjk.State, before: Any, ui: Ui) -> Region | None:
    _gjk_numbers(step, before, ui)
    _simplex_table(step, before, ui)
    return _regions(step, ui)


def _gjk_numbers(step: gjk.State, before: Any, ui: Ui) -> None:
    imgui.separator_text("Numbers")
    old = before if isinstance(before, gjk.State) else None
    way = "unit vector, the way that was searched"
    _vector("direction d", step.direction, old and old.direction, "direction", way, ui)
    point = old and old.support.point
    _vector("support", step.support.point, point, "support.point", "the furthest point of A − B along d, metres", ui)
    nearest = "the point of the simplex nearest to the origin, metres"
    _vector("closest", step.closest, old and old.closest, "closest", nearest, ui)
    distance = norm(step.closest)
    _number("|closest|", distance, old and norm(old.closest), "norm(closest)", "its distance from the origin", ui)
    _number("lower bound", step.lower, old and old.lower, "lower", "the signed distance of the cores is no less", ui)
    _number("upper bound", step.upper, old and old.upper, "upper", "the signed distance of the cores is no more", ui)


def _axis_numbers(step: sat.State, _: Any, ui: Ui) -> None:
    """Another axis each step: nothing of it was there before."""
    ended = step.exit != Exit.RUNNING
    axis = step.chosen if ended else step.axis
    imgui.separator_text("Numbers of the chosen axis" if ended else "Numbers")
    if axis.skipped:
        imgui.text_wrapped(f"Nothing to measure: {reason(axis)}.")
        return
    path = "chosen" if ended else "axis"
    _vector("axis", axis.direction, None, f"{path}.direction", "unit vector from A to B", ui)
    for name, interval, field in (("A", axis.interval_a, "interval_a"), ("B", axis.interval_b, "interval_b")):
        words = "along the axis from A's centre, metres"
        draw_value(f"{name}'s interval", _interval(interval), interval, MISSING, f"{path}.{field}", words, ui)
    words = "how far A must go back along the axis, or the space between"
    draw_value(*overlap(axis), axis.overlap, MISSING, f"{path}.overlap", words, ui)
    words = "how far A would have to go forward instead"
    _number("other way", axis.other_way, None, f"{path}.other_way", words, ui)


def _interval(interval: tuple[float, float]) -> str:
    return f"[{number(interval[0])}, {number(interval[1])}]"


def _vector(label: str, value: Vec3, old: Vec3 | None, path: str, words: str, ui: Ui) -> None:
    text = " ".join(number(part, 4) for part in value)
    draw_value(label, text, value, MISSING if old is None else old, path, words, ui)


def _number(label: str, value: float, old: float | None, path: str, words: str, ui: Ui) -> None:
    draw_value(label, f"{number(value)} m", value, MISSING if old is None else old, path, words, ui)


def _simplex_table(step: gjk.State, before: Any, ui: Ui) -> None:
    imgui.separator_text("Simplex")
    # A bar to scroll sideways takes a line of its own, where the panel is too narrow.
    height = (step.simplex.size + 2.2) * imgui.get_text_line_height_with_spacing()
    if not imgui.begin_table("simplex", 5, TABLE_FLAGS, ImVec2(0, height)):
        return
    for name in ("", "weight", "x", "y", "z"):
        imgui.table_setup_column(name)
    imgui.table_headers_row()
    earlier = before.simplex.vertices if isinstance(before, gjk.State) else step.simplex.vertices
    old = {vertex.birth for vertex in earlier}
    for slot in range(step.simplex.size):
        vertex = step.simplex.vertices[slot]
        imgui.table_next_row()
        _cell(f"w{vertex.birth}", ui)
        if imgui.is_item_hovered():
            imgui.set_tooltip(f"a = {vector(vertex.a)}\nb = {vector(vertex.b)}\nmetres, from A's position")
        path = f"simplex.vertices[{slot}].point"
        numbers = (
            (step.weights[slot], 3, f"weights[{slot}]"),
            *((part, 4, f"{path}[{i}]") for i, part in enumerate(vertex.point)),
        )
        for value, digits, name in numbers:
            imgui.table_next_column()
            mark_cell(vertex.birth not in old)
            with imgui_ctx.push_font(*ui.fonts.mono):
                imgui.text(short(value, digits))
            draw_digits(value, MISSING, name)
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
    names = names_in_steps(state)
    # In a frame of its own: following the step must not move the words above it.
    rows = min(len(steps), LIST_ROWS) + 0.5
    imgui.begin_child("steps", ImVec2(0, rows * imgui.get_text_line_height_with_spacing()))
    for index in rows_in_sight(len(steps), current_step(state)):
        chosen = index == current_step(state)
        clicked, _ = imgui.selectable(f"{index:>3}   {headline(steps[index], *names)}##step {index}", chosen)
        if clicked:
            actions.append(GoToStep(index))
        if chosen:
            keep_in_view(f"step of {state.algorithm}", index)
    imgui.end_child()
    return actions


LIST_ROWS = 10

DETAILS: dict[type, Callable[[Any, Any, Ui], Region | None]] = {gjk.State: _gjk_details, sat.State: _axis_numbers}
"""What the panel shows of a step, by the algorithm's type of step, others as a record; the region under the pointer."""

TABLE_FLAGS = (
    imgui.TableFlags_.row_bg
    | imgui.TableFlags_.borders_inner_h
    | imgui.TableFlags_.sizing_fixed_fit
    | imgui.TableFlags_.scroll_x
)
