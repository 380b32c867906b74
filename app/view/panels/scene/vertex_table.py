"""The vertices, faces and heights of a shape as editable tables: type, add, remove, paste."""

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.base.numbers import LENGTH, PLAIN, Units
from gjkscope.app.scenes.scene import Body
from gjkscope.app.scenes.shapes.entry import ENTRIES, FieldKind, ShapeField
from gjkscope.app.state.actions import Action, SetShapeField
from gjkscope.app.view.panels.requests import Outcome, PasteVertices
from gjkscope.app.view.panels.toolkit.fields import AXES, exact_format, number_field, replace_component
from gjkscope.app.view.panels.toolkit.follow import visible_rows
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.text import counted

MOST_ROWS = 8  # visible rows; longer tables scroll
MOST_COLUMNS = 32  # of heights
BUTTONS = 9.5  # width of both buttons below the table, in text heights
COLUMN = 2.9  # least column width, in text heights
PADDING = 3.0  # left of a number and around a field, pixels at 100 %; small, to leave room for digits


class VertexRows(NamedTuple):
    """A field of a body's shape that holds rows of numbers."""

    body: str
    field: str
    row: str  # the name of a row
    columns: tuple[str, ...]
    units: Units
    may_grow: bool
    least: int  # how many rows there are at least
    values: tuple[tuple[float, ...], ...]

    def changed(self, *values: Any) -> SetShapeField:
        return SetShapeField(self.body, self.field, values)


def draw_vertices(body: Body, field: ShapeField, ui: Ui) -> list[Outcome]:
    """A field with vertices: a triangle keeps its three, and a shape with faces those that its faces refer to."""
    vertices = getattr(body.shape, field.name)
    kinds = {shape_field.kind for shape_field in ENTRIES[type(body.shape)].fields}
    may_grow = field.kind in (FieldKind.POINTS, FieldKind.POINTS2)
    columns = AXES[:2] if field.kind is FieldKind.POINTS2 else AXES
    least = 1 if may_grow and FieldKind.FACES not in kinds else len(vertices)
    rows = VertexRows(body.name, field.name, "vertex", columns, LENGTH, may_grow, least, vertices)
    imgui.text_disabled(f"{counted(len(vertices), 'vertex', 'vertices')}, m")
    outcomes = _table(rows, ui)
    if rows.may_grow:
        outcomes += _more(rows)
        if imgui.get_content_region_avail().x > BUTTONS * imgui.get_font_size():
            imgui.same_line()
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_PASTE} Paste"):
        outcomes.append(PasteVertices(body.name))
    tool_tip("Replace all vertices with those on the clipboard: a table, JSON or source code")
    return outcomes


def draw_faces(body: Body, field: ShapeField, ui: Ui) -> list[Outcome]:
    """The numbers of each face's corners."""
    faces = getattr(body.shape, field.name)
    imgui.text_disabled(f"{counted(len(faces), 'face')}, by their vertices")
    rows = VertexRows(body.name, field.name, "face", ("a", "b", "c"), PLAIN, True, 1, faces)
    return [*_table(rows, ui), *_more(rows)]


def draw_heights(body: Body, field: ShapeField, ui: Ui) -> list[Outcome]:
    """The heights of a grid; one with many columns is only counted."""
    heights = getattr(body.shape, field.name)
    columns = tuple(str(number) for number in range(len(heights[0])))
    imgui.text_disabled(f"{len(heights)} rows of {len(columns)} heights, m")
    if len(columns) > MOST_COLUMNS:
        return []
    rows = VertexRows(body.name, field.name, "row", columns, LENGTH, True, 2, heights)
    return [*_table(rows, ui), *_more(rows)]


def draw_cells(body: Body, field: ShapeField, ui: Ui) -> list[Outcome]:
    """The rows and columns of cells."""
    cells = getattr(body.shape, field.name)
    imgui.text_disabled(counted(len(cells), field.name.removesuffix("s")))
    rows = VertexRows(body.name, field.name, field.name.removesuffix("s"), ("row", "column"), PLAIN, True, 0, cells)
    return [*(_table(rows, ui) if cells else []), *_more(rows)]


