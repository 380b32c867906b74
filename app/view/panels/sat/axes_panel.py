"""The SAT panel: all axes and their origins; hovering a row shows its axis in both views."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import nlargest
from typing import Any, NamedTuple

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Pair
from gjkscope.app.state.actions import Action, ChooseAlgorithm, FilterAxes, GoToStep, HoverAxis
from gjkscope.app.state.inspection.traces import asks_for_axis, current_step, inspect, last_step
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.sat.axes_order import rows_of
from gjkscope.app.view.panels.sat.axis_line import WIDTH, draw_axis_line
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import keep_in_view, visible_rows
from gjkscope.app.view.panels.toolkit.precision import in_page, tip_in_full
from gjkscope.app.view.panels.toolkit.run_choice import draw_run_choice
from gjkscope.app.view.panels.toolkit.theme import Typeface
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.app.view.words.axis_reading import CONTACT, GAP, AxisReading, are_tied, axis_reading, offered_origins
from gjkscope.engine.result import Trace
from gjkscope.engine.text import number

ORIGINS = 130.0  # width of the list of axis origins, pixels at 100 %

COLUMNS = ("", "axis", "overlap, m", "A's interval, m", "B's interval, m")
WITHOUT_INTERVALS = 3  # columns


CHOSEN, RUNNER_UP = f"{icons_fontawesome_6.ICON_FA_STAR} chosen", "runner-up"
TIE = "tie"


class AxisRow(NamedTuple):
    """The texts of a table row."""

    name: str
    passed_over: str  # empty if none were skipped
    reason: str  # why the axis was skipped, shown in place of the numbers
    overlap: str
    interval_a: str
    interval_b: str


class AxisTable(NamedTuple):
    """All texts of the table, computed once per trace."""

    rows: tuple[AxisRow, ...]
    longest: dict[str, list[str]]  # a few of the longest texts of each kind
    names: tuple[str, ...]  # of all axes


def draw_axes_panel(state: State, ui: Ui) -> list[Action]:
    """Draws the table of axes and, if there is room, a number line beside it."""
    run, actions = draw_run_choice(state)
    return actions + _draw_axes(run, ui)


def _draw_axes(state: State, ui: Ui) -> list[Action]:
    axes = inspect(state).axes
    if axes is None:
        imgui.text_wrapped(f"No axes: {inspect(state).axes_refusal}.")
        return _hover(state, None)
    actions = _draw_filter(state, ui)
    columns, beside = _arrangement(_widths(_table(Identity(axes), state.document.pair).longest, ui), ui)
    width = imgui.get_content_region_avail().x - WIDTH * ui.scale if beside else 0.0
    shown, hovered = _followed_row(state, axes.steps[-1]), None
    if imgui.begin_table(f"axes {columns}", columns, TABLE_FLAGS, ImVec2(width, 0)):
        clicked, hovered = _draw_rows(state, axes, shown, columns, ui)
        actions += clicked
        imgui.end_table()
    if not ui.previews.shown:
        hovered = None
    if beside:
        imgui.same_line()
        shown_axis = axes.steps[shown if hovered is None else hovered].axis
        draw_axis_line(axis_reading(shown_axis, *state.document.pair), ui)
    return actions + _hover(state, hovered)


def _arrangement(widths: Sequence[float], ui: Ui) -> tuple[int, bool]:
    """The number of columns that fit, and whether the number line fits beside them.

    The line shows the intervals of the axis under the pointer, and is worth more than their columns.
    """
    room, style = imgui.get_content_region_avail().x, imgui.get_style()
    line = WIDTH * ui.scale + style.item_spacing.x

    def fits(columns: int, beside: bool) -> bool:
        table = sum(widths[:columns]) + 2 * columns * style.cell_padding.x + style.scrollbar_size
        return table + line * beside <= room

    choices = ((len(COLUMNS), True), (WITHOUT_INTERVALS, True), (len(COLUMNS), False))
    return next((choice for choice in choices if fits(*choice)), (WITHOUT_INTERVALS, False))


def _draw_filter(state: State, ui: Ui) -> list[Action]:
    """Draws the filters: the origin of the axes, and words in their names."""
    wanted, actions = state.display.axis_filter, list[Action]()
    imgui.set_next_item_width(ORIGINS * ui.scale)
    offered = offered_origins(state.document.scene.is_plane)
    if imgui.begin_combo("##axes", offered.get(wanted.origin, str(wanted.origin))):
        for origin, words in offered.items():
            if imgui.selectable(f"{words}##axes", origin == wanted.origin)[0]:
                actions.append(FilterAxes(replace(wanted, origin=origin)))
        imgui.end_combo()
    tool_tip("Origin of the axes to list")
    imgui.same_line()
    imgui.set_next_item_width(-1)
    changed, text = imgui.input_text_with_hint("##axes text", "filter", wanted.text)
    return [*actions, FilterAxes(replace(wanted, text=text))] if changed else actions


def _draw_rows(state: State, axes: Trace, followed: int, columns: int, ui: Ui) -> tuple[list[Action], int | None]:
    """Draws the rows; returns the clicks, and the step number of the hovered row."""
    rows, longest, names = _table(Identity(axes), state.document.pair)
    _set_up_columns(_widths(longest, ui)[:columns])
    order = rows_of(Identity(axes.steps), names, state.display.axis_filter, *_sort_order())
    actions: list[Action] = []
    hovered: int | None = None
    for row in visible_rows(len(order), order.index(followed) if followed in order else -1):
        index = order[row]
        imgui.table_next_row()
        imgui.table_next_column()
        if _select(index, state):
            actions += [*([ChooseAlgorithm("sat")] if state.run.algorithm != "sat" else []), GoToStep(index)]
        if imgui.is_item_hovered():
            hovered = index
        if index == followed:
            keep_in_view(state.run.algorithm, state.document.scene.name, index)
        imgui.same_line()
        reading = axis_reading(axes.steps[index].axis)
        if asks_for_axis(state):
            imgui.text_disabled("skipped" if reading.reason else "–")
        else:
            _mark(index, reading, axes.steps[-1])
        _cells(rows[index], columns, ui)
    return actions, hovered


def _sort_order() -> tuple[int, bool]:
    """The sort column and whether it is descending; Dear ImGui stores both."""
    specs = imgui.table_get_sort_specs()
    if specs is None or specs.specs_count == 0:
        return 0, False
    chosen = specs.get_specs(0)
    return chosen.column_index, chosen.get_sort_direction() == imgui.SortDirection.descending


@lru_cache(maxsize=4)
def _table(axes: Identity, names: Pair) -> AxisTable:
    tested = [axis_reading(step.axis, *names) for step in axes.value.steps]
    intervals_a, intervals_b = (
        _intervals(of) for of in zip(*((a.interval_a, a.interval_b) for a in tested), strict=True)
    )
    rows = tuple(map(_row, tested, intervals_a, intervals_b))
    longest = {
        "axis": _longest(f"{row.name}   {row.passed_over}" for row in rows),
        "reason": _longest(row.reason for row in rows),
        "overlap": _longest(row.overlap for row in rows),
        "interval": _longest(text for row in rows for text in (row.interval_a, row.interval_b)),
    }
    return AxisTable(rows, longest, tuple(row.name for row in rows))


def _longest(texts: Iterable[str]) -> list[str]:
    """A few of the longest texts: in a proportional typeface, the widest need not have the most letters."""
    return nlargest(8, set(texts), key=len)


def _row(axis: AxisReading, interval_a: str, interval_b: str) -> AxisRow:
    return AxisRow(
        axis.name,
        f"then {axis.left_out} passed over" if axis.left_out else "",
        axis.reason,
        number(0.0 if axis.relation == CONTACT else axis.overlap),
        interval_a,
        interval_b,
    )


def _widths(longest: dict[str, list[str]], ui: Ui) -> tuple[float, ...]:
    """The width of each column's widest cell, visible or not, so that widths do not change while scrolling."""
    interval = _width(longest["interval"], ui.fonts.mono)
    widths = (
        _width([CHOSEN, RUNNER_UP], ui.fonts.regular) + imgui.get_style().item_spacing.x,  # beside the row number
        _width(longest["axis"], ui.fonts.regular),
        max(_width(longest["overlap"], ui.fonts.mono), _width(longest["reason"], ui.fonts.regular)),
        interval,
        interval,
    )
    return tuple(max(width, _width([name], ui.fonts.regular)) for name, width in zip(COLUMNS, widths, strict=True))


