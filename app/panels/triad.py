"""The little axes in the corner of a view: they say where up is, and a click on a letter looks from there."""

from math import hypot

from imgui_bundle import ImVec2, imgui

from app.camera import STANDARD_ANGLES, OrbitCamera, Side
from app.drawing.palette import faded

from .overlay import TRIAD_LENGTH, packed
from .theme import legible
from .ui import Ui

TRIAD = (
    ("x", Side.RIGHT, (0.93, 0.36, 0.36, 1.0)),
    ("y", Side.TOP, (0.48, 0.80, 0.36, 1.0)),
    ("z", Side.FRONT, (0.40, 0.60, 0.98, 1.0)),
)
LETTER_RADIUS = 9.0  # pixels at 100 %, around a letter: there it is pressed

Rect = tuple[float, float, float, float]  # left, top, width, height


def draw_triad(canvas: imgui.ImDrawList, camera: OrbitCamera, rect: Rect, hovered: Side | None, ui: Ui) -> None:
    """The world's axes in the lower right corner, those that point away first; the letter under the pointer lit."""
    length = TRIAD_LENGTH * ui.scale
    x, y = _triad_center(rect, ui)
    right, up, back = camera.basis
    for axis in sorted(range(3), key=lambda i: back[i]):
        name, side, hue = TRIAD[axis]
        color = legible(hue)
        canvas.add_line(
            ImVec2(x, y), ImVec2(x + right[axis] * length, y - up[axis] * length), packed(color), 2.0 * ui.scale
        )
        letter_x, letter_y = _letter(camera, axis, rect, ui)
        if side is hovered:
            canvas.add_circle_filled(ImVec2(letter_x, letter_y), LETTER_RADIUS * ui.scale, packed(faded(color, 0.35)))
        text_at = ImVec2(letter_x - 3.5 * ui.scale, letter_y - 7 * ui.scale)
        canvas.add_text(ui.fonts.small.font, ui.fonts.small.size * ui.scale, text_at, packed(color), name)


def side_under_pointer(camera: OrbitCamera, rect: Rect, ui: Ui) -> Side | None:
    """The side that the triad's letter under the pointer stands for; of two letters, the one in front."""
    pointer, (_, _, back) = imgui.get_mouse_pos(), camera.basis
    for axis in sorted(range(3), key=lambda i: -back[i]):
        x, y = _letter(camera, axis, rect, ui)
        if hypot(pointer.x - x, pointer.y - y) <= LETTER_RADIUS * ui.scale:
            return TRIAD[axis][1]
    return None


def looks_from(camera: OrbitCamera, side: Side) -> bool:
    """Whether it looks from just there: then its letter leads to the other side."""
    return (camera.yaw, camera.pitch) == STANDARD_ANGLES[side]


def _triad_center(rect: Rect, ui: Ui) -> tuple[float, float]:
    inset = 1.6 * TRIAD_LENGTH * ui.scale
    return rect[0] + rect[2] - inset, rect[1] + rect[3] - inset


def _letter(camera: OrbitCamera, axis: int, rect: Rect, ui: Ui) -> tuple[float, float]:
    """Where the letter of an axis stands, beyond its tip."""
    x, y = _triad_center(rect, ui)
    right, up, _ = camera.basis
    reach = 1.35 * TRIAD_LENGTH * ui.scale
    return x + right[axis] * reach, y - up[axis] * reach
