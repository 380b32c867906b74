"""A 3D view: the image, the labels over it, and mouse input.

Dragging a body with the left button moves it in the view plane (or parallel to the ground, or along a locked axis;
Ctrl inverts snapping).  Dragging the origin of A − B moves A the opposite way; rings drag a direction, a corner or an
axis.  Dragging empty space orbits; with Shift, with the right or middle button, or in 2D, it pans.  The wheel zooms to
the pointer, a click selects, and a double click frames.  While a prediction is asked, a click answers it, and bodies
stay where they are.
"""

from collections.abc import Sequence

from imgui_bundle import ImVec2, imgui

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OPPOSITE, OrbitCamera, ViewSide
from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.actions import (
    Action,
    AnswerPrediction,
    AskAbout,
    BeginDrag,
    DragTo,
    EndGesture,
    FrameBody,
    HoldGrip,
    HoldProbe,
    HoverBody,
    HoverView,
    LookFrom,
    Orbit,
    Pan,
    Select,
    SetVisible,
    Zoom,
    update,
)
from gjkscope.app.state.actions.handles import drags_on_ground, free_axes, locked_axis
from gjkscope.app.state.inspection.label_names import shown_labels, shows_label
from gjkscope.app.state.model import Drag, State, Theme, View
from gjkscope.app.state.model.ownership import Of, with_parts
from gjkscope.app.teach.lessons.seen import AXES, SCALE, shows_over_views
from gjkscope.app.view.drawing.bounds_chart import bounds_chart
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.number_line import number_line
from gjkscope.app.view.drawing.picking import pick
from gjkscope.app.view.drawing.pointing import on_axis, on_level, on_plane
from gjkscope.app.view.drawing.views import drawing_of, ground_height
from gjkscope.app.view.panels.toolkit.fading import draw_faded
from gjkscope.app.view.panels.toolkit.labels import LabelBox
from gjkscope.app.view.panels.toolkit.overlay import draw_labels, draw_scale_bar
from gjkscope.app.view.panels.toolkit.refresh import is_being_moved
from gjkscope.app.view.panels.toolkit.tile import picture_rect
from gjkscope.app.view.panels.toolkit.ui import Backdrop, Rect, Ui
from gjkscope.app.view.panels.viewport.bounds_chart import bounds_chart_box, draw_bounds_chart
from gjkscope.app.view.panels.viewport.gizmo import (
    draw_gizmo,
    gizmo_boxes,
    gizmo_has_pointer,
    pull_gizmo,
    release_handles,
)
from gjkscope.app.view.panels.viewport.grips import grip_under_pointer, pull_grip
from gjkscope.app.view.panels.viewport.number_line import draw_number_line, number_line_box
from gjkscope.app.view.panels.viewport.pointers import draw_pointers, place_pointers, pointer_boxes
from gjkscope.app.view.panels.viewport.probe import probe_under_pointer, pull_probe
from gjkscope.app.view.panels.viewport.targets import (
    begin_origin_drag,
    drag_origin,
    hover_actions,
    is_on_origin,
    release_origin,
    target_under_pointer,
)
from gjkscope.app.view.panels.viewport.triad import draw_triad, is_looking_from, side_under_pointer
from gjkscope.app.view.renderer import DARK, LIGHT
from gjkscope.engine.shapes.qhull import is_loaded, load_qhull
from gjkscope.engine.vectors import IDENTITY, Vec3, sub

BUTTONS = (
    imgui.ButtonFlags_.mouse_button_left
    | imgui.ButtonFlags_.mouse_button_right
    | imgui.ButtonFlags_.mouse_button_middle
)

BACKGROUNDS = {Theme.DARK: DARK, Theme.LIGHT: LIGHT}
WITHOUT_HULL = SetVisible("difference", shown=False)
NEAR_ENOUGH = 8.0  # pixels within which a point or segment can be grabbed


def viewport_actions(state: State, view: View, ui: Ui, pane: str = "") -> list[Action]:
    """The mouse's actions in the view, which fills the current ImGui window; draws nothing.

    Comes before `draw_viewport`, at the same cursor, so that a frame shows the state after its own input.  `pane`
    distinguishes a second picture of the view, which has no handles, from the first.
    """
    rect = remaining_rect()
    actions: list[Action] = []
    handled = view is View.WORLD and state.open_prediction is None and ui.previews.handles
    if handled and not pane:
        actions += pull_gizmo(state, rect, ui.scale)
    canvas = f"canvas {view}"
    held = imgui.internal.get_active_id() == imgui.get_id(canvas)
    if handled and gizmo_has_pointer() and not held:  # an active drag may cross the handles
        return actions + _on_handles(state, view, rect) + _wheel(view, rect)
    imgui.invisible_button(canvas, ImVec2(rect[2], rect[3]), BUTTONS)
    if imgui.is_item_activated():
        actions += _press(state, view, rect, ui)
    if imgui.is_item_active():
        actions += _drag(state, view, rect, ui)
    if imgui.is_item_deactivated():
        actions += _release(state, view, rect, ui)
    if imgui.is_item_hovered():
        actions += _wheel(view, rect)
    actions += _hover(state, view, rect)
    if imgui.is_item_active() or state.gesture.drags:
        return actions
    if imgui.is_item_hovered() and grip_under_pointer(state, view, seen_camera(state, view, rect), rect, ui):
        imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
    return actions + hover_actions(state, view, rect, ui, imgui.is_item_hovered())


