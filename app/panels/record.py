"""The record of a step as a tree: every field by its name, for algorithms that have no panel of their own."""

from collections.abc import Iterator
from enum import Enum
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from engine.words import number, whole

from .ui import Ui

LABEL_WIDTH = 120.0
SHOWN = 40  # parts of a long list; the rest are counted
FLOATS_A_LINE = 4


def draw_record(record: Any, ui: Ui) -> None:
    imgui.separator_text("Record")
    for name, value in record._asdict().items():
        _draw(name, value, ui)


def _draw(name: str, value: Any, ui: Ui) -> None:
    text = as_text(value)
    if text is not None:
        _line(name, text, ui)
    elif imgui.tree_node(f"{name.replace('_', ' ')}###{name}"):
        for part_name, part in parts(value):
            _draw(part_name, part, ui)
        if len(value) > SHOWN:
            imgui.text_disabled(f"and {len(value) - SHOWN} more")
        imgui.tree_pop()


def _line(name: str, text: str, ui: Ui) -> None:
    imgui.text_disabled(name.replace("_", " "))
    imgui.same_line(LABEL_WIDTH * ui.scale)
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.text_wrapped(text)


def as_text(value: Any) -> str | None:
    """A value that fits on a line; None for one that has parts of its own."""
    if isinstance(value, Enum):
        return value.name.lower().replace("_", " ")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return number(value)
    if value is None or (isinstance(value, tuple | list) and not value):
        return "none"
    if not isinstance(value, tuple | list):
        return whole(value) if isinstance(value, int) else str(value)
    if all(isinstance(part, float) for part in value) and len(value) <= FLOATS_A_LINE:
        return f"({', '.join(number(part) for part in value)})"
    if all(isinstance(part, int) for part in value) and len(value) <= SHOWN:
        return ", ".join(whole(part) for part in value)
    return None


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a record, or the numbered parts of a list, as many as are shown."""
    if hasattr(value, "_asdict"):
        yield from value._asdict().items()
        return
    for i, part in enumerate(value[:SHOWN]):
        yield str(i), part
