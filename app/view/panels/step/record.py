"""A step record drawn as a tree: every field by name, with its unit and definition as a tool tip.

Lists and nested records are collapsed, with a short summary.
"""

from collections.abc import Collection
from typing import Any

from imgui_bundle import imgui

from gjkscope.app.ask.runs.record_text import is_changed, part_of
from gjkscope.app.view import tones
from gjkscope.app.view.panels.step.record_table import draw_table
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.value_rows import draw_value, tip, to_value_column
from gjkscope.app.view.words.field import Field, field_of
from gjkscope.app.view.words.records import HIDDEN, SHOWN, SHOWN_ABOVE, WORKINGS, is_table, one_line, parts, summary

OPEN = 4  # tables with at most this many rows start expanded


def draw_record(record: Any, before: Any, ui: Ui, elsewhere: Collection[str] = (), title: str = "Numbers") -> None:
    """Draws all fields except those in `elsewhere`; `before` is the previous step's record, or `MISSING`."""
    imgui.separator_text(title)
    names = [name for name in record._fields if name not in (*SHOWN_ABOVE, *HIDDEN, *elsewhere)]
    for name in names:
        if name not in WORKINGS:
            _draw_field(record, name, before, name, ui)
    workings = [name for name in names if name in WORKINGS]
    if workings and imgui.tree_node("internals"):
        for name in workings:
            _draw_field(record, name, before, name, ui)
        imgui.tree_pop()


def _draw_field(record: Any, name: str, before: Any, path: str, ui: Ui) -> None:
    _draw(field_of(record, name), name, getattr(record, name), part_of(before, name), path, ui)


def _draw(field: Field, name: str, value: Any, before: Any, path: str, ui: Ui) -> None:
    text = one_line(name, value)
    if text is not None:
        shown = f"{text} {field.unit}" if field.unit and isinstance(value, float) else text
        draw_value(field.label, shown, value, before, path, field.definition, ui)
        return
    if is_table(value):
        imgui.set_next_item_open(len(value) <= OPEN, imgui.Cond_.first_use_ever)
    unfolded = imgui.tree_node(f"{field.label}###{name}")
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_short):
        imgui.set_tooltip(tip(field.definition, path))
    _brief(value, is_changed(value, before), ui)
    if not unfolded:
        return
    if is_table(value):
        draw_table(value, before, path, ui)
    else:
        _draw_parts(value, before, path, ui)
    imgui.tree_pop()


def _brief(value: Any, is_new: bool, ui: Ui) -> None:
    """Summarises a collapsed value beside its name."""
    if brief := summary(value):
        to_value_column(ui)
        imgui.push_text_wrap_pos(0)
        imgui.text_colored(theme.rgba(tones.ACCENT if is_new else tones.TEXT_DIM), brief)
        imgui.pop_text_wrap_pos()


def _draw_parts(value: Any, before: Any, path: str, ui: Ui) -> None:
    of_record = hasattr(value, "_asdict")
    for name, part in parts(value):
        field = field_of(value, name) if of_record else Field(name)
        _draw(field, name, part, part_of(before, name), f"{path}.{name}" if of_record else f"{path}[{name}]", ui)
    if len(value) > SHOWN:
        imgui.text_disabled(f"and {len(value) - SHOWN} more")
