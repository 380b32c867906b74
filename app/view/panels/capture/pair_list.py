"""The list of a capture's pairs: filters, columns that sort, and a click that opens a pair.

Only visible rows are drawn; filtering and sorting run in the background.
"""

from functools import lru_cache

import numpy as np
from imgui_bundle import imgui

from gjkscope.app.ask.solvers.answer_block import VERDICTS
from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.capture_table import FIRST_WRONG, STATUS_WORDS, kinds_in, table_row
from gjkscope.app.state.actions import SetPairFilter
from gjkscope.app.state.inspection.captured_pairs import ids_in, listed_pairs
from gjkscope.app.state.model import CaptureTable, PairColumn, PairFilter, PairStatus, State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.requests import OpenCapturedPair, Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import keep_in_view, visible_rows
from gjkscope.app.view.panels.toolkit.sideways import checkbox_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.text import number, percent

HEADS = {
    PairColumn.TICK: ("Tick", "Number of the simulation step"),
    PairColumn.IDS: ("Ids", "The engine's ids of A and B"),
    PairColumn.SHAPES: ("Shapes", "Types of A and B"),
    PairColumn.SYMPTOM: ("Answer", "What is wrong with the engine's answer"),
    PairColumn.ERROR: ("Error", "Relative to the size of the pair"),
    PairColumn.REPORTED: ("Engine, m", "The signed distance that the engine reported, or its verdict"),
    PairColumn.TRUTH: ("Truth, m", "The true signed distance"),
}
FILTER_WIDTH = 104.0  # pixels at 100 % scale, as are those below
IDS_WIDTH, TICKS_WIDTH = 72.0, 78.0
IDS_HELP = "One id or two, in any order"
ANY_SHAPES, ANY_ANSWER, ONLY_WRONG = "Any shapes", "Any answer", "Wrong or suspect"


def draw_pairs(state: State, ui: Ui) -> list[Outcome]:
    """Draws the filters and the list; returns what the user did with them."""
    run, shown = state.capture.run, state.capture.filter
    table = None if run is None else run.listed or run.table
    if table is None:
        return []
    outcomes = _draw_filters(table, shown, ui)
    tick = table.tick_index(state.capture.tick) if shown.only_tick else 0
    known = ui.jobs.request("captured pairs", listed_pairs, table, shown, tick)
    if known is None:
        imgui.text_disabled("Sorting…")
        return outcomes
    table, rows = known.value  # in a stream, they may belong to an earlier table
    if not len(rows):
        return outcomes + _draw_nothing(table, shown)
    return outcomes + _draw_table(state, table, rows)


# --- filters ---


def _draw_filters(table: CaptureTable, shown: PairFilter, ui: Ui) -> list[Outcome]:
    width = FILTER_WIDTH * ui.scale
    wanted = shown
    imgui.set_next_item_width(IDS_WIDTH * ui.scale)
    _, typed = imgui.input_text_with_hint("##ids", "Ids", shown.ids)
    tool_tip(IDS_HELP)
    wanted = replace(wanted, ids=typed)
    same_line_if_fits(width)
    wanted = _draw_kinds(table, wanted, width)
    same_line_if_fits(width)
    wanted = _draw_status(wanted, width)
    same_line_if_fits(TICKS_WIDTH * ui.scale)
    wanted = _draw_range(wanted, TICKS_WIDTH * ui.scale)
    same_line_if_fits(checkbox_width("This tick"))
    _, only_tick = imgui.checkbox("This tick", wanted.only_tick)
    tool_tip("Only pairs of the tick that is shown")
    wanted = replace(wanted, only_tick=only_tick)
    if typed.strip() and ids_in(typed) is None:
        imgui.text_colored(theme.rgba(tones.WARNING), f"Ids: must be one or two whole numbers, got “{typed.strip()}”")
    return [SetPairFilter(wanted)] if wanted != shown else []


def _draw_kinds(table: CaptureTable, shown: PairFilter, width: float) -> PairFilter:
    kinds = _kinds(Identity(table))
    imgui.set_next_item_width(width)
    if imgui.begin_combo("##shapes", ", ".join(shown.kinds) or ANY_SHAPES):
        if imgui.selectable(f"{ANY_SHAPES}##all", not shown.kinds, imgui.SelectableFlags_.no_auto_close_popups)[0]:
            shown = replace(shown, kinds=())
        for kind in kinds:
            changed, chosen = imgui.menu_item(f"{kind}##captured", "", kind in shown.kinds, True)
            if changed:
                others = (shown_kind for shown_kind in kinds if shown_kind in shown.kinds and shown_kind != kind)
                shown = replace(shown, kinds=tuple(sorted([*others, *([kind] if chosen else [])])))
        imgui.end_combo()
    tool_tip("Only pairs of these shapes")
    return shown


