"""The comparison table: its columns, the texts of its cells, and what each column sorts by.

A narrow panel does not scroll sideways: names wrap, the distance is below the verdict, and the assessment takes the
remaining width.
"""

from collections.abc import Callable
from functools import lru_cache
from math import isfinite
from typing import Any, NamedTuple, TypeVar

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.base.identity import Identity
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import text_lines, tool_tip
from gjkscope.app.view.tones import OF_VERDICT
from gjkscope.engine.analysis.compare import ComparisonRow, NotSupported
from gjkscope.engine.evidence.explain import proof_words
from gjkscope.engine.result import Result, Verdict
from gjkscope.engine.text import number, range_words

# Bounds closer than this fraction of the distance, or than this many metres, are shown as one number.
NARROW, TINY = 1e-8, 1e-12
# Characters: two numbers with five digits each; and one with nine, below the verdict of a narrow table.
DISTANCE_WIDTH, NARROW_DISTANCE = 19, 12

VERDICT_ICONS = {
    Verdict.SEPARATED: icons_fontawesome_6.ICON_FA_ARROWS_LEFT_RIGHT,
    Verdict.TOUCHING: icons_fontawesome_6.ICON_FA_CIRCLE_DOT,
    Verdict.PENETRATING: icons_fontawesome_6.ICON_FA_CLONE,
    Verdict.UNDECIDED: icons_fontawesome_6.ICON_FA_QUESTION,
}

Cell = tuple[str, str]  # text and tool tip


class Cells(NamedTuple):
    """The texts of a row, each with its tool tip."""

    distance: Cell
    steps: Cell
    time: Cell
    normal: Cell


class Column(NamedTuple):
    """A column of the table."""

    title: str
    key: Callable[[ComparisonRow], Any] | None = None  # sort key; None if the column cannot be sorted

    @property
    def flags(self) -> int:
        return imgui.TableColumnFlags_.none if self.key else imgui.TableColumnFlags_.no_sort


def cells(row: ComparisonRow) -> Cells:
    return _cells(Identity(row))


@lru_cache(maxsize=64)
def _cells(row: Identity) -> Cells:
    result: Result = row.value.result
    normal = result.normal
    return Cells(
        (distance(result), _exactly(result)),
        (f"{result.steps - 1:>5}", "the number of the last step, counted from 0"),
        (f"{row.value.seconds * 1e3:8.3f}", "median of several runs in pure Python, including the trace"),
        ("–", "") if normal is None else ("  ".join(f"{part + 0.0:6.3f}" for part in normal), repr(normal)),
    )


def begin_compare_table(name: str, ui: Ui) -> bool:
    """Begins the table with the columns that have room; returns whether it is visible."""
    room = imgui.get_content_region_avail().x
    if room < LEAST_WORDS_FROM * imgui.get_font_size():
        if not imgui.begin_table(f"{name} narrow", len(COLUMNS), TABLE_FLAGS):
            return False
        for column, flags in zip(COLUMNS, NARROW_COLUMNS, strict=True):
            imgui.table_setup_column(column.title, column.flags | flags)
        return True
    if not imgui.begin_table(name, len(COLUMNS), TABLE_FLAGS | imgui.TableFlags_.scroll_x):
        return False
    for column, least in zip(COLUMNS, SHOWN_FROM, strict=True):
        hidden = imgui.TableColumnFlags_.disabled if room < least * ui.scale else imgui.TableColumnFlags_.none
        imgui.table_setup_column(column.title, column.flags | hidden)
    return True


def draw_verdict_cell(verdict: Verdict, help_text: str = "", note: str = "") -> None:
    """Draws the verdict, with a `note` in brackets if it is about a hull."""
    words = f"{verdict.value} ({note})" if note else verdict.value
    imgui.text_colored(theme.rgba(OF_VERDICT[verdict]), f"{VERDICT_ICONS[verdict]} {words}")
    if help_text:
        tool_tip(help_text)


def draw_distance(text: str, help_text: str, ui: Ui) -> None:
    """Draws the distance in its column, or below the verdict if it has no column."""
    with imgui_ctx.push_font(*ui.fonts.mono):
        if _is_narrow():
            imgui.text(text if len(text) <= NARROW_DISTANCE else text.replace(" … ", " …\n"))
        else:
            imgui.table_set_column_index(DISTANCE)
            imgui.text(text.rjust(DISTANCE_WIDTH))
    if help_text and imgui.is_item_hovered():
        imgui.set_tooltip(help_text)


def wrap_name(name: str, indent: str = "") -> str:
    """The name, indented, in lines that fit into the first column of a narrow table."""
    if not _is_narrow():
        return indent + name
    room = NAME_SHARE * imgui.get_window_width() - imgui.calc_text_size(indent).x
    return "\n".join(indent + line for line in text_lines(name, room))


