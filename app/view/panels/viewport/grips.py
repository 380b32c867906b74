"""Mouse input for the rings by which directions, corners and axes are dragged."""

from math import hypot

from imgui_bundle import imgui

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.state.actions import Action, PullGrip
from gjkscope.app.state.inspection.grips import Grip, grips
from gjkscope.app.state.model import HeldGrip, State, View
from gjkscope.app.view.drawing.pointing import on_plane
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui

REACH = 16.0  # pixels from the middle of a ring within which it can be grabbed


def grip_under_pointer(state: State, view: View, camera: OrbitCamera, rect: Rect, ui: Ui) -> Grip | None:
    """The grip of the view under the pointer, the nearest of several; None if there is none."""
    near = [(_away(grip, camera, rect), grip) for grip in grips(state) if grip.view is view]
    distance, grip = min(near, default=(float("inf"), None), key=lambda found: found[0])
    return grip if distance <= REACH * ui.mark_scale else None


def pull_grip(state: State, view: View, camera: OrbitCamera, rect: Rect) -> list[Action]:
    """Drags the held grip of the view to the pointer."""
    held = state.gesture.grip
    grip = next((grip for grip in grips(state) if held == HeldGrip(grip.name, grip.number)), None)
    if grip is None or grip.view is not view:
        return []
    pointer = imgui.get_mouse_pos()
    x, y = pointer.x - rect[0], pointer.y - rect[1]
    ray = camera.ray(2 * x / rect[2] - 1, 1 - 2 * y / rect[3], rect[2] / rect[3])
    point = on_plane(*ray, grip.place, camera.basis[2])
    return [] if point is None else [PullGrip(grip.name, grip.number, point)]


def _away(grip: Grip, camera: OrbitCamera, rect: Rect) -> float:
    x, y, is_inside = camera.lens((rect[2], rect[3])).pixel(grip.place)
    pointer = imgui.get_mouse_pos()
    return hypot(x - pointer.x + rect[0], y - pointer.y + rect[1]) if is_inside else float("inf")
