"""Actions for dragging bodies and for the gizmo, with axis locks and snapping.

A body moves freely, along a locked axis, or in the horizontal plane.  With snapping its coordinates are multiples of
the step; without, they have no more digits than the screen can resolve.
"""

from math import atan2, degrees, pi, radians, remainder

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.maths import quaternion_about, quaternion_from_rotation, quaternion_product
from gjkscope.app.scenes.scene import Placement, Planar, PositionOrientation
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.document import body_named, place_body
from gjkscope.app.state.actions.extremes import LARGEST, SMALLEST
from gjkscope.app.state.actions.history import end_gesture
from gjkscope.app.state.actions.pivots import pivot_of
from gjkscope.app.state.model import Drag, Gesture, Pull, Snap, State
from gjkscope.engine.pose import apply
from gjkscope.engine.vectors import (
    IDENTITY,
    Mat3,
    Vec3,
    add,
    column,
    dot,
    norm,
    product,
    row_times,
    scale,
    sub,
)

ANGLE_STEP = 0.1  # degrees: about one pixel on the rings
LARGEST_STEP = 180.0  # degrees
# The gizmo works in single precision: an axis this close to a body axis is taken to be that axis.
NEARLY = 1e-3


class BeginDrag(Action, frozen=True):
    """Starts to drag `body` at the world point `grabbed`."""

    body: str
    grabbed: Vec3


class DragTo(Action, frozen=True):
    """Drags the grabbed point to `point`.

    The body's position is rounded to `decimals`, if given.  `snaps` inverts the snapping setting.
    """

    point: Vec3
    decimals: int | None = None
    snaps: bool = False


class PullTo(Action, frozen=True):
    """The gizmo's arrows move the body to `position`; the other fields are as in `DragTo`."""

    body: str
    position: Vec3
    decimals: int | None = None
    snaps: bool = False


class TurnTo(Action, frozen=True):
    """The gizmo's rings rotate the body to `rotation` about its pivot; `snaps` is as in `DragTo`."""

    body: str
    rotation: Mat3
    snaps: bool = False


class LockAxis(Action, frozen=True):
    """Locks moves and rotations to axis 0, 1 or 2; unlocks the axis if it is already locked."""

    axis: int


class DragOnGround(Action, frozen=True):
    """Sets whether a drag moves bodies horizontally or parallel to the view plane."""

    on_ground: bool


class SetSnap(Action, frozen=True):
    """Sets the increments of snapping."""

    snap: Snap


@updates(BeginDrag)
def _begin_drag(state: State, action: BeginDrag) -> State:
    body = body_named(state, action.body)
    if body is None:
        return state
    position = body.pose.position
    drag = Drag(body.name, action.grabbed, sub(position, action.grabbed), position, free_axes(state))
    document = replace(state.document, selected=body.name)
    return replace(end_gesture(state), gesture=Gesture(drag), document=document)


@updates(DragTo)
def _drag_to(state: State, action: DragTo) -> State:
    drag = state.gesture.drag
    if drag is None or (body := body_named(state, drag.body)) is None:
        return state
    free = add(action.point, drag.offset)
    axes = free_axes(state)
    goal = [new if i in axes else old for i, (new, old) in enumerate(zip(free, drag.start, strict=True))]
    position = snap(state, drag.start, (goal[0], goal[1], goal[2]), action.decimals, action.snaps)
    gesture = replace(state.gesture, drag=replace(drag, grabbed=action.point, axes=axes))
    return place_body(state, body, body.placement.moved(position), gesture)


@updates(PullTo)
def _pull_to(state: State, action: PullTo) -> State:
    body = body_named(state, action.body)
    if body is None:
        return state
    goal = action.position
    if state.document.scene.is_plane:
        goal = (goal[0], goal[1], 0.0)
    position = snap(state, body.pose.position, goal, action.decimals, action.snaps)
    return place_body(state, body, body.placement.moved(position))


@updates(TurnTo)
def _turn_to(state: State, action: TurnTo) -> State:
    body = body_named(state, action.body)
    if body is None:
        return state
    pull = state.gesture.pull
    known = pull if pull is not None and pull.body == body.name else None
    start, pivot = known.start if known is not None else body.placement, pivot_of(state, body)
    step = state.tools.snap.angle if state.tools.snap.on != action.snaps else ANGLE_STEP
    turned = turned_towards(start, pivot, action.rotation, step)
    gesture = replace(state.gesture, pull=Pull(body.name, start, action.rotation, pivot))
    return place_body(state, body, turned, gesture)


@updates(LockAxis)
def _lock_axis(state: State, action: LockAxis) -> State:
    if action.axis not in (range(2) if state.document.scene.is_plane else range(3)):
        return state
    return replace(
        state, tools=replace(state.tools, axis_lock=None if state.tools.axis_lock == action.axis else action.axis)
    )


