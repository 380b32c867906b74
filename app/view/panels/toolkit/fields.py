"""Input fields for float64 values: dragged, or clicked and typed.

A field shows as many digits as fit, and its tool tip all of them.  While it is edited, it holds all digits: the number
is the exact value.
"""

from collections.abc import Callable, Iterator, Sequence
from math import floor, inf, log10
from typing import NamedTuple, TypeVar, cast

from imgui_bundle import ImVec2, ImVec4, imgui, imgui_ctx

from gjkscope.app.base.numbers import PLAIN, Units, parse_number
from gjkscope.app.state.actions import Action, EndGesture, Notify
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.theme import legible
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Vec3

AXES = ("x", "y", "z")
DIGITS = (6, 5, 4, 3, 2, 1)  # significant digits of a number that does not fit in full
LEAST_ROOM = 5  # characters for which a field in a row has room, such as −0.25; otherwise fewer are in a row
CLOSE_PADDING, GAP, LETTER_GAP = 3.0, 3.0, 2.0  # in, between the fields of a row; after a letter; pixels at 100 %
FAST, SLOW = 10.0, 0.1  # factors of a drag with Shift and with Alt
PIXELS_PER_SIZE = 100.0  # of a drag that changes a length by the size of its body or less
NO_INK = ImVec4(0, 0, 0, 0)

Vector = TypeVar("Vector", Vec2, Vec3)


class NumberDrag(NamedTuple):
    """How a drag changes a number: by `step` per pixel, to multiples of it, and not below `least`."""

    step: float
    least: float = -inf

    def moved(self, value: float, pixels: float, factor: float = 1.0) -> float:
        """The number after a drag by that many pixels."""
        step = self.step * factor
        steps = round(value / step) + round(pixels)
        # Divides by a whole number if possible: 3 * 0.1 is not 0.3.
        return max(steps * step if step >= 1 else steps / round(1 / step), self.least)


def drag_of_size(size: float) -> NumberDrag:
    """A drag for coordinates of something of that size, in steps of a power of ten."""
    return NumberDrag(10.0 ** floor(log10(size / PIXELS_PER_SIZE)) if size > 0 else 1 / PIXELS_PER_SIZE)


def number_field(
    label: str,
    value: float,
    ui: Ui,
    take: Callable[[float], Action],
    help_text: str = "",
    units: Units = PLAIN,
    name: str = "",
    width: float = 0.0,
    drag: NumberDrag | None = None,
    axis: str = "",
) -> list[Action]:
    """A field for a float64.  When the user commits a new number, returns the action that `take` makes of it.

    Each commit, and each entire drag, is a separate undo step; Escape restores the old number.  Text that is not a
    number produces an error message with the field's `name`.  Infinity and NaN are passed to `take`; the action must
    validate them.  `width` is in pixels; 0 fills the available width except for the label.  With `drag`, dragging
    changes the number and a click edits it.  `axis` is a letter in the field, in the colour of that axis.
    """
    shown = exact_format(value) % value
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.set_next_item_width(width or -26 * ui.scale)
        room, corner = imgui.calc_item_width(), imgui.get_cursor_screen_pos()
        is_edited = imgui.internal.get_active_id() == imgui.get_id(label)
        actions = _drag(label, value, room, take, drag) if drag and not is_edited else []
        imgui.set_next_item_width(room)
        ink = imgui.get_style_color_vec4(imgui.Col_.text)
        with imgui_ctx.push_style_color(imgui.Col_.text, ink if is_edited else NO_INK):
            _, typed = imgui.input_text(label, shown, imgui.InputTextFlags_.auto_select_all)
        left = imgui.is_item_deactivated_after_edit()
        if not is_edited:
            is_short = _draw_number(value, shown, corner, room, axis, ui)
            _draw_label(label, corner.x + room)
            _explain(corner, room, [help_text, shown if is_short else "", DRAG_TIP if drag else ""])
    if not left or typed == shown or not typed.strip():
        return actions
    try:
        return [*actions, take(parse_number(typed, units)), EndGesture()]
    except ValueError as fault:
        return [*actions, Notify(f"{name or label.strip('#')}: {fault}", is_error=True)]


def _drag(label: str, value: float, width: float, take: Callable[[float], Action], drag: NumberDrag) -> list[Action]:
    """A button below the field that is drawn next, at the same place: dragging changes the number, a click edits it.

    It is left out of keyboard navigation: Tab goes from field to field.
    """
    corner, io = imgui.get_cursor_screen_pos(), imgui.get_io()
    imgui.push_item_flag(imgui.ItemFlags_.no_nav, True)
    clicked = imgui.invisible_button(f"##drag {imgui.get_id(label)}", ImVec2(max(width, 1.0), imgui.get_frame_height()))
    imgui.pop_item_flag()
    is_active, is_dragged = imgui.is_item_active(), imgui.get_mouse_drag_delta(imgui.MouseButton_.left).x != 0
    is_done = imgui.is_item_deactivated() and is_dragged
    if is_active or imgui.is_item_hovered():
        imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ew)
    imgui.set_cursor_screen_pos(corner)
    if is_done:
        return [EndGesture()]
    if clicked:
        imgui.set_keyboard_focus_here()
    if not is_active or not is_dragged or not io.mouse_delta.x:
        return []
    moved = drag.moved(value, io.mouse_delta.x, FAST if io.key_shift else SLOW if io.key_alt else 1.0)
    return [take(moved)] if moved != value else []