@lru_cache(maxsize=2)
def _kinds(known: Identity) -> list[str]:
    table: CaptureTable = known.value
    return sorted(set(kinds_in(table.pool)))


def _draw_status(shown: PairFilter, width: float) -> PairFilter:
    imgui.set_next_item_width(width)
    preview = _title(shown.status) if shown.status is not None else ONLY_WRONG if shown.only_wrong else ANY_ANSWER
    if imgui.begin_combo("##symptom", preview, imgui.ComboFlags_.height_large):
        if imgui.selectable(ANY_ANSWER, preview == ANY_ANSWER)[0]:
            shown = replace(shown, status=None, only_wrong=False)
        if imgui.selectable(ONLY_WRONG, preview == ONLY_WRONG)[0]:
            shown = replace(shown, status=None, only_wrong=True)
        imgui.separator()
        for status in reversed(PairStatus):
            if imgui.selectable(_title(status), shown.status == status)[0]:
                shown = replace(shown, status=int(status), only_wrong=False)
        imgui.end_combo()
    tool_tip("Only pairs with this answer")
    return shown


def _title(status: int) -> str:
    return STATUS_WORDS[status].capitalize()


def _draw_range(shown: PairFilter, width: float) -> PairFilter:
    """The first and the last tick."""
    text = "" if shown.first_tick is None and shown.last_tick is None else tick_range_text(shown)
    imgui.set_next_item_width(width)
    _, typed = imgui.input_text_with_hint("##ticks", "Ticks", text, imgui.InputTextFlags_.auto_select_all)
    is_over = imgui.is_item_deactivated_after_edit()
    tool_tip("Only pairs of these ticks: one number, or the first and the last")
    if not is_over or typed == text:
        return shown
    first, last = tick_range(typed)
    return replace(shown, first_tick=first, last_tick=last)


def tick_range_text(shown: PairFilter) -> str:
    """The range as it is typed."""
    first, last = shown.first_tick, shown.last_tick
    if first == last and first is not None:
        return str(first)
    return f"{'' if first is None else first}–{'' if last is None else last}"


def tick_range(text: str) -> tuple[int | None, int | None]:
    """The first and the last tick in a text, None for no limit: "5", "5–9", "5-", "–9".

    >>> tick_range("5"), tick_range("5–9"), tick_range("-9"), tick_range("")
    ((5, 5), (5, 9), (None, 9), (None, None))
    """
    first, dash, last = text.replace("–", "-").partition("-")
    low, high = (int(word) if word.strip().isdecimal() else None for word in (first, last))
    return (low, high) if dash else (low, low)


def _draw_nothing(table: CaptureTable, shown: PairFilter) -> list[Outcome]:
    if not table.size:
        return []
    imgui.text_disabled("No pair matches the filters.")
    imgui.same_line()
    if imgui.small_button("Clear filters"):
        return [SetPairFilter(PairFilter(column=shown.column, descending=shown.descending))]
    return []


# --- table ---


def _draw_table(state: State, table: CaptureTable, rows: np.ndarray) -> list[Outcome]:
    shown, selected = state.capture.filter, table_row(table, state.capture.pair)
    if not imgui.begin_table("captured pairs", len(HEADS), TABLE_FLAGS):
        return []
    for column, (title, _) in HEADS.items():
        flags = imgui.TableColumnFlags_.width_stretch
        if column is shown.column:
            flags |= imgui.TableColumnFlags_.default_sort
        if column in (PairColumn.ERROR, PairColumn.SYMPTOM):
            flags |= imgui.TableColumnFlags_.prefer_sort_descending
        imgui.table_setup_column(title, flags, WEIGHTS[column])
    imgui.table_setup_scroll_freeze(0, 1)
    _draw_heads()
    outcomes = _sort_outcomes(shown)
    row_selected = _place(rows, selected)
    for index in visible_rows(len(rows), row_selected):
        outcomes += _draw_row(table, int(rows[index]), index == row_selected)
    imgui.end_table()
    return outcomes


def _draw_heads() -> None:
    imgui.table_next_row(imgui.TableRowFlags_.headers)
    for title, about in HEADS.values():
        imgui.table_next_column()
        imgui.table_header(title)
        tool_tip(f"{about}. Click to sort")


