"""The pen, the eraser and the laser pointer of a presentation, over the views."""

from imgui_bundle import ImVec2, imgui

from gjkscope.app.state.actions import Action, BeginStroke, EraseInk, ExtendStroke, HoverBody, HoverView, PointLaser
from gjkscope.app.state.actions.presenting import ERASER_RADIUS, strokes_over
from gjkscope.app.state.model import InkColor, InkPoint, InkTool, LaserSpot, State, Stroke, Theme, View
from gjkscope.app.state.model.presenting import LASER_SECONDS
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.app.view.panels.viewport.viewport import remaining_rect

# Light on the dark theme and dark on the light one; the rim keeps them apart from a body of the same colour.
INKS = {
    InkColor.RED: (palette.hex_color("#FF6B5E"), palette.hex_color("#C4161C")),
    InkColor.YELLOW: (palette.hex_color("#FFE45C"), palette.hex_color("#8A5A00")),
    InkColor.GREEN: (palette.hex_color("#5BE08B"), palette.hex_color("#00703C")),
    InkColor.BLUE: (palette.hex_color("#6CC4FF"), palette.hex_color("#0B4FA8")),
}
RIMS = {Theme.DARK: (0.05, 0.06, 0.08, 0.55), Theme.LIGHT: (1.0, 1.0, 1.0, 0.75)}
PEN_WIDTH, RIM = 0.008, 0.0022  # heights of the view: readable from the back of a room
FINEST = 0.0015  # a shorter move of the pen adds no point
DOT = 7.0  # radius of the laser's dot, pixels at 100 %
GLOW = ((2.6, 0.10), (1.9, 0.18), (1.4, 0.35), (1.0, 0.95), (0.45, 1.0))  # radii relative to the dot, opacities
LASER, CORE = (1.0, 0.16, 0.16), (1.0, 0.86, 0.82)
LASER_KEY = imgui.Key.l

Point = ImVec2 | tuple[int | float, int | float] | list[int | float]  # as Dear ImGui takes them

FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_background
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_inputs
)


def takes_mouse(state: State) -> bool:
    """Whether the mouse draws, erases or points in the views instead of turning cameras and moving bodies."""
    return state.presenting.on and (state.presenting.tool is not None or is_laser_held())


def is_laser_held() -> bool:
    """Whether the key of the laser pointer is held down, alone."""
    io = imgui.get_io()
    return imgui.is_key_down(LASER_KEY) and not (io.want_text_input or io.key_ctrl or io.key_alt or io.key_shift)


def ink_actions(state: State, view: View) -> list[Action]:
    """The actions of the pen or the eraser in the view, which fills the current ImGui window."""
    rect = remaining_rect()
    imgui.invisible_button(f"ink {view}", ImVec2(rect[2], rect[3]))
    left = [HoverView(None), HoverBody(None)] if state.pointer.hovered_view is view else []
    if not imgui.is_item_active() or is_laser_held():
        return left
    point, tool = _pointer_in(rect), state.presenting.tool
    if tool is InkTool.ERASER:
        return [*left, EraseInk(view, point)]
    if tool is not InkTool.PEN:
        return left
    if imgui.is_item_activated():
        return [*left, BeginStroke(view, point)]
    strokes = state.presenting.strokes
    last = strokes[-1].points[-1] if strokes else point
    moved = max(abs(point[0] - last[0]), abs(point[1] - last[1])) >= FINEST
    return [*left, ExtendStroke(point)] if moved else left


def laser_actions(state: State) -> list[Action]:
    """Where the laser pointer is now, or that it has been switched off."""
    area, mouse = imgui.get_main_viewport(), imgui.get_mouse_pos()
    shines = state.presenting.on and (state.presenting.tool is InkTool.LASER or is_laser_held())
    x, y = (mouse.x - area.pos.x) / area.size.x, (mouse.y - area.pos.y) / area.size.y
    laser = state.presenting.laser
    if not shines or not (0 <= x <= 1 and 0 <= y <= 1):
        return [PointLaser(None)] if laser else []
    return [PointLaser((x, y))] if not laser or laser[-1][:2] != (x, y) else []


