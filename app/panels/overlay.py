"""What is drawn over a 3D view in pixels: its labels and the little axes that say where up is."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from imgui_bundle import ImVec2, imgui, imgui_ctx

from app.camera import OrbitCamera
from app.drawing.drawlist import Color, Label
from app.state import Theme

from .labels import Box, Wish, place_labels
from .theme import Face
from .ui import Ui

TRIAD = (("x", (0.93, 0.36, 0.36, 1.0)), ("y", (0.48, 0.80, 0.36, 1.0)), ("z", (0.40, 0.60, 0.98, 1.0)))
TRIAD_LENGTH = 26.0
PADDING = (5.0, 1.0)
PLATES: dict[Theme, Color] = {Theme.DARK: (0.07, 0.08, 0.10, 0.72), Theme.LIGHT: (0.98, 0.98, 0.99, 0.80)}
# A label this far from what it names is joined to it by a line.
LEADER = 20.0

# Many frames in a row show the same: the pointer moves over a panel, a number is typed.
_placed = lru_cache(maxsize=8)(place_labels)


def draw_labels(
    canvas: imgui.ImDrawList,
    labels: Sequence[Label],
    camera: OrbitCamera,
    rect: tuple[float, float, float, float],
    theme: Theme,
    ui: Ui,
) -> None:
    """Each label on a plate beside its point, with a line to it where it had to move away."""
    left, top, width, height = rect
    if not labels:
        return
    size = (round(width), round(height))
    pixels, visible = camera.project(np.array([label.position for label in labels]), size)
    behind, _ = camera.project(np.array([label.away_from or label.position for label in labels]), size)
    face = ui.fonts.regular
    shown = [i for i, inside in enumerate(visible.tolist()) if inside]
    anchors = [(left + float(pixels[i, 0]), top + float(pixels[i, 1])) for i in shown]
    wishes = tuple(
        Wish(anchor, _plate_size(labels[i].text, face, ui), labels[i].priority, _unit(pixels[i] - behind[i]))
        for i, anchor in zip(shown, anchors, strict=True)
    )
    corner = TRIAD_LENGTH * 3 * ui.scale
    taken = (Box(left + width - corner, top + height - corner, left + width, top + height),)
    boxes = _placed(wishes, Box(left + 4, top + 4, left + width - 4, top + height - 4), taken)
    for i, anchor, box in zip(shown, anchors, boxes, strict=True):
        _draw_label(canvas, labels[i], PLATES[theme], anchor, box, face, ui.mark_scale)


def draw_triad(canvas: imgui.ImDrawList, camera: OrbitCamera, rect: tuple[float, float, float, float], ui: Ui) -> None:
    """The world's axes in the lower right corner, those that point away first."""
    length = TRIAD_LENGTH * ui.scale
    x, y = rect[0] + rect[2] - 1.6 * length, rect[1] + rect[3] - 1.6 * length
    right, up, back = camera.basis
    for axis in sorted(range(3), key=lambda i: back[i]):
        name, color = TRIAD[axis]
        tip = ImVec2(x + right[axis] * length, y - up[axis] * length)
        canvas.add_line(ImVec2(x, y), tip, packed(color), 2.0 * ui.scale)
        text_at = ImVec2(x + right[axis] * length * 1.35 - 3.5 * ui.scale, y - up[axis] * length * 1.35 - 7 * ui.scale)
        canvas.add_text(ui.fonts.small.font, ui.fonts.small.size * ui.scale, text_at, packed(color), name)


def packed(color: Iterable[float]) -> int:
    """The colour as Dear ImGui's draw lists take it."""
    value: int = imgui.get_color_u32(imgui.ImVec4(*color))
    return value


def _unit(offset: npt.NDArray[np.float64]) -> tuple[float, float]:
    length = float(np.hypot(*offset))
    return (float(offset[0]) / length, float(offset[1]) / length) if length > 0 else (0.0, 0.0)


def _plate_size(text: str, face: Face, ui: Ui) -> tuple[float, float]:
    with imgui_ctx.push_font(face.font, face.size * ui.emphasis):
        size = imgui.calc_text_size(text)
    return size.x + 2 * PADDING[0] * ui.mark_scale, size.y + 2 * PADDING[1] * ui.mark_scale


def _draw_label(
    canvas: imgui.ImDrawList,
    label: Label,
    plate: Color,
    anchor: tuple[float, float],
    box: Box,
    face: Face,
    scale: float,
) -> None:
    near = (min(max(anchor[0], box.left), box.right), min(max(anchor[1], box.top), box.bottom))
    if abs(near[0] - anchor[0]) + abs(near[1] - anchor[1]) > LEADER * scale:
        faint = (*label.color[:3], 0.55)
        canvas.add_line(ImVec2(*anchor), ImVec2(*near), packed(faint), 1.0 * scale)
    canvas.add_rect_filled(ImVec2(box.left, box.top), ImVec2(box.right, box.bottom), packed(plate), 3.0 * scale)
    text_at = ImVec2(box.left + PADDING[0] * scale, box.top + PADDING[1] * scale)
    canvas.add_text(face.font, face.size * scale, text_at, packed(label.color), label.text)