def _sort_outcomes(shown: PairFilter) -> list[Outcome]:
    specs = imgui.table_get_sort_specs()
    if specs is None or not specs.specs_count:
        return []
    spec, columns = specs.get_specs(0), list(HEADS)
    wanted = replace(
        shown,
        column=columns[spec.column_index],
        descending=spec.sort_direction == imgui.SortDirection.descending,
    )
    if specs.specs_dirty:
        specs.specs_dirty = False
        return [SetPairFilter(wanted)] if wanted != shown else []
    if wanted != shown:  # another capture was opened
        direction = imgui.SortDirection.descending if shown.descending else imgui.SortDirection.ascending
        imgui.internal.table_set_column_sort_direction(columns.index(shown.column), direction, False)
    return []


def _place(rows: np.ndarray, selected: int | None) -> int:
    if selected is None:
        return -1
    matches = np.flatnonzero(rows == selected)
    return int(matches[0]) if len(matches) else -1


def _draw_row(table: CaptureTable, row: int, is_selected: bool) -> list[Outcome]:
    a, b = (table.pool[shape] for shape in table.shapes[row])
    kinds = f"{a.kind}, {b.kind}"
    status = int(table.status[row])
    imgui.table_next_row()
    imgui.table_next_column()
    label = f"{table.ticks[row]}##pair {table.numbers[row]}"
    clicked, _ = imgui.selectable(label, is_selected, imgui.SelectableFlags_.span_all_columns)
    tool_tip(_about_row(table, row, kinds))
    if is_selected:
        keep_in_view(int(table.numbers[row]))
    imgui.table_next_column()
    imgui.text_unformatted(f"{table.ids[row, 0]}, {table.ids[row, 1]}")
    imgui.table_next_column()
    imgui.text_unformatted(kinds)
    imgui.table_next_column()
    _draw_answer(status)
    for words in (
        error_words(status, float(table.errors[row])),
        _report_words(float(table.reported[row]), int(table.verdicts[row])),
        _meters(float(table.truth[row])),
    ):
        imgui.table_next_column()
        imgui.text_unformatted(words)
    return [OpenCapturedPair(int(table.numbers[row]))] if clicked else []


def _about_row(table: CaptureTable, row: int, kinds: str) -> str:
    """The texts that narrow columns cut off."""
    a, b = table.ids[row].tolist()
    lines = [f"Pair {table.numbers[row]:,}: {kinds}, ids {a} and {b}"]
    lines.append(f"{_title(table.status[row])}, error {error_words(int(table.status[row]), float(table.errors[row]))}")
    return "\n".join([*lines, "Click to open it with the engine's answer"])


def _draw_answer(status: int) -> None:
    words = STATUS_WORDS[status]
    if status >= FIRST_WRONG:
        imgui.text_colored(theme.rgba(tones.BAD), words)
    elif status == PairStatus.SUSPECT:
        imgui.text_colored(theme.rgba(tones.WARNING), words)
    else:
        imgui.text_disabled(words)


def error_words(status: int, error: float) -> str:
    """ "35 %", "≤ 2e-6 %", or "–" if there is none."""
    if status < PairStatus.RIGHT or not np.isfinite(error):
        return "–"
    return f"{'' if status >= FIRST_WRONG or error == 0 else '≤ '}{percent(error)}"


def _report_words(distance: float, verdict: int) -> str:
    if np.isnan(distance):
        return VERDICTS[verdict] if verdict >= 0 else "–"
    return _meters(distance)


def _meters(distance: float) -> str:
    return "–" if np.isnan(distance) else number(distance, 4)


WEIGHTS = {  # the widths of ordinary contents: "wrong distance", "≤ 6e−14 %"
    PairColumn.TICK: 0.85,
    PairColumn.IDS: 1.0,
    PairColumn.SHAPES: 1.75,
    PairColumn.SYMPTOM: 1.7,
    PairColumn.ERROR: 1.3,
    PairColumn.REPORTED: 1.25,
    PairColumn.TRUTH: 1.2,
}
TABLE_FLAGS = (
    imgui.TableFlags_.row_bg
    | imgui.TableFlags_.scroll_y
    | imgui.TableFlags_.borders_inner_v
    | imgui.TableFlags_.sortable
    | imgui.TableFlags_.resizable
    | imgui.TableFlags_.no_saved_settings  # the next capture shows its worst pairs first again
)