def draw_viewport(state: State, view: View, ui: Ui, pane: str = "") -> None:
    """Fills the current ImGui window with the view, or with both views during a cross-fade; `pane` as in
    `viewport_actions`.
    """
    rect = remaining_rect()
    _draw_with_overlay(state, view, ui, rect, pane)
    if state.earlier is not None:
        before = with_parts(state.earlier.state, state, Of.USER)
        with draw_faded(imgui.get_window_draw_list(), state.earlier.shown):
            _draw_with_overlay(before, view, ui, rect, f"{pane} earlier")


def _draw_with_overlay(state: State, view: View, ui: Ui, rect: Rect, pane: str) -> None:
    drawing = drawing_of(state if _has_hulls(ui) else update(state, WITHOUT_HULL), view)
    draw_image(drawing, state, view, ui, rect, pane)
    has_handles = view is View.WORLD and not pane and ui.previews.handles
    if has_handles and state.open_prediction is None:
        draw_gizmo(state, rect, ui.scale)
    handles = gizmo_boxes(state, rect, ui.scale) if has_handles else ()
    draw_overlay(drawing, state, view, ui, rect, handles)  # over the handles, to keep labels readable


def remaining_rect() -> Rect:
    """The rest of the current ImGui window, from the cursor on."""
    left, top = imgui.get_cursor_screen_pos()
    available = imgui.get_content_region_avail()
    return (left, top, max(available.x, 16.0), max(available.y, 16.0))


def draw_image(drawing: DrawList, state: State, view: View, ui: Ui, rect: Rect, pane: str = "") -> None:
    """Places the image of the view at `rect` of the current window; it is rendered after the layout."""
    part = ui.tile.part_of(rect) if ui.tile else None
    if (ui.tile and not part) or ui.detail == 0:
        return
    density = ui.pixel_ratio * ui.detail
    size = (max(round(rect[2] * density), 1), max(round(rect[3] * density), 1))
    ground = ground_height(state, view)
    picture = ui.renderer.order(
        drawing,
        seen_camera(state, view, rect),
        size,
        part=part,
        view=f"{view.value} {pane}",
        background=ui.ground or BACKGROUNDS[state.appearance.theme],
        grid_height=ground,
        scale=ui.mark_scale * density,
        smooth=ui.smooth,
    )
    left, top, width, height = rect if part is None else picture_rect(part, rect)
    imgui.set_cursor_screen_pos(ImVec2(left, top))
    if ui.backdrops is not None:
        imgui.dummy(ImVec2(width, height))
        ui.backdrops.append(Backdrop(picture, (round(left), round(imgui.get_io().display_size.y - top - height))))
        return
    # OpenGL's first row is at the bottom, ImGui's at the top.
    imgui.image(imgui.ImTextureRef(picture.texture.glo), ImVec2(width, height), ImVec2(0, 1), ImVec2(1, 0))


