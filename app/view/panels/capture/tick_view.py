"""The World view while it shows the bodies of a tick of a capture, instead of the scene.

Dragging orbits, with Shift or another button it pans, the wheel zooms, a double click brings everything into view.
"""

from collections.abc import Sequence

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import VIEW_ASPECT, OrbitCamera
from gjkscope.app.state.actions import Action, LookAtTick, Orbit, Pan, ShowTickBodies, Zoom, update
from gjkscope.app.state.model import CaptureTable, State, View
from gjkscope.app.view import tones
from gjkscope.app.view.drawing.captured import tick_ball, tick_bodies, tick_drawing
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import draw_labels, draw_scale_bar, pack_color
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.app.view.panels.viewport.triad import draw_triad
from gjkscope.app.view.panels.viewport.viewport import BACKGROUNDS, BUTTONS, remaining_rect
from gjkscope.engine.text import counted

MARGIN = 8.0  # pixels at 100 % scale
BACK = f"{icons_fontawesome_6.ICON_FA_XMARK} Back to the scene"


def tick_view_actions(state: State, ui: Ui) -> list[Action]:
    """The mouse's actions in the view, which fills the current ImGui window; call `draw_tick_view` next."""
    rect = remaining_rect()
    table = state.capture.table
    if table is None:
        return []
    if state.capture.camera is None:
        return [_frame(state, table, rect)]
    imgui.set_cursor_screen_pos(_back_corner(rect, ui))
    if imgui.invisible_button("##back to the scene", _back_size()):
        return [ShowTickBodies(False)]
    tool_tip("Shows the open scene again; the capture stays open")
    imgui.set_cursor_screen_pos(ImVec2(rect[0], rect[1]))
    imgui.invisible_button("tick canvas", ImVec2(rect[2], rect[3]), BUTTONS)
    if imgui.is_item_hovered() and imgui.is_mouse_double_clicked(imgui.MouseButton_.left):
        return [_frame(state, table, rect)]
    moved = _move_camera(state, state.capture.camera, rect)
    return [] if moved is None else [LookAtTick(moved, state.capture.ground)]


def draw_tick_view(state: State, ui: Ui) -> None:
    """Fills the current ImGui window with the bodies of the tick."""
    rect, table, camera = remaining_rect(), state.capture.table, state.capture.camera
    if table is None or camera is None or ui.detail == 0:  # in the next frame
        return
    camera = camera.fitted(rect[2] / rect[3])
    drawing = tick_drawing(table, state.capture.tick_index, state.capture.pair, state.appearance.theme)
    density = ui.pixel_ratio * ui.detail
    size = (max(round(rect[2] * density), 1), max(round(rect[3] * density), 1))
    picture = ui.renderer.order(
        drawing,
        camera,
        size,
        view=f"{View.WORLD.value} tick",
        background=BACKGROUNDS[state.appearance.theme],
        grid_height=state.capture.ground,
        scale=ui.mark_scale * density,
        smooth=ui.smooth,
    )
    left, top, width, height = rect
    imgui.set_cursor_screen_pos(ImVec2(left, top))
    imgui.image(imgui.ImTextureRef(picture.texture.glo), ImVec2(width, height), ImVec2(0, 1), ImVec2(1, 0))
    canvas = imgui.get_window_draw_list()
    canvas.push_clip_rect(ImVec2(left, top), ImVec2(left + width, top + height), True)
    draw_labels(canvas, drawing.labels, camera, rect, state.appearance.theme, ui, True)
    draw_triad(canvas, camera, rect, ui)
    draw_scale_bar(canvas, camera, rect, ui, True)
    canvas.pop_clip_rect()
    _draw_heading(state, table, rect, ui)
    _draw_back_button(rect, ui)


