"""The vertices of a shape as a table: typed, added, taken away, pasted."""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from app.actions import SetShapeField
from app.number_text import LENGTH
from app.scene import Body
from engine.shapes import Hull, Triangle
from engine.vectors import Vec3

from .fields import AXES, exact_format, number_field, replacing
from .follow import rows_in_sight
from .requests import Outcome, PasteVertices
from .tips import tool_tip
from .ui import Ui

MOST_ROWS = 8  # of more vertices the table is scrolled
BUTTONS = 9.5  # the width of both buttons below it, in heights of the text
COLUMN = 2.9  # the least width of a column, in heights of the text
PADDING = 3.0  # pixels at 100 % before a number, and around a field: most of its digits shall be seen


def draw_vertices(body: Body, ui: Ui) -> list[Outcome]:
    """For a hull or a triangle; a triangle keeps its three."""
    assert isinstance(body.shape, Hull | Triangle)
    vertices: tuple[Vec3, ...] = body.shape.vertices
    imgui.text_disabled(f"{len(vertices):,} vertices, m")
    outcomes = _table(body, vertices, ui)
    if isinstance(body.shape, Hull):
        if imgui.button(f"{icons_fontawesome_6.ICON_FA_PLUS} Vertex"):
            outcomes.append(_changed(body, (*vertices, vertices[-1])))
        if imgui.get_content_region_avail().x > BUTTONS * imgui.get_font_size():
            imgui.same_line()
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_PASTE} Paste"):
        outcomes.append(PasteVertices(body.name))
    tool_tip("all vertices anew from the clipboard: three numbers each, in any brackets")
    return outcomes


def _table(body: Body, vertices: tuple[Vec3, ...], ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    removable = isinstance(body.shape, Hull) and len(vertices) > 1
    height = (min(len(vertices), MOST_ROWS) + 1.5) * imgui.get_frame_height_with_spacing()
    is_narrow = imgui.get_content_region_avail().x < (3 * COLUMN + 2) * imgui.get_font_size()
    flags = TABLE_FLAGS | (imgui.TableFlags_.scroll_x if is_narrow else imgui.TableFlags_.none)
    imgui.push_style_var(imgui.StyleVar_.cell_padding, ImVec2(PADDING * ui.scale, imgui.get_style().cell_padding.y))
    begun = imgui.begin_table(f"vertices {is_narrow} {ui.scale}", 4 if removable else 3, flags, ImVec2(0, height))
    imgui.pop_style_var()
    if not begun:
        return outcomes
    for axis in AXES:
        if is_narrow:
            imgui.table_setup_column(axis, imgui.TableColumnFlags_.width_fixed, COLUMN * imgui.get_font_size())
        else:
            imgui.table_setup_column(axis, imgui.TableColumnFlags_.width_stretch)
    if removable:
        imgui.table_setup_column("", imgui.TableColumnFlags_.width_fixed, imgui.get_frame_height())
    imgui.table_setup_scroll_freeze(0, 1)
    imgui.table_headers_row()
    padding = ImVec2(PADDING * ui.scale, imgui.get_style().frame_padding.y)
    for number in rows_in_sight(len(vertices)):
        with imgui_ctx.push_id(str(number)), imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding, padding):
            outcomes += _row(body, vertices, number, removable, ui)
    imgui.end_table()
    return outcomes


def _row(body: Body, vertices: tuple[Vec3, ...], number: int, removable: bool, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    before, vertex, after = vertices[:number], vertices[number], vertices[number + 1 :]

    def take(changed: Vec3) -> SetShapeField:
        return _changed(body, (*before, changed, *after))

    imgui.table_next_row()
    for i, axis in enumerate(AXES):
        imgui.table_next_column()
        label, name = f"##{axis} of vertex {number}", f"vertices[{number}] {axis}"
        taken = replacing(vertex, i, take)
        tip = f"vertex {number}, {axis}: {exact_format(vertex[i]) % vertex[i]} m"
        outcomes += number_field(label, vertex[i], ui, taken, tip, LENGTH, name, width=-1.0)
    if removable:
        imgui.table_next_column()
        if imgui.small_button(f"{icons_fontawesome_6.ICON_FA_XMARK}##without {number}"):
            outcomes.append(_changed(body, (*before, *after)))
    return outcomes


def _changed(body: Body, vertices: tuple[Vec3, ...]) -> SetShapeField:
    return SetShapeField(body.name, "vertices", vertices)


TABLE_FLAGS = imgui.TableFlags_.row_bg | imgui.TableFlags_.scroll_y | imgui.TableFlags_.borders_inner_v
