"""Lists of records drawn as tables, one record per row: simplex vertices, faces, face tests."""

from collections.abc import Sequence
from typing import Any

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.ask.runs.record_text import MISSING, is_changed, part_of
from gjkscope.app.view.panels.toolkit.follow import visible_rows
from gjkscope.app.view.panels.toolkit.precision import in_page
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.value_rows import draw_value_tooltip, mark_cell
from gjkscope.app.view.words.field import field_of
from gjkscope.app.view.words.records import POINT, axes_of, brief, is_table

ROWS = 8  # visible rows; the rest scroll
BAR = 1.2  # height of a horizontal scroll bar, in lines
PADDING = 0.6  # relative to other tables
WIDEST = "0" * 7  # the widest output of `short`
COORDINATES = (WIDEST, WIDEST, WIDEST)


def draw_table(rows: Any, before: Any, path: str, ui: Ui) -> None:
    """Draws the points of vertices; all fields of other records."""
    of_vertices = hasattr(rows[0], "birth") and hasattr(rows[0], "point")
    axes = axes_of(rows) if of_vertices else ()
    names = axes or rows[0]._fields
    with imgui_ctx.push_font(*ui.fonts.mono):
        widest = (widest_name(rows), *(WIDEST for _ in axes)) if of_vertices else ()
        sample = "".join(widest or ("0", *_row_text(rows[0])))
        if not begin_table(path, len(rows), 1 + len(names), sample):
            return
        heads = axes or tuple(field_of(rows[0], name) for name in rows[0]._fields)
        draw_heads(("", ""), *((field.label, field.definition) for field in heads), ui=ui, widest=widest)
        births = {vertex.birth for vertex in before} if of_vertices and is_table(before) else None
        for i in visible_rows(len(rows)):
            imgui.table_next_row()
            imgui.table_next_column()
            if of_vertices:
                imgui.text(brief(rows[i]))
                _vertex(rows[i], births is not None and rows[i].birth not in births, f"{path}[{i}].point")
            else:
                imgui.text(str(i))
                _fields(rows[i], part_of(before, str(i)), f"{path}[{i}]")
    imgui.end_table()


def begin_table(key: str, rows: int, columns: int, sample: str) -> bool:
    """Begins a table of small numbers in the current font that scrolls only if needed.

    It scrolls horizontally if the panel is narrower than a row like `sample`, and vertically beyond `ROWS` rows.
    """
    style = imgui.get_style()
    padding = ImVec2(PADDING * style.cell_padding.x, style.cell_padding.y)
    is_narrow = not _has_room(sample, columns)
    is_deep = rows > ROWS
    lines = min(rows, ROWS) + 1 + BAR * is_narrow
    height = lines * imgui.get_text_line_height_with_spacing() if is_narrow or is_deep else 0.0
    flags = TABLE_FLAGS | (SCROLLED if is_narrow or is_deep else imgui.TableFlags_.none)
    imgui.push_style_var(imgui.StyleVar_.cell_padding, padding)
    is_open = imgui.begin_table(f"{key} {is_narrow} {is_deep}", columns, flags, ImVec2(0, height))
    imgui.pop_style_var()
    return is_open


def table_fits(widest: Sequence[str], ui: Ui) -> bool:
    """Whether a table with columns of these texts fits into the panel, in the font of numbers."""
    with imgui_ctx.push_font(*ui.fonts.mono):
        return _has_room("".join(widest), len(widest))


def _has_room(sample: str, columns: int) -> bool:
    padding = PADDING * imgui.get_style().cell_padding.x
    return imgui.get_content_region_avail().x >= imgui.calc_text_size(sample).x + 2 * columns * padding


def widest_name(vertices: Sequence[Any]) -> str:
    return max((brief(vertex) for vertex in vertices), key=len)


def longest(rows: Sequence[Sequence[str]]) -> str:
    """The longest text of each column, joined: an upper bound for the widest row."""
    return "".join(max(column, key=len) for column in zip(*rows, strict=True))


def draw_heads(*heads: tuple[str, str], ui: Ui, widest: Sequence[str] = ()) -> None:
    """Draws the column titles, each with a tool tip; they stay in view while scrolling.

    `widest` holds the widest text that each column may contain: a column fitted to its contents lags one frame.
    """
    for column, (title, _) in enumerate(heads):
        width = imgui.calc_text_size(widest[column]).x if widest else 0.0
        imgui.table_setup_column(title, imgui.TableColumnFlags_.none, width)
    imgui.table_setup_scroll_freeze(1, 1)
    imgui.table_next_row(imgui.TableRowFlags_.headers)
    with imgui_ctx.push_font(*ui.fonts.regular):
        for title, words in heads:
            imgui.table_next_column()
            imgui.table_header(title)
            if words and imgui.is_item_hovered(imgui.HoveredFlags_.delay_short):
                imgui.set_tooltip(words)


def draw_cell(text: str, value: Any, before: Any, is_new: bool, path: str, definition: str = "") -> None:
    """Draws the next cell: a shortened value, with all its digits and its definition as a tool tip."""
    imgui.table_next_column()
    mark_cell(is_new)
    imgui.text(in_page(text))
    draw_value_tooltip(value, before, path, definition)


def _vertex(vertex: Any, is_new: bool, path: str) -> None:
    for i, part in enumerate(vertex.point):
        draw_cell(brief(part), part, MISSING, is_new, f"{path}[{i}]", POINT[i].definition)


def _fields(record: Any, before: Any, path: str) -> None:
    for name in record._fields:
        value, old = getattr(record, name), part_of(before, name)
        definition = field_of(record, name).definition
        draw_cell(brief(value), value, old, is_changed(value, old), f"{path}.{name}", definition)


def _row_text(record: Any) -> tuple[str, ...]:
    return tuple(max(brief(getattr(record, name)), field_of(record, name).label, key=len) for name in record._fields)


TABLE_FLAGS = imgui.TableFlags_.row_bg | imgui.TableFlags_.borders_inner_h | imgui.TableFlags_.sizing_fixed_fit
SCROLLED = imgui.TableFlags_.scroll_x | imgui.TableFlags_.scroll_y
