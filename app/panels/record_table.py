"""Lists of records as tables, a row each: vertices of a simplex, faces, the tests of them."""

from typing import Any

from imgui_bundle import ImVec2, imgui, imgui_ctx

from app.record_text import MISSING, changed, part_of
from engine.words import short, whole

from .follow import rows_in_sight
from .ui import Ui
from .value_rows import draw_digits, mark_cell

ROWS = 8  # in sight; further ones are scrolled to


def is_table(value: Any) -> bool:
    """Whether it is a list of records of one kind."""
    if not isinstance(value, tuple | list) or hasattr(value, "_fields") or not value:
        return False
    return hasattr(value[0], "_fields") and all(type(part) is type(value[0]) for part in value)


def draw_table(rows: Any, before: Any, path: str, ui: Ui) -> None:
    """Of vertices the points; of other records all fields."""
    of_vertices = hasattr(rows[0], "birth") and hasattr(rows[0], "point")
    heads = ("x", "y", "z") if of_vertices else tuple(name.replace("_", " ") for name in rows[0]._fields)
    # A bar to scroll sideways takes a line of its own, where the panel is too narrow.
    height = (min(len(rows), ROWS) + 2.2) * imgui.get_text_line_height_with_spacing()
    if not imgui.begin_table(path, 1 + len(heads), TABLE_FLAGS, ImVec2(0, height)):
        return
    for head in ("", *heads):
        imgui.table_setup_column(head)
    imgui.table_setup_scroll_freeze(1, 1)
    imgui.table_headers_row()
    births = {one.birth for one in before} if of_vertices and is_table(before) else None
    with imgui_ctx.push_font(*ui.fonts.mono):
        for i in rows_in_sight(len(rows)):
            imgui.table_next_row()
            imgui.table_next_column()
            if of_vertices:
                imgui.text(f"w{rows[i].birth}")
                _vertex(rows[i], births is not None and rows[i].birth not in births, f"{path}[{i}].point")
            else:
                imgui.text(str(i))
                _fields(rows[i], part_of(before, str(i)), f"{path}[{i}]")
    imgui.end_table()


def _vertex(vertex: Any, is_new: bool, path: str) -> None:
    for i, part in enumerate(vertex.point):
        _cell(part, MISSING, is_new, f"{path}[{i}]")


def _fields(record: Any, before: Any, path: str) -> None:
    for name in record._fields:
        value, old = getattr(record, name), part_of(before, name)
        _cell(value, old, changed(value, old), f"{path}.{name}")


def _cell(value: Any, before: Any, is_new: bool, path: str) -> None:
    imgui.table_next_column()
    mark_cell(is_new)
    imgui.text(brief(value))
    draw_digits(value, before, path)


def brief(value: Any) -> str:
    """A value in a few characters."""
    if isinstance(value, float):
        return short(value, 4)
    if hasattr(value, "birth"):
        return f"w{value.birth}"
    if hasattr(value, "name"):
        return str(value.name).lower().replace("_", " ")
    if isinstance(value, tuple | list):
        return " ".join(brief(part) for part in value)
    return whole(value) if isinstance(value, int) and not isinstance(value, bool) else str(value)


TABLE_FLAGS = (
    imgui.TableFlags_.row_bg
    | imgui.TableFlags_.borders_inner_h
    | imgui.TableFlags_.sizing_fixed_fit
    | imgui.TableFlags_.scroll_x
    | imgui.TableFlags_.scroll_y
)
