"""The handles on the selected body in the world view, by ImGuizmo: arrows to move it, rings to turn it.

ImGuizmo computes in single precision and near the origin of its own space.  It is shown the body relative to the
camera's target, and only what it really changed is taken over, so that a coordinate that the handle did not touch
keeps all its digits.
"""

import numpy as np
from imgui_bundle import imguizmo

from app.actions import Action, EndGesture, PlaceBody
from app.maths import Matrix4, pose_from_matrix, pose_matrix, quaternion_from_rotation
from app.scene import Body, PositionOrientation, Transform
from app.state import Gizmo, State
from engine.bounds import aabb
from engine.pose import Pose, apply
from engine.shapes import Shape
from engine.vectors import Vec3, add, norm, row_times, scale, sub, transposed_times

guizmo = imguizmo.im_guizmo
HANDLE_LENGTH = 64.0  # of an arrow, the radius of a ring; pixels at 100 %
LARGEST_HANDLE = 0.2  # part of the shorter side of the view
OPERATIONS = {Gizmo.MOVE: guizmo.OPERATION.translate, Gizmo.ROTATE: guizmo.OPERATION.rotate}


def draw_gizmo(state: State, rect: tuple[float, float, float, float], ui_scale: float) -> list[Action]:
    """The gizmo over the current ImGui window at `rect`; a placement when the pointer pulls at it."""
    body = state.selected_body
    if body is None or state.gizmo is None or state.drag is not None:
        return []
    camera, anchor = state.cameras.world, state.cameras.world.target
    guizmo.set_drawlist()
    guizmo.set_orthographic(camera.orthographic)
    guizmo.allow_axis_flip(False)  # an arrow that says x points to +x, from wherever it is seen
    guizmo.set_rect(*rect)
    length = min(HANDLE_LENGTH * ui_scale, LARGEST_HANDLE * min(rect[2:]))
    guizmo.set_gizmo_size_clip_space(2 * length / max(rect[2:]))  # in halves of the longer side of the view
    center = apply(body.pose, _middle(body.shape))
    before = _matrix(body, sub(center, anchor))
    matrix = guizmo.Matrix16(before.ravel().tolist())
    changed = guizmo.manipulate(
        guizmo.Matrix16(camera.view_matrix(anchor).ravel().tolist()),
        guizmo.Matrix16(camera.projection_matrix(rect[2] / rect[3]).ravel().tolist()),
        OPERATIONS[state.gizmo],
        guizmo.MODE.world if state.gizmo is Gizmo.MOVE else guizmo.MODE.local,
        matrix,
    )
    if not changed:
        return [EndGesture()] if state.history.gesture and not guizmo.is_using() else []
    after = np.array(matrix.values, dtype=np.float64).reshape(4, 4)
    decimals = camera.decimals(rect[3])
    placement = _moved(body, before, after, decimals) if state.gizmo is Gizmo.MOVE else _turned(body, center, after)
    return [PlaceBody(body.name, placement)]


def gizmo_has_pointer() -> bool:
    """Whether the pointer is over a handle, or pulls at one: then a press is not for what lies behind."""
    return bool(guizmo.is_using() or guizmo.is_over())


def _matrix(body: Body, place: Vec3) -> Matrix4:
    """A gizmo turned as the body is, at `place`, in ImGuizmo's order (columns one after another), as it will see it."""
    return pose_matrix(Pose(body.pose.rotation, place)).astype(np.float32).astype(np.float64)


def _middle(shape: Shape) -> Vec3:
    """The middle of the shape's bounding box, in its own frame: it stays where it is while the body turns."""
    low, high = aabb(shape, Pose())
    return scale(add(low, high), 0.5)


def _moved(body: Body, before: Matrix4, after: Matrix4, decimals: int) -> PositionOrientation | Transform:
    """The body shifted as the gizmo was; what the gizmo left as it was keeps all its digits."""
    shift = (after[3, :3] - before[3, :3]).tolist()
    x, y, z = (round(part + by, decimals) if by else part for part, by in zip(body.pose.position, shift, strict=True))
    return body.placement.moved((x, y, z))


def _turned(body: Body, center: Vec3, after: Matrix4) -> PositionOrientation | Transform:
    """The body turned as the gizmo was, about the gizmo's own place, which need not be the body's origin."""
    turned = body.placement.turned(quaternion_from_rotation(pose_from_matrix(after).rotation))
    arm = transposed_times(body.pose.rotation, sub(center, body.pose.position))
    if norm(arm) == 0:
        return turned
    return turned.moved(sub(center, row_times(turned.pose.rotation, arm)))