def row_selectable(label: str, chosen: bool) -> bool:
    """The name of a row, in its first column, which highlights the whole row.

    Draw it after the other cells: the row is then as high as the highest of them.
    """
    table = imgui.internal.get_current_table()
    height = table.row_pos_y2 - table.row_pos_y1 - 2 * table.row_cell_padding_y
    clicked, _ = imgui.selectable(label, chosen, ROW, ImVec2(0, max(height, imgui.calc_text_size(label, True).y)))
    return clicked


def words_room() -> float:
    """The width of the column for words that fits into the table, in text heights."""
    if _is_narrow():
        return imgui.get_content_region_avail().x / imgui.get_font_size()
    return min(max(imgui.get_window_width() / imgui.get_font_size() - BEFORE_WORDS, LEAST_WORDS), MOST_WORDS)


def _is_narrow() -> bool:
    """Whether the table being drawn has no column for distances."""
    return not imgui.table_get_column_flags(DISTANCE) & imgui.TableColumnFlags_.is_enabled


def distance(result: Result) -> str:
    """The signed distance, a one-sided bound on it, or its range."""
    lower, upper = result.lower, result.upper
    named = result.signed_distance
    if named is not None and upper - lower <= max(NARROW * abs(named), TINY):
        return number(named, 9)
    if isfinite(lower) and isfinite(upper):
        return range_words(lower, upper)
    if isfinite(lower):
        return f"≥ {number(lower, 6)}"
    return f"≤ {number(upper, 6)}" if isfinite(upper) else "unknown"


def _exactly(result: Result) -> str:
    said = "no single number" if result.signed_distance is None else f"{result.signed_distance!r} m"
    bounds = f"the algorithm's bounds: {result.lower!r}\nto {result.upper!r} m"
    return f"signed distance: {said}\n{bounds}\n{proof_words(result)}"


def _known_distance(row: ComparisonRow) -> float:
    result = row.result
    if result.signed_distance is not None:
        return result.signed_distance
    return result.lower if isfinite(result.lower) else result.upper


COLUMNS = (
    Column("algorithm", lambda row: row.title),
    Column("verdict", lambda row: list(Verdict).index(row.result.verdict)),
    Column("signed distance, m", _known_distance),
    Column("assessment"),
    Column("last step", lambda row: row.result.steps),
    Column("time, ms", lambda row: row.seconds),
    Column("exit", lambda row: row.result.exit.words),
    Column("normal"),
)

NAME, VERDICT, DISTANCE, JUDGED, EXIT, NORMAL = 0, 1, 2, 3, 6, 7  # columns; that of the judgement is for words
LEAST_WORDS, MOST_WORDS = 8.0, 17.0  # its width in text heights; longer words wrap
BEFORE_WORDS = 36.5  # width of the columns before it, in text heights
LEAST_WORDS_FROM = BEFORE_WORDS + LEAST_WORDS  # a narrower table has no column for the distances
NAME_SHARE = 0.3  # of the width of a narrow table: its names wrap
# Width of the panel, in pixels at 100 %, from which each column is shown: none is cut off.  The tool tip of the verdict
# shows the omitted columns.
SHOWN_FROM = (0, 0, 0, 0, 820, 900, 1060, 1300)
FIXED, REST, HIDDEN = (
    imgui.TableColumnFlags_.width_fixed,
    imgui.TableColumnFlags_.width_stretch,
    imgui.TableColumnFlags_.disabled,
)
ROW = imgui.SelectableFlags_.span_all_columns | imgui.SelectableFlags_.allow_overlap
NARROW_COLUMNS = (FIXED, FIXED, HIDDEN, REST, HIDDEN, HIDDEN, HIDDEN, HIDDEN)
TABLE_FLAGS = (
    imgui.TableFlags_.row_bg
    | imgui.TableFlags_.borders_inner_v
    | imgui.TableFlags_.scroll_y
    | imgui.TableFlags_.sizing_fixed_fit
    | imgui.TableFlags_.sortable
    | imgui.TableFlags_.sort_tristate
)

Group = TypeVar("Group")


def sort_groups(
    specs: imgui.TableSortSpecs | None,
    groups: list[Group],
    row_of: Callable[[Group], ComparisonRow | NotSupported | None],
) -> list[Group]:
    """The groups in the sort order chosen in the table header; groups without an answer come last."""
    if specs is None or specs.specs_count == 0:
        return groups
    spec = specs.get_specs(0)
    key = COLUMNS[spec.column_index].key
    if key is None:
        return groups
    answered = [(row, group) for group in groups if isinstance(row := row_of(group), ComparisonRow)]
    others = [group for group in groups if not isinstance(row_of(group), ComparisonRow)]
    backwards = spec.sort_direction == imgui.SortDirection.descending
    answered.sort(key=lambda entry: key(entry[0]), reverse=backwards)
    return [group for _, group in answered] + others
