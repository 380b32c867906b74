"""Input fields for float64 values.  They show all digits, so that the displayed number is the exact value."""

from collections.abc import Callable
from typing import TypeVar, cast

from imgui_bundle import imgui, imgui_ctx

from gjkscope.app.actions import Action, EndGesture, Notify
from gjkscope.app.base.numbers import PLAIN, Units, parse_number
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.vectors import Vec3

AXES = ("x", "y", "z")

Vector = TypeVar("Vector", Vec2, Vec3)


def number_field(
    label: str,
    value: float,
    ui: Ui,
    take: Callable[[float], Action],
    help_text: str = "",
    units: Units = PLAIN,
    name: str = "",
    width: float = 0.0,
) -> list[Action]:
    """A field for a float64.  When the user commits a new number, returns the action that `take` makes of it.

    Each commit is a separate undo step; Escape restores the old number.  Text that is not a number produces an error
    message with the field's `name`.  Infinity and NaN are passed to `take`; the action must validate them.  `width` is
    in pixels; 0 fills the available width except for the label.
    """
    shown = exact_format(value) % value
    imgui.set_next_item_width(width or -26 * ui.scale)
    with imgui_ctx.push_font(*ui.fonts.mono):
        _, typed = imgui.input_text(label, shown, imgui.InputTextFlags_.auto_select_all)
    left = imgui.is_item_deactivated_after_edit()
    if help_text and imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip(help_text)
    if not left or typed == shown or not typed.strip():
        return []
    try:
        return [take(parse_number(typed, units)), EndGesture()]
    except ValueError as fault:
        return [Notify(f"{name or label.strip('#')}: {fault}", is_error=True)]


def vector_fields(
    label: str, values: Vec3, ui: Ui, take: Callable[[Vec3], Action], help_text: str = "", units: Units = PLAIN
) -> list[Action]:
    """Three fields under a heading; returns the actions `take` makes of the new vector when one is committed."""
    imgui.text_disabled(label)
    actions: list[Action] = []
    for i, axis in enumerate(AXES):
        name = f"{label.partition(',')[0]} {axis}"
        changed = replace_component(values, i, take)
        actions += number_field(f"{axis}##{label}", values[i], ui, changed, help_text, units, name)
    return actions


def plane_fields(
    label: str, values: Vec2, ui: Ui, take: Callable[[Vec2], Action], help_text: str = "", units: Units = PLAIN
) -> list[Action]:
    """Two fields, x and y, in one row under a heading; returns the actions `take` makes of the new vector."""
    imgui.text_disabled(label)
    actions: list[Action] = []
    spacing, letter = imgui.get_style().item_inner_spacing.x, imgui.calc_text_size("x").x
    width = max(imgui.get_content_region_avail().x / 2 - letter - 2 * spacing, 1.0)
    for i, axis in enumerate(AXES[:2]):
        if i:
            imgui.same_line()
        name = f"{label.partition(',')[0]} {axis}"
        changed = replace_component(values, i, take)
        actions += number_field(f"{axis}##{label}", values[i], ui, changed, help_text, units, name, width)
    return actions


def replace_component(values: Vector, i: int, take: Callable[[Vector], Action]) -> Callable[[float], Action]:
    """A function from a number to the action for `values` with component `i` replaced by that number."""
    return lambda value: take(cast(Vector, (*values[:i], value, *values[i + 1 :])))


def exact_format(value: float) -> str:
    """The printf format that prints `value` with the digits of its shortest round-trip repr: 30, 0.1, 1e-300."""
    text, _, exponent = repr(abs(value)).partition("e")
    digits = len(text.replace(".", "").strip("0"))
    whole = 0 if exponent else len(text.partition(".")[0])  # with fewer digits, %g would print 30 as 3e+01
    return f"%.{max(digits, whole, 1)}g"