def tick_heading(state: State, table: CaptureTable) -> str:
    """ "run.gjkcap, tick 412: 240 bodies, 500 pairs"."""
    index = state.capture.tick_index
    bodies = tick_bodies(table, index, state.capture.pair)
    drawn = counted(bodies.count_drawn, "body", "bodies")
    if bodies.hidden:
        drawn = f"{bodies.count_drawn:,} of {bodies.count_drawn + bodies.hidden:,} bodies"
    name = state.capture.run.name if state.capture.run else ""
    return f"{name}, tick {table.timeline.ticks[index]}: {drawn}, {counted(len(table.timeline.rows(index)), 'pair')}"


def _draw_heading(state: State, table: CaptureTable, rect: Rect, ui: Ui) -> None:
    imgui.set_cursor_screen_pos(ImVec2(rect[0] + MARGIN * ui.scale, rect[1] + MARGIN * ui.scale))
    imgui.text_colored(theme.rgba(tones.TEXT), tick_heading(state, table))


def _draw_back_button(rect: Rect, ui: Ui) -> None:
    """Draws the button over the picture; its action is handled before."""
    corner, size, style = _back_corner(rect, ui), _back_size(), imgui.get_style()
    end = ImVec2(corner.x + size.x, corner.y + size.y)
    is_hovered = imgui.is_window_hovered() and imgui.is_mouse_hovering_rect(corner, end)
    ground = pack_color(theme.rgba(tones.HOVERED if is_hovered else tones.RAISED))
    canvas = imgui.get_window_draw_list()
    canvas.add_rect_filled(corner, end, ground, style.frame_rounding)
    position = ImVec2(corner.x + style.frame_padding.x, corner.y)
    canvas.add_text(position, pack_color(theme.rgba(tones.TEXT)), BACK)


def _back_corner(rect: Rect, ui: Ui) -> ImVec2:
    line = imgui.get_text_line_height_with_spacing()
    return ImVec2(rect[0] + MARGIN * ui.scale, rect[1] + MARGIN * ui.scale + line)


def _back_size() -> ImVec2:
    text = imgui.calc_text_size(BACK)
    return ImVec2(text.x + 2 * imgui.get_style().frame_padding.x, text.y)


def _frame(state: State, table: CaptureTable, rect: Rect) -> LookAtTick:
    """A camera with the bodies of the tick in view, looking in the direction of the previous one."""
    center, radius, low = tick_ball(table, state.capture.tick_index)
    before = state.capture.camera or replace(OrbitCamera(), z_up=state.view.cameras.world.z_up)
    camera = before.framed(center, radius, max(rect[2] / rect[3], VIEW_ASPECT))
    return LookAtTick(camera, low[camera.height_axis])


def _move_camera(state: State, camera: OrbitCamera, rect: Rect) -> OrbitCamera | None:
    """The camera after the mouse's actions; None if there were none."""
    io = imgui.get_io()
    fitted = camera.fitted(rect[2] / rect[3])
    steps: Sequence[Action] = ()
    if imgui.is_item_active() and (io.mouse_delta.x or io.mouse_delta.y):
        orbits = imgui.is_mouse_down(imgui.MouseButton_.left) and not io.key_shift
        dx, dy = io.mouse_delta.x, io.mouse_delta.y
        steps = [
            Orbit(dx, dy, View.WORLD)
            if orbits
            else Pan(View.WORLD, dx, dy, rect[3] * camera.half_height / fitted.half_height)
        ]
    elif imgui.is_item_hovered() and io.mouse_wheel:
        pointer = imgui.get_mouse_pos()
        x, y = 2 * (pointer.x - rect[0]) / rect[2] - 1, 1 - 2 * (pointer.y - rect[1]) / rect[3]
        steps = [Zoom(View.WORLD, io.mouse_wheel, (x, y), rect[2] / rect[3])]
    if not steps:
        return None
    cameras = replace(state.view.cameras, world=camera)
    seen = replace(state, view=replace(state.view, cameras=cameras, turn=None, approach=None))
    for step in steps:
        seen = update(seen, step)
    return seen.view.cameras.world
