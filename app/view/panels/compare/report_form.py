"""The reports of engines about the pair, as a form beside their judgement: add, paste, edit every field, delete."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from imgui_bundle import icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.base.numbers import LENGTH, parse_number
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.reports import orient_report
from gjkscope.app.scenes.scene import Reported, ReportedPoint
from gjkscope.app.state.actions import Action, AddReports, DeleteReport, EditReport, Notify, ShowReport
from gjkscope.app.state.inspection.reports import drawn_report
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.requests import Outcome, PasteReport
from gjkscope.app.view.panels.toolkit.fields import exact_format
from gjkscope.app.view.panels.toolkit.follow import visible_rows
from gjkscope.app.view.panels.toolkit.sideways import checkbox_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.plane.vectors import in_space
from gjkscope.engine.result import Verdict
from gjkscope.engine.vectors import ZERO, Vec3

NEW_REPORT = "engine"  # the name of a new report, to be edited
UNSAID = "not reported"
LABELS = 9.0  # the width of the names of fields, in text heights
SHARE, LEAST_WIDTH = 0.45, 26.0  # width of the form: a fraction of the panel; the least, in text heights
TRASH_WIDTH = 1.4  # of the button beside the name, in heights of a field
DISTANCE_TIP = "> 0 is the gap, < 0 is minus the depth; empty if not reported"

VECTORS = {
    "normal": ("normal", "from A to B; any length"),
    "witness_a": ("witness on A, m", "the closest or deepest point on A, world space, metres"),
    "witness_b": ("witness on B, m", "the closest or deepest point on B, world space, metres"),
}
"""The heading and the tool tip of each field."""

TEXTS = {"crashed": "how it ended instead of an answer, such as SIGABRT", "note": "anything else worth knowing"}


def is_form_open(state: State) -> bool:
    """Draws the switch of the form, and returns whether the form is shown."""
    store, key, count = imgui.get_state_storage(), imgui.get_id("report form"), len(_numbers(state))
    words = f"Edit reports ({count})" if count else "Add a report"
    same_line_if_fits(checkbox_width(words))
    _, is_open = imgui.checkbox(f"{words}###reports", store.get_bool(key))
    tool_tip("What engines answered about this pair, as a form")
    store.set_bool(key, is_open)
    return bool(is_open)


def form_width() -> float:
    """The width of the form in a panel, in pixels; all of it if nothing else has room beside it."""
    room, least = imgui.get_content_region_avail().x, LEAST_WIDTH * imgui.get_font_size()
    return max(SHARE * room, least) if room >= 2 * least else room


def draw_reports(state: State, ui: Ui) -> list[Outcome]:
    """Draws the scene's reports about the selected pair, and scrolls to a new one."""
    outcomes, numbers = _buttons(state), _numbers(state)
    store, key = imgui.get_state_storage(), imgui.get_id("reports known")
    is_new = 0 <= store.get_int(key, -1) < len(numbers)
    store.set_int(key, len(numbers))
    for number in numbers:
        with imgui_ctx.push_id(f"report {number}"):
            report = orient_report(state.document.scene.reported[number], state.document.pair)
            outcomes += _draw_report(number, report, state, ui)
    if is_new:
        imgui.set_scroll_here_y(1.0)
    return outcomes


def _numbers(state: State) -> list[int]:
    """Those of the reports about the selected pair."""
    pair = {*state.document.pair}
    return [number for number, report in enumerate(state.document.scene.reported) if {*report.pair} == pair]


def _buttons(state: State) -> list[Outcome]:
    outcomes: list[Outcome] = []
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_PLUS} Report"):
        outcomes.append(AddReports((Reported(state.document.pair, NEW_REPORT),)))
    tool_tip("Add what an engine answered about this pair")
    imgui.same_line()
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_PASTE} Paste report"):
        outcomes.append(PasteReport())
    tool_tip('Add the report on the clipboard: JSON, or text such as "FCL 0.7: depth 0.12 normal (0, 1, 0)"')
    return outcomes


def _draw_report(number: int, report: Reported, state: State, ui: Ui) -> list[Outcome]:
    """Draws the fields of a report, in the order of the selected pair."""
    actions: list[Outcome] = []
    is_plane = state.document.scene.is_plane
    is_drawn = report == drawn_report(state)
    if imgui.radio_button("##drawn", is_drawn) and not is_drawn:
        actions.append(ShowReport(report.by))
    tool_tip("Draw this report in the views")
    imgui.same_line()
    edit = partial(_edit, number, report)
    imgui.set_next_item_width(-TRASH_WIDTH * imgui.get_frame_height_with_spacing())
    actions += _draw_text_field("##by", report.by, "the engine and its version", edit("by"))
    imgui.same_line()
    if imgui.small_button(f"{icons_fontawesome_6.ICON_FA_TRASH}##delete report"):
        actions.append(DeleteReport(number))
    tool_tip(f"Delete the report of {report.by}")
    actions += _verdict(report, edit("verdict"))
    _name_field("signed distance, m")
    actions += _number_field("##signed_distance", report.signed_distance, DISTANCE_TIP, edit("signed_distance"), ui)
    for name, (heading, tip) in VECTORS.items():
        _name_field(heading)
        actions += _vector_field(f"##{name}", getattr(report, name), tip, edit(name), ui, is_plane)
    actions += _points(report, edit("points"), ui, is_plane)
    for name, tip in TEXTS.items():
        _name_field(name)
        actions += _draw_text_field(f"##{name}", getattr(report, name) or "", tip, _none_if_empty(edit(name)))
    imgui.separator()
    return actions


