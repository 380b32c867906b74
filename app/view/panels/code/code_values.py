"""The locals at the current line, by name and value; what the line assigned is marked; records and lists expand."""

from textwrap import fill
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from gjkscope.app.ask.runs.source import field_words
from gjkscope.app.view import tones
from gjkscope.app.view.panels.code.code_page import CodePage, brief_value
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.words.records import SHOWN, parts, value_on_line
from gjkscope.engine.analysis.replay import RETURN
from gjkscope.engine.sequences.versioned import LISTS

MARK = "●"


def draw_values(page: CodePage, ui: Ui) -> None:
    """Draws the locals of the page."""
    if not imgui.begin_table("locals", 2, TABLE_FLAGS):
        return
    imgui.table_setup_column(f"{page.call.function}", imgui.TableColumnFlags_.width_stretch, 2)
    imgui.table_setup_column("value", imgui.TableColumnFlags_.width_stretch, 3)
    imgui.table_setup_scroll_freeze(0, 1)
    imgui.table_headers_row()
    for name, value in page.names.items():
        _draw("returns" if name == RETURN else name, value, ui, name in page.changed)
    imgui.end_table()


def _draw(name: str, value: Any, ui: Ui, is_changed: bool = False, words: str = "") -> None:
    """Draws a row and, if expanded, its parts; `words` explain the name."""
    imgui.table_next_row()
    imgui.table_next_column()
    if is_changed:
        imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg0, imgui.get_color_u32(theme.rgba(tones.NEW, 0.16)))
    inner = list(parts(value)) if _has_parts(value) else []
    unfolded = _name(name, bool(inner), is_changed, ui)
    if words and imgui.is_item_hovered():
        imgui.set_tooltip(fill(words, TIP_WIDTH))
    imgui.table_next_column()
    _value(name, value, is_changed, ui)
    if not unfolded:
        return
    kind: Any = type(value)
    meanings = field_words(kind) if hasattr(value, "_fields") else {}
    for part_name, part in inner:
        _draw(part_name, part, ui, words=meanings.get(part_name, ""))
    if len(value) > SHOWN and not hasattr(value, "_asdict"):
        imgui.table_next_row()
        imgui.table_next_column()
        imgui.text_disabled(f"and {len(value) - SHOWN} more")
    imgui.tree_pop()


def _name(name: str, is_tree: bool, is_changed: bool, ui: Ui) -> bool:
    """Draws the name; returns whether its contents are to be shown."""
    flags = 0 if is_tree else imgui.TreeNodeFlags_.leaf | imgui.TreeNodeFlags_.no_tree_push_on_open
    imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.NEW if is_changed else tones.TEXT))
    with imgui_ctx.push_font(ui.fonts.mono.font, theme.SMALL_SIZE):
        unfolded = imgui.tree_node_ex(name, imgui.TreeNodeFlags_.span_avail_width | flags)
    imgui.pop_style_color()
    return unfolded and is_tree


def _value(name: str, value: Any, is_changed: bool, ui: Ui) -> None:
    with imgui_ctx.push_font(ui.fonts.mono.font, theme.SMALL_SIZE):
        imgui.text(f"{brief_value(value)} {MARK}" if is_changed else brief_value(value))
    if not imgui.is_item_hovered():
        return
    imgui.set_tooltip(f"{_exact(value)}\n\nClick to copy")
    if imgui.is_item_clicked():
        imgui.set_clipboard_text(f"{name} = {value!r}")


def _exact(value: Any) -> str:
    """All digits of numbers; records and lists truncated to a readable length."""
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def _has_parts(value: Any) -> bool:
    return value_on_line(value) is None and (isinstance(value, LISTS) or hasattr(value, "_asdict"))


LONGEST = 200
TIP_WIDTH = 60  # characters

TABLE_FLAGS = imgui.TableFlags_.row_bg | imgui.TableFlags_.borders_inner_v | imgui.TableFlags_.scroll_y
