"""The handles on the selected body in the world view, drawn by ImGuizmo: arrows to move it, rings to turn it.

ImGuizmo computes in single precision, and is accurate near its origin and at sizes about 1.  It therefore gets the
body relative to the camera's target, in a unit of about the camera's distance, and only coordinates that it actually
changed are taken over, so that all others keep every digit.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ctypes import c_uint32
from math import cos, hypot, log2, pi, sin
from typing import NamedTuple

import numpy as np
from imgui_bundle import ImVec2, imgui, imgui_ctx, imguizmo

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.cameras.maths import Matrix4, pose_from_matrix, pose_matrix
from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.actions import Action, EndGesture, PullTo, TurnTo
from gjkscope.app.state.actions.handles import locked_axis, turned_by
from gjkscope.app.state.actions.pivots import box_middle, pivot_of
from gjkscope.app.state.inspection.traces import current_step, last_step
from gjkscope.app.state.model import Gizmo, State, Theme
from gjkscope.app.view.panels.toolkit.labels import LabelBox
from gjkscope.app.view.panels.toolkit.ui import Rect
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.vectors import Mat3, Vec3, scale, sub

guizmo = imguizmo.im_guizmo
HANDLE_LENGTH = 64.0  # length of an arrow, radius of a ring; pixels at 100 %
LARGEST_HANDLE = 0.2  # relative to the shorter side of the view
FAINT = 0.35  # opacity of the handles while the pointer is elsewhere
NEAR = 2.0  # lengths of an arrow: the pointer is close to the handles
# What replaces ImGuizmo's colours: on a dark background, where its blue is invisible, those of the triad for the axes;
# on a light one, dark for the white ring and centre.
COLORS = {
    Theme.DARK: {0x0000AA: 0x6464F0, 0x00AA00: 0x52CC7A, 0xAA0000: 0xFA9966},
    Theme.LIGHT: {0xFFFFFF: 0x302B28},
}
RGB, ALPHA = 0xFFFFFF, 24  # in a colour: the mask of the hue, and the bits below its alpha
VERTEX_WORDS, WORD = 5, 4  # of a vertex; bytes
SQUARE, SQUARES_ALONG, SQUARES_AROUND = 9.0, 4, 20  # half sides in pixels at 100 %, and numbers, of `gizmo_boxes`
OUTER_RING = 1.2  # radius relative to the length of an arrow
UNREADABLE = 1.0  # text height in pixels that hides ImGuizmo's own labels
OPERATIONS = {Gizmo.MOVE: guizmo.OPERATION.translate, Gizmo.ROTATE: guizmo.OPERATION.rotate}


def draw_gizmo(state: State, rect: Rect, ui_scale: float) -> None:
    """Draws the handles over the current ImGui window at `rect`; `pull_gizmo` has read the pointer."""
    vertices = imgui.get_window_draw_list().vtx_buffer
    before = vertices.size()
    if _manipulate(state, rect, ui_scale) is not None:
        opacity = gizmo_opacity(state, _is_near_pointer(state, rect, ui_scale))
        _recolor(vertices, before, COLORS[state.appearance.theme], opacity)
        _draw_angle(state, rect)


def gizmo_opacity(state: State, is_near: bool) -> float:
    """How opaque the handles are, 0 … 1: they must not cover what is being explained.

    They are hidden while something plays.  While the pointer is not near them, they are faint, or hidden if a step is
    shown that is not the last.
    """
    if _is_held(state):
        return 1.0
    if _is_playing(state):
        return 0.0
    if is_near:
        return 1.0
    return FAINT if current_step(state) == last_step(state) else 0.0


def gizmo_boxes(state: State, rect: Rect, ui_scale: float) -> tuple[LabelBox, ...]:
    """Squares along the arrows or around the rings, which labels avoid."""
    body = state.document.selected_body
    if not _has_handles(state) or body is None:
        return ()
    camera = state.view.cameras.world.fitted(rect[2] / rect[3])
    x, y, is_inside = _center(state, body, camera, rect)
    if not is_inside or gizmo_opacity(state, _is_near_pointer(state, rect, ui_scale)) == 0:
        return ()
    length, room = _length(rect, ui_scale), SQUARE * ui_scale
    if state.display.gizmo is Gizmo.ROTATE:
        angles = [2 * pi * i / SQUARES_AROUND for i in range(SQUARES_AROUND)]
        places = [(OUTER_RING * length * cos(angle), OUTER_RING * length * sin(angle)) for angle in angles]
    else:
        right, up, _ = camera.basis
        parts = [length * (i + 1) / SQUARES_ALONG for i in range(SQUARES_ALONG)]
        places = [(right[axis] * part, -up[axis] * part) for axis in range(3) for part in parts]
    centers = [(x + dx, y + dy) for dx, dy in ((0.0, 0.0), *places)]
    return tuple(LabelBox(x - room, y - room, x + room, y + room) for x, y in centers)


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
        is_free = not guizmo.is_using() and not imgui.is_mouse_down(imgui.MouseButton_.left)  # a field may be dragged
        return [EndGesture()] if _is_held(state) and is_free else []
    snaps = imgui.get_io().key_ctrl
    if state.display.gizmo is Gizmo.ROTATE:
        return [TurnTo(body.name, pose_from_matrix(pulled.after).rotation, snaps)]
    seen = state.view.cameras.world.fitted(rect[2] / rect[3])
    shift = ((pulled.after[3, :3] - pulled.before[3, :3]) * _unit(seen)).tolist()
    return [PullTo(body.name, _shift(body, shift), seen.decimals(rect[3]), snaps)]


class Pulled(NamedTuple):
    """The placement of the handles before and after a call of ImGuizmo, in its units."""

    changed: bool
    before: Matrix4
    after: Matrix4


def _manipulate(state: State, rect: Rect, ui_scale: float) -> Pulled | None:
    """Makes ImGuizmo draw the handles and read the pointer; None if the state shows no handles."""
    body, gizmo = state.document.selected_body, state.display.gizmo
    if body is None or gizmo is None or not _has_handles(state):
        return None
    seen = state.view.cameras.world.fitted(rect[2] / rect[3])
    anchor, unit = seen.target, _unit(seen)
    camera = replace(seen, distance=seen.distance / unit, reach=seen.reach / unit)
    guizmo.set_drawlist()
    guizmo.set_orthographic(camera.orthographic)
    guizmo.allow_axis_flip(False)  # the x arrow always points to +x
    guizmo.set_axis_mask(False, False, state.document.scene.is_plane)  # no z arrow in 2D
    guizmo.set_rect(*rect)
    length = _length(rect, ui_scale)
    guizmo.set_gizmo_size_clip_space(2 * length / max(rect[2:]))  # in halves of the view's longer side
    center = _handle(state, body)
    # The rings continue from their own rotation, not the body's: ImGuizmo accumulates pointer movement.
    rotation = state.gesture.pull.rotation if state.gesture.pull else body.pose.rotation
    before = _matrix(rotation, scale(sub(center, anchor), 1 / unit))
    matrix = guizmo.Matrix16(before.ravel().tolist())
    # Its labels beside the handles are in its own unit: hide them; the view's give metres and degrees.
    with imgui_ctx.push_font(imgui.get_font(), UNREADABLE), _hovering_freely():
        changed = guizmo.manipulate(
            guizmo.Matrix16(camera.view_matrix(anchor).ravel().tolist()),
            guizmo.Matrix16(camera.projection_matrix(rect[2] / rect[3]).ravel().tolist()),
            _operation(state),
            guizmo.MODE.world if state.display.gizmo is Gizmo.MOVE else guizmo.MODE.local,
            matrix,
        )
    return Pulled(changed, before, np.array(matrix.values, dtype=np.float64).reshape(4, 4))


def _has_handles(state: State) -> bool:
    """Whether there are handles, visible or not; none while something plays, as invisible ones must not be pressed."""
    if state.document.selected_body is None or state.display.gizmo is None or state.gesture.drags:
        return False
    if state.probe.probing:
        return False
    return _is_held(state) or not _is_playing(state)


def _is_held(state: State) -> bool:
    return state.gesture.label is not None or state.gesture.pull is not None


def _is_playing(state: State) -> bool:
    plays_motion = state.motion.simulation is not None and state.motion.simulation.playing
    plays_show = state.show is not None and state.show.playing and not state.show.taken_over
    return state.run.playback.playing or plays_motion or plays_show


def _is_near_pointer(state: State, rect: Rect, ui_scale: float) -> bool:
    """Whether the pointer is at the handles or close to them."""
    body, hovered = state.document.selected_body, state.pointer.hovered_view
    if body is None or hovered is None or not hovered.shows_world:
        return False
    x, y, _ = _center(state, body, state.view.cameras.world.fitted(rect[2] / rect[3]), rect)
    pointer = imgui.get_mouse_pos()
    return hypot(pointer.x - x, pointer.y - y) <= NEAR * _length(rect, ui_scale)


def _center(state: State, body: Body, camera: OrbitCamera, rect: Rect) -> tuple[float, float, bool]:
    """Where the handles of a body are on the screen, and whether that is in the view."""
    x, y, is_inside = camera.lens((round(rect[2]), round(rect[3]))).pixel(_handle(state, body))
    return rect[0] + x, rect[1] + y, is_inside


def _handle(state: State, body: Body) -> Vec3:
    """Where the handles are: at the pivot of rotations, or at the middle of the body."""
    is_rotating = state.display.gizmo is Gizmo.ROTATE
    return apply(body.pose, pivot_of(state, body) if is_rotating else box_middle(body.shape))


def _draw_angle(state: State, rect: Rect) -> None:
    """Draws the angle of the rotation so far beside the pointer."""
    pull, body = state.gesture.pull, state.document.selected_body
    if pull is None or body is None or pull.body != body.name:
        return
    words, at = f"{turned_by(pull, body.placement):.1f}°", imgui.get_mouse_pos()
    size, canvas, margin = imgui.calc_text_size(words), imgui.get_window_draw_list(), 0.3 * imgui.get_font_size()
    left = min(at.x + 2 * imgui.get_font_size(), rect[0] + rect[2] - size.x - margin)
    low, high = ImVec2(left - margin, at.y - margin), ImVec2(left + size.x + margin, at.y + size.y + margin)
    canvas.add_rect_filled(low, high, imgui.get_color_u32(imgui.Col_.popup_bg), margin)
    canvas.add_text(ImVec2(left, at.y), imgui.get_color_u32(imgui.Col_.text), words)


def _length(rect: Rect, ui_scale: float) -> float:
    """The length of an arrow in pixels."""
    return min(HANDLE_LENGTH * ui_scale, LARGEST_HANDLE * min(rect[2:]))


def _recolor(vertices: imgui.ImVector_ImDrawVert, first: int, colors: Mapping[int, int], opacity: float) -> None:
    """Replaces ImGuizmo's `colors` in the vertices from `first` on; its style has no colours here.

    A vertex (`ImDrawVert`) is 20 bytes: position, texture coordinate, and the colour as 0xAABBGGRR.
    """
    count = vertices.size() - first
    if count <= 0:
        return
    address = vertices.data_address() + first * VERTEX_WORDS * WORD
    words = np.ctypeslib.as_array((c_uint32 * (VERTEX_WORDS * count)).from_address(address))
    painted = words[VERTEX_WORDS - 1 :: VERTEX_WORDS]
    hues, alphas = painted & RGB, painted >> ALPHA
    for before, after in colors.items():
        hues[hues == before] = after
    painted[:] = hues | ((alphas * opacity).astype(np.uint32) << ALPHA)


@contextmanager
def _hovering_freely() -> Iterator[None]:
    """Changes what ImGuizmo reads of the hover state.

    It ignores a press if anything was hovered in the previous frame, and a drag while another window is hovered: a ring
    that is dragged out of its view must turn on.
    """
    context = imgui.get_current_context()
    item, window = context.hovered_id_previous_frame, context.hovered_window
    context.hovered_id_previous_frame = 0
    if guizmo.is_using():
        context.hovered_window = imgui.internal.get_current_window()
    try:
        yield
    finally:
        context.hovered_id_previous_frame = item
        if window is not None:  # None cannot be assigned; ImGui finds the hovered window again in each frame
            context.hovered_window = window


def gizmo_has_pointer() -> bool:
    """Whether the pointer hovers or drags a handle, so that a press does not reach what is behind it."""
    return bool(guizmo.is_using() or guizmo.is_over())


def release_handles() -> None:
    """Ends any drag of a handle until the button is pressed again."""
    guizmo.enable(False)
    guizmo.enable(True)


def _operation(state: State) -> guizmo.OPERATION:
    """All handles of the chosen kind, or only that of the locked axis; in 2D, only the ring about z."""
    operation, axis = OPERATIONS[state.display.gizmo or Gizmo.MOVE], locked_axis(state)
    if state.document.scene.is_plane and state.display.gizmo is Gizmo.ROTATE:
        return guizmo.OPERATION.rotate_z
    return operation if axis is None else getattr(guizmo.OPERATION, f"{operation.name}_{'xyz'[axis]}")


def _matrix(rotation: Mat3, position: Vec3) -> Matrix4:
    """A pose with that rotation at `position`, in ImGuizmo's column-major order and unit."""
    return pose_matrix(Pose(rotation, position)).astype(np.float32).astype(np.float64)


def _unit(camera: OrbitCamera) -> float:
    """The unit in metres, a power of two: dividing by it is exact."""
    return 2.0 ** round(log2(camera.distance))


def _shift(body: Body, shift: Vec3) -> Vec3:
    """The body's position moved like the gizmo; coordinates the gizmo did not change keep all digits."""
    x, y, z = (part + by if by else part for part, by in zip(body.pose.position, shift, strict=True))
    return (x, y, z)