def _more(rows: VertexRows) -> list[Outcome]:
    pressed = imgui.button(f"{icons_fontawesome_6.ICON_FA_PLUS} {rows.row.capitalize()}")
    return [rows.changed(*rows.values, _new_row(rows))] if pressed else []


def _new_row(rows: VertexRows) -> Any:
    """A copy of the last row; in 2D the middle of the closing edge, from where it can be moved out; another cell."""
    if rows.units is PLAIN and len(rows.columns) == 2:
        return next(cell for cell in product(range(len(rows.values) + 1), repeat=2) if cell not in rows.values)
    if len(rows.columns) == 2 and len(rows.values) > 2:
        return tuple((a + b) / 2 for a, b in zip(rows.values[-1], rows.values[0], strict=True))
    return rows.values[-1] if rows.values else (0, 0, 0)


def _table(rows: VertexRows, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    removable = len(rows.values) > rows.least
    height = (min(len(rows.values), MOST_ROWS) + 1.5) * imgui.get_frame_height_with_spacing()
    columns = len(rows.columns)
    is_narrow = imgui.get_content_region_avail().x < (columns * COLUMN + 2) * imgui.get_font_size()
    flags = TABLE_FLAGS | (imgui.TableFlags_.scroll_x if is_narrow else imgui.TableFlags_.none)
    imgui.push_style_var(imgui.StyleVar_.cell_padding, ImVec2(PADDING * ui.scale, imgui.get_style().cell_padding.y))
    begun = imgui.begin_table(f"{rows.field} {is_narrow} {ui.scale}", columns + removable, flags, ImVec2(0, height))
    imgui.pop_style_var()
    if not begun:
        return outcomes
    for column in rows.columns:
        if is_narrow:
            imgui.table_setup_column(column, imgui.TableColumnFlags_.width_fixed, COLUMN * imgui.get_font_size())
        else:
            imgui.table_setup_column(column, imgui.TableColumnFlags_.width_stretch)
    if removable:
        imgui.table_setup_column("", imgui.TableColumnFlags_.width_fixed, imgui.get_frame_height())
    imgui.table_setup_scroll_freeze(0, 1)
    imgui.table_headers_row()
    padding = ImVec2(PADDING * ui.scale, imgui.get_style().frame_padding.y)
    for number in visible_rows(len(rows.values)):
        with imgui_ctx.push_id(str(number)), imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding, padding):
            outcomes += _row(rows, number, removable, ui)
    imgui.end_table()
    return outcomes


def _row(rows: VertexRows, number: int, removable: bool, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    row, unit = rows.values[number], " m" if rows.units is LENGTH else ""
    imgui.table_next_row()
    for i, column in enumerate(rows.columns):
        imgui.table_next_column()
        label, name = f"##{column} of {rows.row} {number}", f"{rows.field}[{number}] {column}"
        tip = f"{rows.row} {number}, {column}: {exact_format(row[i]) % row[i]}{unit}"
        taken = _replacing(rows, number, i)
        outcomes += number_field(label, row[i], ui, taken, tip, rows.units, name, width=-1.0)
    if removable:
        imgui.table_next_column()
        if imgui.small_button(f"{icons_fontawesome_6.ICON_FA_XMARK}##without {rows.row} {number}"):
            outcomes.append(rows.changed(*rows.values[:number], *rows.values[number + 1 :]))
    return outcomes


def _replacing(rows: VertexRows, number: int, i: int) -> Callable[[float], Action]:
    """An action factory that replaces entry `i` of that row; it keeps integers integral."""

    def change(row: Any) -> SetShapeField:
        return rows.changed(*rows.values[:number], row, *rows.values[number + 1 :])

    values: Any = rows.values[number]
    replace = replace_component(values, i, change)
    whole = isinstance(rows.values[number][i], int)
    return lambda value: replace(int(value) if whole and value.is_integer() else value)


TABLE_FLAGS = imgui.TableFlags_.row_bg | imgui.TableFlags_.scroll_y | imgui.TableFlags_.borders_inner_v