def draw_overlay(
    drawing: DrawList,
    state: State,
    view: View,
    ui: Ui,
    rect: Rect,
    avoided: Sequence[LabelBox] = (),
    canvas: imgui.ImDrawList | None = None,
) -> None:
    """Draws the labels, which stay clear of the boxes `avoided`, and the axis triad over the view.

    `canvas`: where to draw, instead of the current window.
    """
    camera = seen_camera(state, view, rect)
    canvas = canvas or imgui.get_window_draw_list()
    canvas.push_clip_rect(ImVec2(rect[0], rect[1]), ImVec2(rect[0] + rect[2], rect[1] + rect[3]), True)
    with_grid = ground_height(state, view) is not None
    line = number_line(state) if view.shows_world else None
    if line is not None:
        draw_number_line(canvas, line, rect, state.appearance.theme, ui)
        ui = replace(ui, covered=(*ui.covered, number_line_box(rect, ui)))
    chart = bounds_chart(state) if view is state.display.layout.views[0] else None
    below = ui  # what the chart stays clear of
    if chart is not None:
        ui = replace(ui, covered=(*ui.covered, bounds_chart_box(rect, ui)))
    pointers = place_pointers(state, view, camera.lens((rect[2], rect[3])), rect, ui)
    if state.display.visible.labels:
        shown = shown_labels(state)
        names = [body.name for body in state.document.scene.bodies] if shown is not None else ()
        labels = [label for label in drawing.labels if label.asked or shows_label(shown, label.text, names)]
        theme, moving = state.appearance.theme, is_being_moved(state)
        taken = (*avoided, *ui.covered, *pointer_boxes(pointers))
        draw_labels(canvas, labels, camera, rect, theme, ui, with_grid, moving, taken)
    if chart is not None:
        draw_bounds_chart(canvas, chart, rect, state.appearance.theme, below)
    if shows_over_views(state.page, AXES):
        draw_triad(canvas, camera, rect, ui)
    if shows_over_views(state.page, SCALE):
        draw_scale_bar(canvas, camera, rect, ui, with_grid)
    draw_pointers(canvas, pointers, rect, state.appearance.theme, ui)
    canvas.pop_clip_rect()


def seen_camera(state: State, view: View, rect: Rect) -> OrbitCamera:
    """The camera as the view at `rect` draws it."""
    return state.view.cameras.of(view).fitted(rect[2] / rect[3])


def _has_hulls(ui: Ui) -> bool:
    """Whether the hull of A − B can be drawn: Qhull is loaded only after the first frame is on screen."""
    return is_loaded() or ui.jobs.request("hulls", load_qhull) is not None


def _hover(state: State, view: View, rect: Rect) -> list[Action]:
    """Hovers the view and the body under the pointer, unless something is being dragged."""
    if imgui.is_item_active() or state.gesture.drags:
        return []
    if not imgui.is_item_hovered():
        return [HoverView(None), HoverBody(None)] if state.pointer.hovered_view is view else []
    hit = _hit(state, view, rect) if view.shows_world and state.open_prediction is None else None
    name = hit[0].name if hit else None
    wanted: list[Action] = [HoverView(view)] if state.pointer.hovered_view is not view else []
    return [*wanted, HoverBody(name)] if name != state.pointer.hovered else wanted


def _hit(state: State, view: View, rect: Rect) -> tuple[Body, Vec3] | None:
    """The body under the pointer, and the point hit."""
    camera = seen_camera(state, view, rect)
    slope = NEAR_ENOUGH * camera.pixel_size(rect[3]) / camera.setback
    return pick(state.document.shown_bodies, *_pointer_ray(camera, rect), slope)


def _on_handles(state: State, view: View, rect: Rect) -> list[Action]:
    """A right click on what is behind the handles, and a double click, whose first click may have put them there."""
    if imgui.is_window_hovered() and _is_right_click():
        return [_ask(state, view, rect)]
    if state.document.selected is None or not imgui.is_mouse_double_clicked(imgui.MouseButton_.left):
        return []
    release_handles()
    return [FrameBody(view, state.document.selected, rect[2] / rect[3])]


def _press(state: State, view: View, rect: Rect, ui: Ui) -> list[Action]:
    if _is_plain_left() and is_on_origin(state, view, rect, ui):
        return begin_origin_drag(state, rect)
    if state.open_prediction is not None:
        return []
    if _is_plain_left() and (grip := grip_under_pointer(state, view, seen_camera(state, view, rect), rect, ui)):
        return [HoldGrip(grip.name, grip.number)]
    on_letter = _side_under_pointer(state, seen_camera(state, view, rect), rect, ui) is not None
    if not view.shows_world or not _is_plain_left() or on_letter:
        return []
    if (point := probe_under_pointer(state, seen_camera(state, view, rect), rect, ui.scale)) is not None:
        return [HoldProbe(point)]
    hit = _hit(state, view, rect)
    if hit is None:
        return []
    if imgui.is_mouse_double_clicked(imgui.MouseButton_.left):
        return [FrameBody(view, hit[0].name, rect[2] / rect[3])]
    return [BeginDrag(hit[0].name, hit[1])]