def _name_field(words: str) -> None:
    """Draws the name of a field, which fills the rest of the line."""
    left = imgui.get_cursor_pos_x()
    imgui.align_text_to_frame_padding()
    imgui.text_disabled(words)
    imgui.same_line(left + LABELS * imgui.get_font_size())
    imgui.set_next_item_width(-1)


def _edit(number: int, report: Reported, name: str) -> Callable[[Any], Action]:
    """The function from a new value of the field to the action that sets it."""
    return lambda value: EditReport(number, replace(report, **{name: value}))


def _none_if_empty(take: Callable[[Any], Action]) -> Callable[[str], Action]:
    """The same function for a text, which is None if it is empty."""
    return lambda text: take(text or None)


def _verdict(report: Reported, take: Callable[[str | None], Action]) -> Iterator[Action]:
    _name_field("verdict")
    if imgui.begin_combo("##verdict", report.verdict or UNSAID):
        for verdict in (None, *Verdict):
            text = verdict.value if verdict else UNSAID
            if imgui.selectable(f"{text}##reported", text == (report.verdict or UNSAID))[0]:
                yield take(verdict.value if verdict else None)
        imgui.end_combo()


def _points(
    report: Reported, take: Callable[[tuple[ReportedPoint, ...]], Action], ui: Ui, is_plane: bool
) -> Iterator[Action]:
    """Draws the contact points, each with its position and depth."""
    points = report.points
    imgui.text_disabled(f"contact points: {'x y' if is_plane else 'x y z'}, depth")
    for i in visible_rows(len(points)):
        with imgui_ctx.push_id(str(i)):
            yield from _point(points[i], _replace_point(points, i, take), ui, is_plane)
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_PLUS} Point"):
        yield take((*points, ReportedPoint(points[-1].position if points else report.witness_a or ZERO)))


def _replace_point(
    points: tuple[ReportedPoint, ...], i: int, take: Callable[[tuple[ReportedPoint, ...]], Action]
) -> Callable[..., Action]:
    """A function that returns the action that replaces or deletes point `i`."""
    return lambda *new: take((*points[:i], *new, *points[i + 1 :]))


def _point(point: ReportedPoint, take: Callable[..., Action], ui: Ui, is_plane: bool) -> Iterator[Action]:
    """Draws a contact point; `take` makes the action that replaces it, or deletes it for None."""
    room = imgui.get_content_region_avail().x - 2 * imgui.get_frame_height_with_spacing()
    imgui.set_next_item_width(POSITION_PART * room)
    yield from _vector_field(
        "##position",
        point.position,
        "world space, metres",
        lambda position: take(point._replace(position=position, position_a=None, position_b=None)),
        ui,
        is_plane,
    )
    imgui.same_line()
    imgui.set_next_item_width((1 - POSITION_PART) * room)
    yield from _number_field(
        "##depth", point.depth, "depth, metres: > 0 inside", lambda depth: take(point._replace(depth=depth)), ui
    )
    imgui.same_line()
    if imgui.small_button(f"{icons_fontawesome_6.ICON_FA_XMARK}##without point"):
        yield take()


def _number_field(
    label: str, value: float | None, tip: str, take: Callable[[float | None], Action], ui: Ui
) -> Iterator[Action]:
    """A field for a length; empty for None."""
    shown = "" if value is None else exact_format(value) % value

    def take_text(typed: str) -> Action:
        return take(parse_number(typed, LENGTH) if typed else None)

    with imgui_ctx.push_font(*ui.fonts.mono):
        yield from _draw_text_field(label, shown, tip, take_text)


def _vector_field(
    label: str, value: Vec3 | None, tip: str, take: Callable[[Vec3], Action], ui: Ui, is_plane: bool
) -> Iterator[Action]:
    """A field for three numbers, in 2D for two, in any notation of points; `take` gets None if it is emptied."""
    parts = () if value is None else value[:2] if is_plane else value
    shown = ", ".join(exact_format(part) % part for part in parts)

    def take_text(typed: str) -> Action:
        return take(_vector_of(typed, is_plane) if typed else None)  # type: ignore[arg-type]

    with imgui_ctx.push_font(*ui.fonts.mono):
        yield from _draw_text_field(label, shown, tip, take_text, "x, y" if is_plane else "x, y, z")


def _vector_of(typed: str, is_plane: bool) -> Vec3:
    """The vector in a text.  Raises `ValueError`."""
    from gjkscope.app.bring.notations.keyed import pasted_points  # start-up does not need it

    if is_plane:
        points = tuple(in_space(point) for point in pasted_points.parse_plane_vertices(typed, any_number=True))
    else:
        points = pasted_points.parse_vertices(typed, any_number=True)
    if len(points) != 1:
        raise ValueError(f"must be {'two' if is_plane else 'three'} numbers, got {len(points)} points")
    return points[0]


def _draw_text_field(
    label: str, shown: str, tip: str, take: Callable[[str], Action], hint: str = ""
) -> Iterator[Action]:
    """A text field; `take` makes the action when another text is committed, or raises `ValueError`."""
    _, typed = imgui.input_text_with_hint(label, hint, shown, imgui.InputTextFlags_.auto_select_all)
    left = imgui.is_item_deactivated_after_edit()
    tool_tip(tip)
    if not left or typed.strip() == shown:
        return
    try:
        yield take(typed.strip())
    except ValueError as fault:
        yield Notify(f"{label.strip('#').replace('_', ' ')}: {fault}", is_error=True)


POSITION_PART = 0.7  # of the width of a contact point's row
