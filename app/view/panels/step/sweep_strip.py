"""The sweep strip: all intervals on the axis as bars, with the active ones and the sweep position highlighted."""

from imgui_bundle import ImVec2, imgui

from gjkscope.app.base.identity import Identity
from gjkscope.app.view import tones
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.drawing.marks.sweep import lanes
from gjkscope.app.view.drawing.palette import LINE_CONTRAST
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.broadphase import sweep
from gjkscope.engine.broadphase.boxes import Boxes
from gjkscope.engine.text import AXES

HEIGHT, BAR, MARGIN = 96.0, 5.0, 6.0  # pixels at 100 %


def draw_sweep_strip(step: sweep.State, boxes: Boxes, names: tuple[str, ...], ui: Ui) -> None:
    """Draws the strip across the width of the panel; nothing if there are no boxes."""
    if not boxes:
        return
    imgui.separator_text(f"Intervals on {AXES[step.axis]}; active: {len(step.active)}")
    corner, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    height, margin = HEIGHT * ui.scale, MARGIN * ui.scale
    imgui.invisible_button("sweep strip", ImVec2(max(width, 1.0), height))
    taken, axis = lanes(Identity(boxes), step.axis), step.axis
    low, high = step.events[0].position, step.events[-1].position
    pitch = (width - 2 * margin) / (high - low or 1.0)
    lane = min((height - 2 * margin) / (max(taken) + 1), 1.8 * BAR * ui.scale)
    canvas, pointer, under = imgui.get_window_draw_list(), imgui.get_mouse_pos(), ""

    def x(position: float) -> float:
        return corner.x + margin + (position - low) * pitch

    active = set(step.active)
    for body, box in enumerate(boxes):
        left, right = ImVec2(x(box.lo[axis]), 0), ImVec2(x(box.hi[axis]), 0)
        left.y = right.y = corner.y + margin + (taken[body] + 0.5) * lane
        canvas.add_line(left, right, pack_color(_color(step, active, body)), min(BAR * ui.scale, 0.8 * lane))
        if left.x <= pointer.x <= right.x and abs(pointer.y - left.y) <= lane / 2:
            under = names[body]
    if step.at >= 0:
        at = x(step.events[step.at].position)
        canvas.add_line(
            ImVec2(at, corner.y), ImVec2(at, corner.y + height), pack_color(theme.rgba(tones.TEXT)), ui.scale
        )
    if under and imgui.is_item_hovered():
        imgui.set_tooltip(under)


def _color(step: sweep.State, active: set[int], body: int) -> Color:
    if step.at >= 0 and body == step.events[step.at].body:
        return theme.legible(palette.NEW, LINE_CONTRAST)
    return theme.legible(palette.SEARCH if body in active else palette.DROPPED, LINE_CONTRAST)