def draw_ink(state: State, places: dict[View, Rect], ui: Ui) -> None:
    """Draws the strokes over the views, which are at `places`, and the laser pointer, below menus and bars."""
    if not state.presenting.on or not (state.presenting.strokes or takes_mouse(state)):
        return
    area = imgui.get_main_viewport()
    imgui.set_next_window_pos(area.pos)
    imgui.set_next_window_size(area.size)
    imgui.begin("##ink", None, FLAGS)
    canvas = imgui.get_window_draw_list()
    for view, rect in places.items():
        draw_strokes(canvas, strokes_over(state, view), rect, state.appearance.theme)
    if state.presenting.tool is InkTool.ERASER:
        _draw_eraser(canvas, state, places)
    _draw_laser(canvas, state.presenting.laser, ui)
    imgui.end()


def draw_strokes(canvas: imgui.ImDrawList, strokes: tuple[Stroke, ...], rect: Rect, shown: Theme) -> None:
    """Draws strokes over the view at `rect`."""
    corner, end = ImVec2(rect[0], rect[1]), ImVec2(rect[0] + rect[2], rect[1] + rect[3])
    canvas.push_clip_rect(corner, end, True)
    for stroke in strokes:
        line: list[Point] = [ImVec2(*_pixel(point, rect)) for point in stroke.points]
        _draw_line(canvas, line, (PEN_WIDTH + 2 * RIM) * rect[3], RIMS[shown])
        _draw_line(canvas, line, PEN_WIDTH * rect[3], ink_color(stroke.color, shown))
    canvas.pop_clip_rect()


def ink_color(color: InkColor, shown: Theme) -> Color:
    return INKS[color][0 if shown is Theme.DARK else 1]


def _draw_line(canvas: imgui.ImDrawList, line: list[Point], width: float, color: Color) -> None:
    """Draws a line with round ends."""
    ink = pack_color(color)
    if len(line) > 1:
        canvas.add_polyline(line, ink, width, imgui.ImDrawFlags_.none)
    for end in (line[0], line[-1]):
        canvas.add_circle_filled(end, width / 2, ink)


def _draw_eraser(canvas: imgui.ImDrawList, state: State, places: dict[View, Rect]) -> None:
    """Draws a ring around what the eraser removes."""
    mouse = imgui.get_mouse_pos()
    for left, top, width, height in places.values():
        if left <= mouse.x < left + width and top <= mouse.y < top + height:
            rim, line = RIMS[state.appearance.theme], RIMS[_other(state.appearance.theme)]
            canvas.add_circle(mouse, ERASER_RADIUS * height, pack_color((*rim[:3], 1.0)), 0, 4.0)
            canvas.add_circle(mouse, ERASER_RADIUS * height, pack_color((*line[:3], 1.0)), 0, 1.5)


def _other(shown: Theme) -> Theme:
    return Theme.LIGHT if shown is Theme.DARK else Theme.DARK


def _draw_laser(canvas: imgui.ImDrawList, laser: tuple[LaserSpot, ...], ui: Ui) -> None:
    """Draws the laser's dot with its glow, and the tail behind it, which narrows and fades."""
    if not laser:
        return
    area, radius = imgui.get_main_viewport(), DOT * ui.scale
    places = [ImVec2(area.pos.x + spot.x * area.size.x, area.pos.y + spot.y * area.size.y) for spot in laser]
    for i in range(len(laser) - 1):
        part = 1 - laser[i].age / LASER_SECONDS
        canvas.add_line(places[i], places[i + 1], pack_color((*LASER, 0.6 * part)), 1.6 * radius * part)
    for size, opacity in GLOW:
        color = CORE if size < 1 else LASER
        canvas.add_circle_filled(places[-1], size * radius, pack_color((*color, opacity)))


def _pointer_in(rect: Rect) -> InkPoint:
    mouse = imgui.get_mouse_pos()
    left, top, width, height = rect
    return (mouse.x - left - width / 2) / height, (mouse.y - top - height / 2) / height


def _pixel(point: InkPoint, rect: Rect) -> tuple[float, float]:
    left, top, width, height = rect
    return left + width / 2 + point[0] * height, top + height / 2 + point[1] * height