def _draw_number(value: float, shown: str, corner: ImVec2, width: float, axis: str, ui: Ui) -> bool:
    """Draws the number in its field, after the letter of its axis; returns whether it had to be shortened."""
    padding, canvas = imgui.get_style().frame_padding, imgui.get_window_draw_list()
    left, right, y = corner.x + padding.x, corner.x + width - padding.x, corner.y + padding.y
    if axis:
        color = pack_color(legible(palette.AXIS_COLORS.get(axis, palette.DROPPED)))
        canvas.add_text(ImVec2(left, y), color, axis)
        left += imgui.calc_text_size(axis).x + LETTER_GAP * ui.scale
    fits = imgui.calc_text_size(shown).x <= right - left
    words = shown.replace("-", "−") if fits else cell(value, int((right - left) / imgui.calc_text_size("0").x))
    canvas.push_clip_rect(ImVec2(left, corner.y), ImVec2(right + padding.x / 2, y + ui.scale * TALL), True)
    canvas.add_text(ImVec2(left, y), imgui.get_color_u32(imgui.Col_.text), words)
    canvas.pop_clip_rect()
    return not fits


def _draw_label(label: str, left: float) -> None:
    """Draws the visible part of a label beside its field."""
    if words := label.partition("##")[0]:
        style = imgui.get_style()
        position = ImVec2(left + style.item_inner_spacing.x, imgui.get_item_rect_min().y + style.frame_padding.y)
        imgui.get_window_draw_list().add_text(position, imgui.get_color_u32(imgui.Col_.text), words)


def _explain(corner: ImVec2, width: float, lines: list[str]) -> None:
    """Shows the tool tip while the pointer rests on the field, whether it or the button below it is hovered."""
    tip = "\n".join(filter(None, lines))
    end = ImVec2(corner.x + width, corner.y + imgui.get_frame_height())
    if tip and imgui.is_mouse_hovering_rect(corner, end) and imgui.is_window_hovered(TIP_HOVER):
        imgui.set_tooltip(tip)


def vector_fields(
    label: str,
    values: Vector,
    ui: Ui,
    take: Callable[[Vector], Action],
    help_text: str = "",
    units: Units = PLAIN,
    drag: NumberDrag | None = None,
    axes: Sequence[str] = AXES,
) -> list[Action]:
    """Two or three fields, in one row if they fit, under a heading; `axes` names them.

    Returns the actions that `take` makes of the new vector when a number is changed.
    """
    imgui.text_disabled(label)
    actions: list[Action] = []
    for i, width in enumerate(in_rows(len(values), ui)):
        axis = axes[i]
        name, changed = f"{label.partition(',')[0]} {axis}", replace_component(values, i, take)
        actions += number_field(f"##{axis}##{label}", values[i], ui, changed, help_text, units, name, width, drag, axis)
    return actions


def in_rows(count: int, ui: Ui) -> Iterator[float]:
    """Places `count` fields, drawn between its yields, in rows: all in one if they fit, or two or one in each.

    Yields the width of each field in pixels, and gives it less padding.
    """
    room, gap = imgui.get_content_region_avail().x, GAP * ui.scale
    padding = ImVec2(CLOSE_PADDING * ui.scale, imgui.get_style().frame_padding.y)
    with imgui_ctx.push_font(*ui.fonts.mono):
        least = (LEAST_ROOM + 1) * imgui.calc_text_size("0").x + LETTER_GAP * ui.scale + 2 * padding.x
    columns = next((n for n in range(count, 1, -1) if count % n == 0 and (room - (n - 1) * gap) / n >= least), 1)
    for i in range(count):
        if i % columns:
            imgui.same_line(0, gap)
        with imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding, padding):
            yield max((room - (columns - 1) * gap) / columns, 1.0)


def cell(value: float, width: int) -> str:
    """The value with as many digits as fit into `width` characters, in a narrow column as ".995" instead of "1"."""
    full = number(value, DIGITS[0])
    if len(full) <= width:
        return full
    texts = [number(value, digits) for digits in DIGITS]
    bare = [text.replace("0.", ".", 1) if abs(value) < 1 else text for text in texts]
    return next((text for text in bare if len(text) <= width), bare[-1])


def replace_component(values: Vector, i: int, take: Callable[[Vector], Action]) -> Callable[[float], Action]:
    """A function from a number to the action for `values` with component `i` replaced by that number."""
    return lambda value: take(cast(Vector, (*values[:i], value, *values[i + 1 :])))


def exact_format(value: float) -> str:
    """The printf format that prints `value` with the digits of its shortest round-trip repr: 30, 0.1, 1e-300."""
    text, _, exponent = repr(abs(value)).partition("e")
    digits = len(text.replace(".", "").strip("0"))
    whole = 0 if exponent else len(text.partition(".")[0])  # with fewer digits, %g would print 30 as 3e+01
    return f"%.{max(digits, whole, 1)}g"


DRAG_TIP = "Drag to change, click to type; Shift is faster, Alt finer"
TALL = 24.0  # height at which a number is cut off, pixels at 100 %
TIP_HOVER = imgui.HoveredFlags_.allow_when_blocked_by_active_item | imgui.HoveredFlags_.stationary
