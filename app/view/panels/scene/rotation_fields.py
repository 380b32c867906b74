"""The rotation of the selected body in the format of the user's choice, with copy and paste."""

from collections.abc import Iterable

from imgui_bundle import icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.base.numbers import ANGLE, PLAIN
from gjkscope.app.scenes.cameras.rotations import (
    EULER_ORDERS,
    RotationFormat,
    components,
    rotation_numbers,
    rotation_text,
    with_rotation,
)
from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.actions import Action, PlaceBody, ShowRotationsAs
from gjkscope.app.state.model import Preferences
from gjkscope.app.view.panels.requests import Outcome, PasteRotation
from gjkscope.app.view.panels.toolkit.fields import NumberDrag, cell, in_rows, number_field
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip

# Decimals of the angles shown: the rest is rounding, which would make 30° read 29.999999999999996.
ANGLE_DECIMALS = 9
ANGLE_DRAG, SHARE_DRAG = NumberDrag(1.0), NumberDrag(0.01)  # degrees, and numbers of axes and quaternions


def draw_rotation(body: Body, preferences: Preferences, ui: Ui) -> list[Outcome]:
    """Draws the rotation; for a matrix, the entire pose."""
    written, order = preferences.rotation_format, preferences.euler_order
    outcomes: list[Outcome] = [*_choose_format(written, order)]
    if names := components(written, order):
        outcomes += _fields(body, names, written, order, ui)
    else:
        _draw_matrix(body, written, ui)
    return outcomes + _copy_and_paste(body, written, order)


def _choose_format(written: RotationFormat, order: str) -> list[Action]:
    imgui.text_disabled("rotation")
    formats = {name.capitalize(): name for name in RotationFormat}
    help_text = "How the rotation is written; a matrix contains the position too"
    chosen = _combo("##rotation", written.capitalize(), formats, help_text)
    actions: list[Action] = [] if chosen is None else [ShowRotationsAs(formats[chosen])]
    return actions + (_choose_order(order) if written is RotationFormat.EULER else [])


def _choose_order(order: str) -> list[Action]:
    orders = {order_words(name): name for name in EULER_ORDERS}
    help_text = "The axes of the three rotations, in the order in which they are applied"
    chosen = _combo("##order", order_words(order), orders, help_text)
    return [] if chosen is None else [ShowRotationsAs(RotationFormat.EULER, orders[chosen])]


def _combo(label: str, current: str, entries: Iterable[str], help_text: str) -> str | None:
    """Draws a combo box and returns the entry that was clicked."""
    imgui.set_next_item_width(-1)
    if not imgui.begin_combo(label, current):
        tool_tip(help_text)
        return None
    clicked = [entry for entry in entries if imgui.selectable(entry, entry == current)[0]]
    imgui.end_combo()
    return clicked[0] if clicked else None


def order_words(order: str) -> str:
    """The order of Euler angles in words."""
    about = "world axes" if order.islower() else "own axes"
    return f"{', '.join(order.lower())}, {about}"


def _fields(body: Body, names: tuple[str, ...], written: RotationFormat, order: str, ui: Ui) -> list[Action]:
    values = _clean_values(rotation_numbers(body.placement, written, order), names, written)
    actions: list[Action] = []
    for (i, name), width in zip(enumerate(names), in_rows(len(names), ui), strict=True):

        def take(value: float, i: int = i) -> Action:
            changed = [value if k == i else old for k, old in enumerate(values)]
            return PlaceBody(body.name, with_rotation(body.placement, written, changed, order))

        is_angle = written is RotationFormat.EULER or name == "angle"
        letter = "°" if name == "angle" else name.lower()
        actions += number_field(
            f"##{letter}##rotation {i}",
            values[i],
            ui,
            take,
            _help(written, order),
            ANGLE if is_angle else PLAIN,
            f"rotation {name}",
            width,
            ANGLE_DRAG if is_angle else SHARE_DRAG,
            letter,
        )
    return actions


def _clean_values(values: tuple[float, ...], names: tuple[str, ...], written: RotationFormat) -> tuple[float, ...]:
    """The values without the rounding error of computed angles; + 0.0 turns −0 into 0."""
    if written is RotationFormat.EULER:
        return tuple(round(value, ANGLE_DECIMALS) + 0.0 for value in values)
    return tuple(
        (round(value, ANGLE_DECIMALS) if name == "angle" else value) + 0.0
        for name, value in zip(names, values, strict=True)
    )


def _help(written: RotationFormat, order: str) -> str:
    if written is RotationFormat.EULER:
        return f"degrees; applied in the order {order_words(order)}"
    return "the axis has any length, the angle is in degrees" if written is RotationFormat.AXIS_ANGLE else "any length"


def _draw_matrix(body: Body, written: RotationFormat, ui: Ui) -> None:
    """The matrix in four columns that fit; its exact numbers are in the tool tip and in what Copy copies."""
    numbers = rotation_numbers(body.placement, written)
    with imgui_ctx.push_font(*ui.fonts.mono):
        characters = int(imgui.get_content_region_avail().x / imgui.calc_text_size("0").x)
        width = (characters + 1) // 4 - 1  # of a column, without the space before the next
        for i in range(0, len(numbers), 4):
            row = numbers[i : i + 4]
            imgui.text(" ".join(cell(number, width).rjust(width) for number in row))
            tool_tip(", ".join(map(repr, row)))


def _copy_and_paste(body: Body, written: RotationFormat, order: str) -> list[Outcome]:
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_COPY} Copy##rotation"):
        imgui.set_clipboard_text(rotation_text(body.placement, written, order))
    tool_tip("Copy the rotation in this format, with all digits")
    imgui.same_line()
    pasted = imgui.button(f"{icons_fontawesome_6.ICON_FA_PASTE} Paste##rotation")
    tool_tip(
        "Replace the rotation with the numbers on the clipboard:\n3 Euler angles, 4 for a quaternion, 9 to 16 a matrix"
    )
    return [PasteRotation(body.name)] if pasted else []
