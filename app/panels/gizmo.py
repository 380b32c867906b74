"""The handles on the selected body in the world view, by ImGuizmo: arrows to move it, rings to turn it.

ImGuizmo computes in single precision, near the origin of its own space and in sizes about 1.  It is shown the body
relative to the camera's target, in a unit about as long as the camera's distance, and only what it really changed is
taken over, so that a coordinate that the handle did not touch keeps all its digits.
"""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from math import log2
from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui, imgui_ctx, imguizmo

from app.actions import Action, EndGesture, PullTo, TurnTo
from app.actions.handling import middle
from app.camera import OrbitCamera
from app.maths import Matrix4, pose_from_matrix, pose_matrix
from app.scene import Body
from app.state import Gizmo, State
from engine.pose import Pose, apply
from engine.vectors import Mat3, Vec3, scale, sub

from .ui import Rect

guizmo = imguizmo.im_guizmo
HANDLE_LENGTH = 64.0  # of an arrow, the radius of a ring; pixels at 100 %
LARGEST_HANDLE = 0.2  # part of the shorter side of the view
UNREADABLE = 1.0  # the height of text, pixels
OPERATIONS = {Gizmo.MOVE: guizmo.OPERATION.translate, Gizmo.ROTATE: guizmo.OPERATION.rotate}


def draw_gizmo(state: State, rect: Rect, ui_scale: float) -> None:
    """Draws the handles over the current ImGui window at `rect`; `pull_gizmo` has read the pointer."""
    _manipulate(state, rect, ui_scale)


def pull_gizmo(state: State, rect: Rect, ui_scale: float) -> list[Action]:
    """The placement to which the pointer pulls the handles, before the view is drawn.

    ImGuizmo draws the handles where they were before the pull.  The picture of the view is then drawn over them, and
    `draw_gizmo` draws them again on top, from the new state.
    """
    body = state.selected_body
    pulled = _manipulate(state, rect, ui_scale)
    if body is None or pulled is None:
        return []
    # A handle that is pressed and not yet pulled at is off by its single precision.
    if not pulled.changed or not any(imgui.get_io().mouse_delta):
        held = state.history.gesture is not None or state.pull is not None
        return [EndGesture()] if held and not guizmo.is_using() else []
    snaps = imgui.get_io().key_ctrl
    if state.gizmo is Gizmo.ROTATE:
        return [TurnTo(body.name, pose_from_matrix(pulled.after).rotation, snaps)]
    seen = state.cameras.world
    shift = ((pulled.after[3, :3] - pulled.before[3, :3]) * _unit(seen)).tolist()
    return [PullTo(body.name, _shifted(body, shift), seen.decimals(rect[3]), snaps)]


class Pulled(NamedTuple):
    """The placement of the handles before and after a call of ImGuizmo, in its units."""

    changed: bool
    before: Matrix4
    after: Matrix4


def _manipulate(state: State, rect: Rect, ui_scale: float) -> Pulled | None:
    """Has ImGuizmo draw the handles and read the pointer; None where the state shows no handles."""
    body = state.selected_body
    if body is None or state.gizmo is None or state.drag is not None:
        return None
    seen = state.cameras.world
    anchor, unit = seen.target, _unit(seen)
    camera = replace(seen, distance=seen.distance / unit, reach=seen.reach / unit)
    guizmo.set_drawlist()
    guizmo.set_orthographic(camera.orthographic)
    guizmo.allow_axis_flip(False)  # an arrow that says x points to +x, from wherever it is seen
    guizmo.set_rect(*rect)
    length = min(HANDLE_LENGTH * ui_scale, LARGEST_HANDLE * min(rect[2:]))
    guizmo.set_gizmo_size_clip_space(2 * length / max(rect[2:]))  # in halves of the longer side of the view
    center = apply(body.pose, middle(body.shape))
    # The rings go on from where they are, not from the body: ImGuizmo adds up what the pointer does.
    rotation = state.pull.rotation if state.pull else body.pose.rotation
    before = _matrix(rotation, scale(sub(center, anchor), 1 / unit))
    matrix = guizmo.Matrix16(before.ravel().tolist())
    # What it writes beside an arrow is in its own unit: the view's labels say how far the body has come, in metres.
    unreadable = imgui_ctx.push_font(imgui.get_font(), UNREADABLE) if state.gizmo is Gizmo.MOVE else nullcontext()
    with unreadable, _nothing_hovered_before():
        changed = guizmo.manipulate(
            guizmo.Matrix16(camera.view_matrix(anchor).ravel().tolist()),
            guizmo.Matrix16(camera.projection_matrix(rect[2] / rect[3]).ravel().tolist()),
            _operation(state.gizmo, state.axis_lock),
            guizmo.MODE.world if state.gizmo is Gizmo.MOVE else guizmo.MODE.local,
            matrix,
        )
    return Pulled(changed, before, np.array(matrix.values, dtype=np.float64).reshape(4, 4))


@contextmanager
def _nothing_hovered_before() -> Iterator[None]:
    """ImGuizmo takes no press while anything was hovered in the frame before: who is quick would press in vain."""
    context = imgui.get_current_context()
    hovered, context.hovered_id_previous_frame = context.hovered_id_previous_frame, 0
    try:
        yield
    finally:
        context.hovered_id_previous_frame = hovered


def gizmo_has_pointer() -> bool:
    """Whether the pointer is over a handle, or pulls at one: then a press is not for what lies behind."""
    return bool(guizmo.is_using() or guizmo.is_over())


def let_go_of_handles() -> None:
    """Whatever handle is pulled at, no longer: not until the button is pressed anew."""
    guizmo.enable(False)
    guizmo.enable(True)


def _operation(gizmo: Gizmo, axis: int | None) -> guizmo.OPERATION:
    """All handles of that kind, or the one of the axis that is locked."""
    operation = OPERATIONS[gizmo]
    return operation if axis is None else getattr(guizmo.OPERATION, f"{operation.name}_{'xyz'[axis]}")


def _matrix(rotation: Mat3, place: Vec3) -> Matrix4:
    """A gizmo so turned, at `place`, in ImGuizmo's order (columns one after another), as it will see it."""
    return pose_matrix(Pose(rotation, place)).astype(np.float32).astype(np.float64)


def _unit(camera: OrbitCamera) -> float:
    """A power of two, metres: dividing by it costs no digit."""
    return 2.0 ** round(log2(camera.distance))


def _shifted(body: Body, shift: Vec3) -> Vec3:
    """The body's position shifted as the gizmo was; what the gizmo left as it was keeps all its digits."""
    x, y, z = (part + by if by else part for part, by in zip(body.pose.position, shift, strict=True))
    return (x, y, z)