def _set_up_columns(widths: Sequence[float]) -> None:
    for name, width in zip(COLUMNS, widths, strict=False):
        imgui.table_setup_column(name, imgui.TableColumnFlags_.width_fixed, width)
    imgui.table_setup_scroll_freeze(0, 1)
    imgui.table_headers_row()


def _width(texts: list[str], face: Typeface) -> float:
    with imgui_ctx.push_font(*face):
        return max(imgui.calc_text_size(text).x for text in texts)


def _hover(state: State, axis: int | None) -> list[Action]:
    return [HoverAxis(axis)] if axis != state.pointer.hovered_axis else []


def _select(index: int, state: State) -> bool:
    """Draws the row as a selectable; returns whether it was clicked."""
    is_step = state.run.algorithm == "sat" and index == current_step(state)
    chosen = index == state.pointer.hovered_axis or is_step
    clicked, _ = imgui.selectable(f"##axis {index}", chosen, imgui.SelectableFlags_.span_all_columns)
    return clicked


def _cells(row: AxisRow, columns: int, ui: Ui) -> None:
    imgui.table_next_column()
    imgui.text(row.name)
    if row.passed_over:
        imgui.same_line()
        imgui.text_disabled(row.passed_over)
    if row.reason:
        imgui.table_next_column()
        imgui.text_disabled(row.reason)
        return
    for text in (row.overlap, row.interval_a, row.interval_b)[: columns - 2]:
        imgui.table_next_column()
        with imgui_ctx.push_font(*ui.fonts.mono):
            imgui.text(in_page(text))
            tip_in_full(text)


