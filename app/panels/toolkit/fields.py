"""Fields for exact numbers: monospaced, each shown with all its digits, so that what is read is what is there."""

from collections.abc import Callable

from imgui_bundle import imgui, imgui_ctx

from gjkscope.app.actions import Action, EndGesture, Tell
from gjkscope.app.base.numbers import PLAIN, Units, parse_number
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.engine.vectors import Vec3

AXES = ("x", "y", "z")


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
    """A field for a float64; what `take` makes of the new number in the frame in which the field is left.

    What was typed into one field is taken back on its own.  Escape brings the old number back.  A text that is no
    number is told, with the field's `name`; infinity and NaN are numbers here, and whoever takes them says what is
    wrong with them.
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
        return [Tell(f"{name or label.strip('#')}: {fault}", is_error=True)]


def vector_fields(
    label: str, values: Vec3, ui: Ui, take: Callable[[Vec3], Action], help_text: str = "", units: Units = PLAIN
) -> list[Action]:
    """Three fields under a heading; what `take` makes of the new vector in the frame in which one of them is left."""
    imgui.text_disabled(label)
    actions: list[Action] = []
    for i, axis in enumerate(AXES):
        name = f"{label.partition(',')[0]} {axis}"
        changed = replacing(values, i, take)
        actions += number_field(f"{axis}##{label}", values[i], ui, changed, help_text, units, name)
    return actions


def replacing(values: Vec3, i: int, take: Callable[[Vec3], Action]) -> Callable[[float], Action]:
    """Takes a number as the entry `i` of the vector."""

    def taken(value: float) -> Action:
        x, y, z = (value if k == i else old for k, old in enumerate(values))
        return take((x, y, z))

    return taken


def exact_format(value: float) -> str:
    """The printf format that gives `value` back with just the digits that Python's repr finds: 30, 0.1, 1e-300."""
    text, _, exponent = repr(abs(value)).partition("e")
    digits = len(text.replace(".", "").strip("0"))
    whole = 0 if exponent else len(text.partition(".")[0])  # fewer digits than these would be written as 3e+01
    return f"%.{max(digits, whole, 1)}g"
