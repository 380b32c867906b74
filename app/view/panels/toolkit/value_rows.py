"""A value of a step as one row: its name, a few digits, and a mark if this step changed it.

The tool tip shows all digits and the previous value; the context menu copies it.
"""

from collections.abc import Sequence
from math import inf
from typing import Any

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.ask.runs.record_text import MISSING, is_changed, step_text, value_text
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.precision import in_page
from gjkscope.app.view.panels.toolkit.sideways import button_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.text import ROUNDING, number

LABEL_WIDTH = 104.0
ROUNDING_LIMIT = 16 * ROUNDING  # relative to the largest component: what a few operations may leave where 0 is exact


def draw_value(label: str, text: str, value: Any, before: Any, path: str, help_text: str, ui: Ui) -> None:
    """Draws `text`, a short form of `value`; `before` is the previous value, `path` its name in expressions."""
    text = in_page(text)
    imgui.text_disabled(label)
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_short):
        imgui.set_tooltip(tip(help_text, path))
    to_value_column(ui)
    with imgui_ctx.push_font(*ui.fonts.mono):
        if imgui.calc_text_size(text).x > imgui.get_content_region_avail().x:
            imgui.new_line()  # below its name, ending at the edge: as near to the column of values as it fits
            room = imgui.get_content_region_avail().x - imgui.calc_text_size(text).x
            imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(room, 0.0))
        _ground(text, is_changed(value, before), ui)
        _draw_text(text, rounding_components(value), ui)
    draw_value_tooltip(value, before, path, help_text)


def to_value_column(ui: Ui) -> None:
    """Continues the line of the last item, a label, in the column of values, or after the label if it is longer."""
    end = imgui.get_item_rect_max().x - imgui.get_window_pos().x + imgui.get_style().item_spacing.x
    imgui.same_line(max(LABEL_WIDTH * ui.scale, end))


def rounding_components(value: Any) -> tuple[bool, ...]:
    """Marks the components of a vector that may be mere rounding of 0; empty if there are none.

    They are drawn dimmed rather than hidden: in a failing case they may be the cause.
    """
    if not isinstance(value, tuple) or not all(isinstance(part, float) for part in value):
        return ()
    least = ROUNDING_LIMIT * max(map(abs, value), default=0.0)
    flags = tuple(0 < abs(part) < least < inf for part in value)
    return flags if any(flags) else ()


def _draw_text(text: str, faint: Sequence[bool], ui: Ui) -> None:
    """Draws wrapped text; if it has one word per entry of `faint`, those words are dimmed."""
    words = text.split(" ")
    if len(words) != len(faint):
        imgui.text_wrapped(text)
        return
    imgui.begin_group()
    imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(imgui.calc_text_size(" ").x, 0))
    for index, (word, is_faint) in enumerate(zip(words, faint, strict=True)):
        if index:
            same_line_if_fits(imgui.calc_text_size(word).x)
        imgui.text_colored(theme.rgba(tones.TEXT_DIM if is_faint else tones.TEXT), word)
    imgui.pop_style_var()
    imgui.end_group()


def tip(definition: str, path: str) -> str:
    """The tool tip of a value."""
    return "\n".join(filter(None, (definition, f"in breakpoints: {path}")))


def draw_vector(
    label: str, value: tuple[float, ...], old: tuple[float, ...] | None, path: str, words: str, ui: Ui
) -> None:
    """Draws the coordinates on one line; `old` is None if there is no previous value."""
    text = " ".join(number(part, 4) for part in value)
    draw_value(label, text, value, MISSING if old is None else old, path, words, ui)


def draw_length(label: str, value: float, old: float | None, path: str, words: str, ui: Ui) -> None:
    """Draws a length in metres; `old` as in `draw_vector`."""
    draw_value(label, f"{number(value)} m", value, MISSING if old is None else old, path, words, ui)


def draw_value_tooltip(value: Any, before: Any, path: str, definition: str = "") -> None:
    """Adds a tool tip with all digits to the last item, and a context menu that copies the value."""
    if imgui.is_item_hovered():
        old = f"before: {value_text(before)}" if is_changed(value, before) else ""
        faint = "dimmed: may be mere rounding of 0" if rounding_components(value) else ""
        imgui.set_tooltip("\n".join(filter(None, (value_text(value), faint, old, definition))))
    if imgui.begin_popup_context_item(f"copy {path}"):
        for words, copied in (
            ("Copy value", value_text(value)),
            ("Copy value as hex", value_text(value, hexadecimal=True)),
            ("Copy name for breakpoints", path),
        ):
            clicked, _ = imgui.menu_item(words, "", False)
            if clicked:
                imgui.set_clipboard_text(copied)
        imgui.end_popup()


def mark_cell(is_new: bool) -> None:
    """Highlights the current table cell if `is_new`."""
    if is_new:
        imgui.table_set_bg_color(imgui.TableBgTarget_.cell_bg, pack_color(theme.rgba(tones.ACCENT_GROUND, 0.6)))


def draw_copy_buttons(step: Any) -> None:
    """Buttons that copy all values of the step."""
    icon = icons_fontawesome_6.ICON_FA_COPY
    for words, hexadecimal in ((f"{icon} Copy step", False), (f"{icon} as hex floats", True)):
        if hexadecimal:
            same_line_if_fits(button_width(words))
        if imgui.small_button(words):
            imgui.set_clipboard_text(step_text(step, hexadecimal))
        tool_tip("Copy all values of this step as text, with all digits")


def _ground(text: str, is_new: bool, ui: Ui) -> None:
    """Highlights the value drawn next, with a bar beside it."""
    if not is_new:
        return
    corner, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    size = imgui.calc_text_size(text, wrap_width=max(width, 1.0))
    left, right = corner.x - 5 * ui.scale, corner.x + size.x + 3 * ui.scale
    canvas, bottom = imgui.get_window_draw_list(), corner.y + size.y
    for end, color in ((right, theme.rgba(tones.ACCENT_GROUND, 0.6)), (left + 2 * ui.scale, theme.rgba(tones.ACCENT))):
        canvas.add_rect_filled(ImVec2(left, corner.y), ImVec2(end, bottom), pack_color(color))