def _followed_row(state: State, last: Any) -> int:
    """The row to keep in view: that of the current step while SAT runs, then that of the chosen axis."""
    under_way = state.run.algorithm == "sat" and current_step(state) < last_step(state)
    return current_step(state) if under_way else last.chosen_at


def _mark(index: int, axis: AxisReading, last: Any) -> None:
    if index == last.chosen_at:
        imgui.text_colored(theme.rgba(tones.CHOSEN), CHOSEN)
    elif index == last.runner_up_at:
        imgui.text(TIE if are_tied(last) else RUNNER_UP)
    elif axis.reason:
        imgui.text_disabled("skipped")
    elif axis.relation == CONTACT:
        imgui.text_colored(theme.rgba(tones.WARNING), "touches")
    elif axis.relation == GAP:
        imgui.text_colored(theme.rgba(tones.GOOD), "separates")
    else:
        imgui.text_disabled("–")


def _intervals(intervals: Sequence[tuple[float, float]]) -> list[str]:
    """Formats the intervals with their ends aligned."""
    ends = [(number(low), number(high)) for low, high in intervals]
    widths = [max(map(len, column)) for column in zip(*ends, strict=True)]
    return ["  ".join(map(str.rjust, pair, widths)) for pair in ends]


TABLE_FLAGS = (
    imgui.TableFlags_.row_bg
    | imgui.TableFlags_.borders_inner_v
    | imgui.TableFlags_.scroll_y
    | imgui.TableFlags_.scroll_x  # never truncate a number: half of one reads as another
    | imgui.TableFlags_.sizing_fixed_fit
    | imgui.TableFlags_.sortable
    | imgui.TableFlags_.sort_tristate  # a third click restores the order of the tests
)
