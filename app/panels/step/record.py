"""A step record drawn as a tree: every field by name, with its unit and definition as a tool tip.

Lists and nested records are collapsed, with a short summary.
"""

from collections.abc import Collection, Iterator
from enum import Enum
from math import inf
from typing import Any

from imgui_bundle import imgui

from gjkscope.app.panels.step.record_table import draw_table, is_table
from gjkscope.app.panels.toolkit import theme
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.app.panels.toolkit.value_rows import draw_value, tip, to_value_column
from gjkscope.app.runs.record_text import changed, part_of
from gjkscope.app.view import tones
from gjkscope.app.view.words.field import Field, field_of
from gjkscope.engine.result import Exit
from gjkscope.engine.sequences.versioned import LISTS
from gjkscope.engine.text import number, whole

OPEN = 4  # tables with at most this many rows start expanded
SHOWN = 40  # parts of a list that are drawn; the rest are only counted
FLOATS_A_LINE = 4
NAMED = 8  # vertices whose names fit on one line


SHOWN_ABOVE = ("iteration",)  # already shown as the step number
HIDDEN = ("work",)  # what the next step is computed from, which other fields show
WORKINGS = ("tries", "settling", "mark", "slack", "tolerance", "gap", "roundoff", "reach")  # internals: collapsed

# Integers that count or name something; −1 means none.
NUMBERS = ("chosen", "nearest", "lost", "birth", "death", "index_a", "index_b", "start_vertex", "end_vertex")
SIDES = ("side", "gap_side")  # 0 is A, 1 is B


def draw_record(record: Any, before: Any, ui: Ui, elsewhere: Collection[str] = ()) -> None:
    """Draws all fields except those in `elsewhere`; `before` is the previous step's record, or `MISSING`."""
    imgui.separator_text("Numbers")
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
    _brief(value, changed(value, before), ui)
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


def one_line(name: str, value: Any) -> str | None:
    """Text of the field `name`, if it fits on one line."""
    if name in NUMBERS and value == -1:
        return "none"
    return "AB"[value] if name in SIDES and value in (0, 1) else value_on_line(value)


def value_on_line(value: Any) -> str | None:
    """A value as one line of text; None if it has parts of its own."""
    if isinstance(value, Exit):
        return value.words
    if isinstance(value, Enum):
        return value.name.lower().replace("_", " ")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return {inf: "∞", -inf: "−∞"}.get(value) or number(value)
    if value is None or (isinstance(value, LISTS) and not value):
        return "none"
    if not isinstance(value, LISTS):
        return whole(value) if isinstance(value, int) else str(value)
    if all(isinstance(part, float) for part in value) and len(value) <= FLOATS_A_LINE:
        return " ".join(number(part, 4) for part in value)
    if all(isinstance(part, int) for part in value) and len(value) <= SHOWN:
        return ", ".join(whole(part) for part in value)
    return None


def summary(value: Any) -> str:
    """A short summary of a collapsed record or list: a vertex name, several names, or a count."""
    if _is_vertex(value):
        return f"w{value.birth}" if value.birth >= 0 else value_on_line(value.point) or ""
    if hasattr(value, "_asdict"):
        return ""
    if all(map(_is_vertex, value)) and len(value) <= NAMED:
        return "  ".join(f"w{vertex.birth}" for vertex in value)
    return f"{len(value)}"


def _is_vertex(value: Any) -> bool:
    return hasattr(value, "birth") and hasattr(value, "point")


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a record, or the first `SHOWN` parts of a list with their indices."""
    if hasattr(value, "_asdict"):
        yield from value._asdict().items()
        return
    for i, part in enumerate(value[:SHOWN]):
        yield str(i), part