def _drag(state: State, view: View, rect: Rect, ui: Ui) -> list[Action]:
    delta = imgui.get_io().mouse_delta
    if state.probe.held_point is not None and view.shows_world:
        camera = seen_camera(state, view, rect)
        moved = delta.x != 0 or delta.y != 0
        return pull_probe(state, camera, rect, _pointer_ray(camera, rect), ui.scale) if moved else []
    if state.gesture.grip is not None:
        moved = delta.x != 0 or delta.y != 0
        return pull_grip(state, view, seen_camera(state, view, rect), rect) if moved else []
    if state.gesture.origin is not None and view is View.DIFFERENCE:
        return [*drag_origin(state, rect)] if delta.x != 0 or delta.y != 0 else []
    rests = delta.x == 0 and delta.y == 0
    if rests and (state.gesture.drag is None or state.gesture.drag.axes == free_axes(state)):
        return []
    if state.gesture.drag is not None and view.shows_world:
        camera = seen_camera(state, view, rect)
        point = _drag_target(state, state.gesture.drag, camera, rect)
        return [DragTo(point, camera.decimals(rect[3]), imgui.get_io().key_ctrl)] if point else []
    if _is_plain_left() and not state.view.cameras.flat:
        return [Orbit(delta.x, delta.y, view)]
    given = state.view.cameras.of(view)
    # the height at which the given camera has this view's pixels
    height = rect[3] * given.half_height / seen_camera(state, view, rect).half_height
    return [Pan(view, delta.x, delta.y, height)]


def _release(state: State, view: View, rect: Rect, ui: Ui) -> list[Action]:
    if state.probe.held_point is not None:
        return [HoldProbe(None)]
    if state.gesture.origin is not None:
        return release_origin(state, rect)
    if state.gesture.grip is not None:
        return [*pull_grip(state, view, seen_camera(state, view, rect), rect), EndGesture(follows=False)]
    if state.gesture.drag is not None:
        return [*_drag(state, view, rect, ui), EndGesture()]  # up to the release point, as frames may be long
    io = imgui.get_io()
    if _is_right_click():
        return [_ask(state, view, rect)] if state.open_prediction is None else []
    moved = io.mouse_drag_max_distance_sqr[0] > io.mouse_drag_threshold**2
    once = imgui.is_mouse_released(imgui.MouseButton_.left) and io.mouse_clicked_last_count[0] == 1
    clicked = once and not moved and not io.key_shift
    camera = seen_camera(state, view, rect)
    if clicked and (side := _side_under_pointer(state, camera, rect, ui)):
        return [LookFrom(view, OPPOSITE[side] if is_looking_from(camera, side) else side)]
    if clicked and state.open_prediction is not None:
        target = target_under_pointer(state, view, rect, ui)
        return [] if target is None else [AnswerPrediction(target)]
    return [Select(None)] if clicked and view.shows_world and not plays_demo(state) else []


def _is_right_click() -> bool:
    """Whether the right button was released where it was pressed."""
    io = imgui.get_io()
    stays = io.mouse_drag_max_distance_sqr[1] <= io.mouse_drag_threshold**2
    return stays and imgui.is_mouse_released(imgui.MouseButton_.right)


def _ask(state: State, view: View, rect: Rect) -> AskAbout:
    """Asks for the context menu of what is under the pointer."""
    hit = _hit(state, view, rect) if view.shows_world else None
    return AskAbout(view) if hit is None else AskAbout(view, hit[0].name, hit[1])


def plays_demo(state: State) -> bool:
    """Whether a demo is playing, which a click on nothing must not stop: neither selection nor inspected run
    changes.
    """
    return state.show is not None and state.show.playing


def _side_under_pointer(state: State, camera: OrbitCamera, rect: Rect, ui: Ui) -> ViewSide | None:
    return side_under_pointer(camera, rect, ui) if shows_over_views(state.page, AXES) else None


def _wheel(view: View, rect: Rect) -> list[Action]:
    notches = imgui.get_io().mouse_wheel
    return [Zoom(view, notches, _pointer_ndc(rect), rect[2] / rect[3])] if notches else []


def _is_plain_left() -> bool:
    return imgui.is_mouse_down(imgui.MouseButton_.left) and not imgui.get_io().key_shift


def _pointer_ndc(rect: Rect) -> tuple[float, float]:
    pointer = imgui.get_mouse_pos()
    return (2 * (pointer.x - rect[0]) / rect[2] - 1, 1 - 2 * (pointer.y - rect[1]) / rect[3])


def _pointer_ray(camera: OrbitCamera, rect: Rect) -> tuple[Vec3, Vec3]:
    x, y = _pointer_ndc(rect)
    return camera.ray(x, y, rect[2] / rect[3])


def _drag_target(state: State, drag: Drag, camera: OrbitCamera, rect: Rect) -> Vec3 | None:
    """Where the pointer moves the grabbed point, under the constraints of the drag."""
    ray = _pointer_ray(camera, rect)
    taken = sub(drag.start, drag.offset)
    lock = locked_axis(state)
    if lock is not None:
        return on_axis(camera, ray, taken, IDENTITY[lock])
    if drags_on_ground(state):
        return on_level(camera, ray, taken)
    return on_plane(*ray, drag.grabbed, camera.basis[2])
