"""Mouse input for the prediction that is being asked, and for the handle of the origin of A − B."""

from math import hypot

from imgui_bundle import imgui

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.state.actions import (
    Action,
    BeginOriginDrag,
    CheckOrigin,
    DragOrigin,
    EndGesture,
    HoverOrigin,
    HoverTarget,
)
from gjkscope.app.state.inspection.predictions import open_challenge
from gjkscope.app.state.model import State, View
from gjkscope.app.view.drawing.pointing import on_plane
from gjkscope.app.view.drawing.predictions import target_at
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.engine.vectors import ZERO, Vec3, sub

HANDLE = 16.0  # pixels from the origin within which it can be grabbed


def hover_actions(state: State, view: View, rect: Rect, ui: Ui, is_over: bool) -> list[Action]:
    """What the pointer is over: a target or the origin.  `is_over`: it is over the view."""
    target = target_under_pointer(state, view, rect, ui) if is_over else None
    origin = is_over and is_on_origin(state, view, rect, ui)
    if target is not None or origin or (is_over and _is_moving() and view is _owner(state)):
        imgui.set_mouse_cursor(imgui.MouseCursor_.hand if target is not None or origin else imgui.MouseCursor_.arrow)
    actions: list[Action] = []
    if target != state.pointer.hovered_target and (target is not None or (is_over and _is_moving())):
        actions.append(HoverTarget(target))
    if view is View.DIFFERENCE and origin != state.pointer.over_origin:
        actions.append(HoverOrigin(origin))
    return actions


def _owner(state: State) -> View | None:
    challenge = open_challenge(state)
    return challenge.view if challenge is not None else None


def _is_moving() -> bool:
    delta = imgui.get_io().mouse_delta
    return delta.x != 0 or delta.y != 0


def target_under_pointer(state: State, view: View, rect: Rect, ui: Ui) -> int | None:
    """The target of the open prediction under the pointer."""
    if state.open_prediction is None:
        return None
    camera = state.view.cameras.of(view).fitted(rect[2] / rect[3])
    return target_at(state, view, camera.lens((rect[2], rect[3])), _pixel(rect), ui.mark_scale)


def is_on_origin(state: State, view: View, rect: Rect, ui: Ui) -> bool:
    """Whether the pointer is over the origin of A − B and the origin can be dragged."""
    challenge = open_challenge(state)
    drags = state.display.visible.origin_handle if challenge is None else challenge.is_dragged
    if view is not View.DIFFERENCE or not drags:
        return False
    x, y, is_inside = _camera(state, rect).lens((rect[2], rect[3])).pixel(ZERO)
    pixel = _pixel(rect)
    return is_inside and hypot(x - pixel[0], y - pixel[1]) <= HANDLE * ui.mark_scale


def begin_origin_drag(state: State, rect: Rect) -> list[Action]:
    point = _under_pointer(_camera(state, rect), rect)
    return [BeginOriginDrag(point)] if point is not None else []


def drag_origin(state: State, rect: Rect) -> list[Action]:
    """Drags the origin with the pointer, in the plane parallel to the view through where the origin was."""
    drag = state.gesture.origin
    if drag is None:
        return []
    camera = _camera(state, rect)
    point = _under_pointer(replace(camera, target=drag.target), rect)
    if point is None:
        return []
    shift = sub(point, drag.grabbed)
    if state.document.pair_bodies[0].shape.dimension == 2:
        shift = (shift[0], shift[1], 0.0)  # despite rounding of the ray
    return [DragOrigin(shift, camera.decimals(rect[3]), imgui.get_io().key_ctrl)]


def _camera(state: State, rect: Rect) -> OrbitCamera:
    """The camera of A − B as the view at `rect` draws it."""
    return state.view.cameras.difference.fitted(rect[2] / rect[3])


def _under_pointer(camera: OrbitCamera, rect: Rect) -> Vec3 | None:
    """The point under the pointer in the plane through the origin that is parallel to the view."""
    x, y = _pixel(rect)
    ray = camera.ray(2 * x / rect[2] - 1, 1 - 2 * y / rect[3], rect[2] / rect[3])
    return on_plane(*ray, ZERO, camera.basis[2])


def release_origin(state: State, rect: Rect) -> list[Action]:
    """Ends the drag; if a prediction asks for it, the place of the origin is the answer."""
    answers = [CheckOrigin()] if state.open_prediction is not None else []
    return [*drag_origin(state, rect), EndGesture(follows=False), *answers]


def _pixel(rect: Rect) -> tuple[float, float]:
    pointer = imgui.get_mouse_pos()
    return pointer.x - rect[0], pointer.y - rect[1]
