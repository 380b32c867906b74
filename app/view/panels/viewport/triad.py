"""The axis triad in the corner of a view: it shows the orientation, and clicking a letter looks along that axis."""

from collections.abc import Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui

from gjkscope.app.scenes.cameras.camera import STANDARD_ANGLES, OrbitCamera, ViewSide
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.drawing.palette import AXIS_COLORS, faded
from gjkscope.app.view.panels.toolkit.overlay import CAMERAS_SEEN, TRIAD_LENGTH, pack_color, triad_rect
from gjkscope.app.view.panels.toolkit.theme import legible
from gjkscope.app.view.panels.toolkit.ui import Pixel, Rect, Ui

# The side that the letter of each axis looks from, with y up and with z up.
SIDES = {False: (ViewSide.RIGHT, ViewSide.TOP, ViewSide.FRONT), True: (ViewSide.RIGHT, ViewSide.BACK, ViewSide.TOP)}
AXES = tuple(AXIS_COLORS.items())
LETTER_RADIUS = 9.0  # clickable radius around a letter, pixels at 100 %
LETTER_REACH = 1.35  # position of a letter, in lengths of its axis


class TriadAxis(NamedTuple):
    """An axis of the triad; positions are in pixels."""

    name: str
    side: ViewSide
    hue: Color
    tip: Pixel
    letter: Pixel


def draw_triad(canvas: imgui.ImDrawList, camera: OrbitCamera, rect: Rect, ui: Ui) -> None:
    """Draws the world axes at the lower right, back to front, with the letter under the pointer highlighted."""
    corner = triad_rect(rect, ui)
    arms = _arms(camera, corner, ui.corner_scale)
    hovered = side_under_pointer(camera, rect, ui)
    center = ImVec2(*_center(corner, ui.corner_scale))
    face, size = ui.fonts.small.font, ui.fonts.small.drawn_size(ui.corner_scale)
    for name, side, hue, tip, (x, y) in arms:
        color = legible(hue)
        ink = pack_color(color)
        canvas.add_line(center, ImVec2(*tip), ink, 2.0 * ui.corner_scale)
        if side is hovered:
            canvas.add_circle_filled(ImVec2(x, y), LETTER_RADIUS * ui.corner_scale, pack_color(faded(color, 0.35)))
        canvas.add_text(face, size, ImVec2(x - 3.5 * ui.corner_scale, y - 7 * ui.corner_scale), ink, name)


def side_under_pointer(camera: OrbitCamera, rect: Rect, ui: Ui) -> ViewSide | None:
    """The side of the letter under the pointer; if two overlap, that of the front one.  None in 2D."""
    if camera.flat:
        return None
    return _under_pointer(_arms(camera, triad_rect(rect, ui), ui.corner_scale), ui)


def is_looking_from(camera: OrbitCamera, side: ViewSide) -> bool:
    """Whether the camera already looks from that side; its letter then switches to the opposite side."""
    return (camera.yaw, camera.pitch) == STANDARD_ANGLES[side]


def _under_pointer(arms: Sequence[TriadAxis], ui: Ui) -> ViewSide | None:
    pointer, radius = imgui.get_mouse_pos(), LETTER_RADIUS * ui.corner_scale
    for _, side, _, _, (x, y) in reversed(arms):
        if hypot(pointer.x - x, pointer.y - y) <= radius:
            return side
    return None


def _center(rect: Rect, scale: float) -> Pixel:
    inset = 1.6 * TRIAD_LENGTH * scale
    return rect[0] + rect[2] - inset, rect[1] + rect[3] - inset


@lru_cache(maxsize=CAMERAS_SEEN)
def _arms(camera: OrbitCamera, rect: Rect, scale: float) -> tuple[TriadAxis, ...]:
    """The axes sorted back to front."""
    x, y = _center(rect, scale)
    right, up, back = camera.basis

    def at(axis: int, reach: float) -> Pixel:
        return x + right[axis] * reach, y - up[axis] * reach

    length = TRIAD_LENGTH * scale
    order = (0, 1) if camera.flat else sorted(range(3), key=lambda axis: back[axis])
    sides = SIDES[camera.z_up]
    return tuple(
        TriadAxis(name, sides[axis], hue, at(axis, length), at(axis, LETTER_REACH * length))
        for axis in order
        for name, hue in [AXES[axis]]
    )