@updates(DragOnGround)
def _drag_on_ground(state: State, action: DragOnGround) -> State:
    return replace(state, tools=replace(state.tools, on_ground=action.on_ground))


@updates(SetSnap)
def _set_snap(state: State, action: SetSnap) -> State:
    snap = action.snap
    if not SMALLEST <= snap.position <= LARGEST:
        return state.with_message(
            f"position step: must be {SMALLEST:g} … {LARGEST:g} m, got {snap.position:g}", is_error=True
        )
    if not SMALLEST <= snap.angle <= LARGEST_STEP:
        return state.with_message(
            f"angle step: must be {SMALLEST:g} … {LARGEST_STEP:g}°, got {snap.angle:g}", is_error=True
        )
    return replace(state, tools=replace(state.tools, snap=snap))


def turned_by(pull: Pull, placement: Placement) -> float:
    """The angle of the rotation so far, 0 … 180 degrees."""
    old, new = pull.start.pose.rotation, placement.pose.rotation
    back = (column(old, 0), column(old, 1), column(old, 2))  # its transpose
    x, y, z, w = quaternion_from_rotation(product(back, new))
    return degrees(2 * atan2(norm((x, y, z)), abs(w)))


def locked_axis(state: State) -> int | None:
    """The axis that moves are locked to; in 2D, a lock to z from a 3D scene does not apply."""
    lock = state.tools.axis_lock
    return None if lock == 2 and state.document.scene.is_plane else lock


def drags_on_ground(state: State) -> bool:
    """Whether drags are parallel to the ground, which a 2D scene does not have."""
    return state.tools.on_ground and not state.document.scene.is_plane


def free_axes(state: State) -> tuple[int, ...]:
    """The axes (0, 1, 2) along which a drag may move a body; those of the plane for a 2D scene."""
    lock = locked_axis(state)
    if lock is not None:
        return (lock,)
    if state.document.scene.is_plane:
        return (0, 1)
    if not state.tools.on_ground:
        return (0, 1, 2)
    return (0, 1) if state.view.cameras.shows_z_up else (0, 2)


def snap(state: State, start: Vec3, goal: Vec3, decimals: int | None, snaps: bool) -> Vec3:
    """The goal, snapped or rounded to decimals; a coordinate equal to that of `start` keeps all its digits."""

    def round_value(value: float) -> float:
        if state.tools.snap.on != snaps:
            return multiple(value, state.tools.snap.position)
        return value if decimals is None else round(value, decimals)

    x, y, z = (old if new == old else round_value(new) for old, new in zip(start, goal, strict=True))
    return (x, y, z)


def multiple(value: float, step: float) -> float:
    """The multiple of `step` nearest to `value`, without rounding noise: 0.3, not 0.30000000000000004."""
    return float(f"{round(value / step) * step:.12g}") + 0.0


def turned_towards(start: Placement, pivot: Vec3, rotation: Mat3, step: float) -> Placement:
    """`start` rotated about a point of the body towards `rotation`, by a multiple of `step` degrees."""
    old = start.pose
    back = (column(old.rotation, 0), column(old.rotation, 1), column(old.rotation, 2))  # its transpose
    x, y, z, w = quaternion_from_rotation(product(back, rotation))  # in the body's own frame
    sine = norm((x, y, z))
    if sine == 0:
        return start
    angle = multiple(degrees(2 * atan2(sine, w)), step)
    if isinstance(start, Planar):
        return _turn_in_plane(start, pivot, radians(angle if z > 0 else -angle))
    by = quaternion_about(_own_axis(scale((x, y, z), 1 / sine)), radians(angle))
    whole = start.orientation if isinstance(start, PositionOrientation) else quaternion_from_rotation(old.rotation)
    turned = start.turned(quaternion_product(whole, by))
    return _about(start, turned, pivot)


def _turn_in_plane(start: Planar, pivot: Vec3, angle: float) -> Placement:
    """`start` turned anticlockwise about a point of the body; its angle stays within half a turn either way."""
    whole = start.angle + angle
    turned = replace(start, angle=whole if abs(whole) <= pi else remainder(whole, 2 * pi))
    return _about(start, turned, pivot)


def _about(start: Placement, turned: Placement, pivot: Vec3) -> Placement:
    """`turned`, moved so that the point of the body stays where it is in `start`."""
    if norm(pivot) == 0:
        return turned
    return turned.moved(sub(apply(start.pose, pivot), row_times(turned.pose.rotation, pivot)))


def _own_axis(axis: Vec3) -> Vec3:
    """The body axis that `axis` approximates, else `axis` itself (the outermost ring uses the viewing axis)."""
    for own in IDENTITY:
        along = dot(axis, own)
        if abs(along) > 1 - NEARLY**2:
            return scale(own, 1.0 if along > 0 else -1.0)
    return axis
