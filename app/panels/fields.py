"""Fields for exact numbers: monospaced, each shown with all its digits, so that what is read is what is there."""

from imgui_bundle import imgui, imgui_ctx

from engine.vectors import Vec3

from .ui import Ui

AXES = ("x", "y", "z")


def number_field(label: str, value: float, ui: Ui, help_text: str = "") -> float | None:
    """A field for a float64; the new number in the frame in which the field is left, else None.

    Escape brings the old number back, and so does a text that is no number.  Infinity and NaN are numbers here:
    whoever takes them says what is wrong with them.
    """
    imgui.set_next_item_width(-26 * ui.scale)
    with imgui_ctx.push_font(*ui.fonts.mono):
        changed, typed = imgui.input_double(label, value, 0.0, 0.0, exact_format(value))
    if help_text and imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip(help_text)
    return typed if changed and typed != value else None


def vector_fields(label: str, values: Vec3, ui: Ui, help_text: str = "") -> Vec3 | None:
    """Three fields under a heading; the new vector in the frame in which one of them is left, else None."""
    imgui.text_disabled(label)
    result: Vec3 | None = None
    for i, axis in enumerate(AXES):
        typed = number_field(f"{axis}##{label}", values[i], ui, help_text)
        if typed is not None:
            changed = [*values]
            changed[i] = typed
            result = (changed[0], changed[1], changed[2])
    return result


def exact_format(value: float) -> str:
    """The printf format that gives `value` back with just the digits that Python's repr finds: 30, 0.1, 1e-300."""
    text, _, exponent = repr(abs(value)).partition("e")
    digits = len(text.replace(".", "").strip("0"))
    whole = 0 if exponent else len(text.partition(".")[0])  # fewer digits than these would be written as 3e+01
    return f"%.{max(digits, whole, 1)}g"
