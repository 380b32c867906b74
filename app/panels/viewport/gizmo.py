"""The handles on the selected body in the world view, drawn by ImGuizmo: arrows to move it, rings to turn it.

ImGuizmo computes in single precision, and is accurate near its origin and at sizes about 1.  It therefore gets the
body relative to the camera's target, in a unit of about the camera's distance, and only coordinates that it actually
changed are taken over, so that all others keep every digit.
"""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from math import log2
from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui, imgui_ctx, imguizmo

from gjkscope.app.actions import Action, EndGesture, PullTo, TurnTo
from gjkscope.app.actions.handles import box_middle
from gjkscope.app.base.records import replace
from gjkscope.app.cameras.camera import OrbitCamera
from gjkscope.app.cameras.maths import Matrix4, pose_from_matrix, pose_matrix
from gjkscope.app.model import Gizmo, State
from gjkscope.app.panels.toolkit.ui import Rect
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.vectors import Mat3, Vec3, scale, sub

guizmo = imguizmo.im_guizmo
HANDLE_LENGTH = 64.0  # length of an arrow, radius of a ring; pixels at 100 %
LARGEST_HANDLE = 0.2  # relative to the shorter side of the view
UNREADABLE = 1.0  # text height in pixels that hides ImGuizmo's own labels
OPERATIONS = {Gizmo.MOVE: guizmo.OPERATION.translate, Gizmo.ROTATE: guizmo.OPERATION.rotate}


def draw_gizmo(state: State, rect: Rect, ui_scale: float) -> None:
    """Draws the handles over the current ImGui window at `rect`; `pull_gizmo` has read the pointer."""
    _manipulate(state, rect, ui_scale)


def pull_gizmo(state: State, rect: Rect, ui_scale: float) -> list[Action]:
    """The placement to which the pointer pulls the handles, before the view is drawn.

    ImGuizmo draws the handles where they were before the pull.  The picture of the view is then drawn over them, and
    `draw_gizmo` draws them again on top, from the new state.
    """
    body = state.document.selected_body
    pulled = _manipulate(state, rect, ui_scale)
    if body is None or pulled is None:
        return []
    # A handle that is pressed but not yet moved differs by single-precision rounding.
    if not pulled.changed or not any(imgui.get_io().mouse_delta):
        held = state.gesture.label is not None or state.gesture.pull is not None
        return [EndGesture()] if held and not guizmo.is_using() else []
    snaps = imgui.get_io().key_ctrl
    if state.display.gizmo is Gizmo.ROTATE:
        return [TurnTo(body.name, pose_from_matrix(pulled.after).rotation, snaps)]
    seen = state.view.cameras.world
    shift = ((pulled.after[3, :3] - pulled.before[3, :3]) * _unit(seen)).tolist()
    return [PullTo(body.name, _shifted(body, shift), seen.decimals(rect[3]), snaps)]


class Pulled(NamedTuple):
    """The placement of the handles before and after a call of ImGuizmo, in its units."""

    changed: bool
    before: Matrix4
    after: Matrix4


def _manipulate(state: State, rect: Rect, ui_scale: float) -> Pulled | None:
    """Has ImGuizmo draw the handles and read the pointer; None where the state shows no handles."""
    body = state.document.selected_body
    if body is None or state.display.gizmo is None or state.gesture.drags:
        return None
    seen = state.view.cameras.world
    anchor, unit = seen.target, _unit(seen)
    camera = replace(seen, distance=seen.distance / unit, reach=seen.reach / unit)
    guizmo.set_drawlist()
    guizmo.set_orthographic(camera.orthographic)
    guizmo.allow_axis_flip(False)  # the x arrow always points to +x
    guizmo.set_rect(*rect)
    length = min(HANDLE_LENGTH * ui_scale, LARGEST_HANDLE * min(rect[2:]))
    guizmo.set_gizmo_size_clip_space(2 * length / max(rect[2:]))  # in halves of the view's longer side
    center = apply(body.pose, box_middle(body.shape))
    # The rings continue from their own rotation, not the body's: ImGuizmo accumulates pointer movement.
    rotation = state.gesture.pull.rotation if state.gesture.pull else body.pose.rotation
    before = _matrix(rotation, scale(sub(center, anchor), 1 / unit))
    matrix = guizmo.Matrix16(before.ravel().tolist())
    # Its labels beside the arrows are in its own unit: hide them; the view's labels give the distance in metres.
    unreadable = (
        imgui_ctx.push_font(imgui.get_font(), UNREADABLE) if state.display.gizmo is Gizmo.MOVE else nullcontext()
    )
    with unreadable, _nothing_hovered_before():
        changed = guizmo.manipulate(
            guizmo.Matrix16(camera.view_matrix(anchor).ravel().tolist()),
            guizmo.Matrix16(camera.projection_matrix(rect[2] / rect[3]).ravel().tolist()),
            _operation(state.display.gizmo, state.tools.axis_lock),
            guizmo.MODE.world if state.display.gizmo is Gizmo.MOVE else guizmo.MODE.local,
            matrix,
        )
    return Pulled(changed, before, np.array(matrix.values, dtype=np.float64).reshape(4, 4))


@contextmanager
def _nothing_hovered_before() -> Iterator[None]:
    """Clears the hover state: ImGuizmo ignores a press if anything was hovered in the previous frame."""
    context = imgui.get_current_context()
    hovered, context.hovered_id_previous_frame = context.hovered_id_previous_frame, 0
    try:
        yield
    finally:
        context.hovered_id_previous_frame = hovered


def gizmo_has_pointer() -> bool:
    """Whether the pointer hovers or drags a handle, so that a press does not reach what is behind it."""
    return bool(guizmo.is_using() or guizmo.is_over())


def release_handles() -> None:
    """Ends any drag of a handle until the button is pressed again."""
    guizmo.enable(False)
    guizmo.enable(True)


def _operation(gizmo: Gizmo, axis: int | None) -> guizmo.OPERATION:
    """All handles of that kind, or only that of the locked axis."""
    operation = OPERATIONS[gizmo]
    return operation if axis is None else getattr(guizmo.OPERATION, f"{operation.name}_{'xyz'[axis]}")


def _matrix(rotation: Mat3, place: Vec3) -> Matrix4:
    """A pose with that rotation at `place`, in ImGuizmo's column-major order and unit."""
    return pose_matrix(Pose(rotation, place)).astype(np.float32).astype(np.float64)


def _unit(camera: OrbitCamera) -> float:
    """The unit in metres, a power of two: dividing by it is exact."""
    return 2.0 ** round(log2(camera.distance))


def _shifted(body: Body, shift: Vec3) -> Vec3:
    """The body's position moved like the gizmo; coordinates the gizmo did not change keep all digits."""
    x, y, z = (part + by if by else part for part, by in zip(body.pose.position, shift, strict=True))
    return (x, y, z)
