"""Bodies taken hold of: dragged by the pointer, moved by their arrows, turned by their rings; what that is kept to.

A move goes along all axes, along the one that is locked, or level with the ground.  What was moved or turned stands at
whole steps where it snaps, and else at no more digits than can be told apart on the screen.
"""

from dataclasses import dataclass, replace
from math import atan2, degrees, radians

from engine.bounds import aabb
from engine.pose import Pose, apply
from engine.shapes import Shape
from engine.vectors import IDENTITY, Mat3, Vec3, add, column, dot, norm, product, row_times, scale, sub

from ..maths import quaternion_about, quaternion_from_rotation, quaternion_product
from ..scene import PositionOrientation, Transform
from ..state import Drag, Pull, Snap, State
from .action import Action, updates
from .document import body_named, placed
from .extremes import LARGEST, SMALLEST
from .history import gesture_ended

ANGLE_STEP = 0.1  # degrees: about what a pixel of the rings is
LARGEST_STEP = 180.0  # degrees
# Rings turn in single precision: an axis that is this near to one of the body's own is meant to be that one.
NEARLY = 1e-3


@dataclass(frozen=True)
class BeginDrag(Action):
    """The pointer takes hold of `body` at the world point `grabbed`."""

    body: str
    grabbed: Vec3


@dataclass(frozen=True)
class DragTo(Action):
    """The point that was grabbed is to come to `point`.

    The body's position is rounded to `decimals`, if given.  `snaps` turns round whether it is kept to whole steps.
    """

    point: Vec3
    decimals: int | None = None
    snaps: bool = False


@dataclass(frozen=True)
class PullTo(Action):
    """The arrows move the body to `position`; the rest is as for `DragTo`."""

    body: str
    position: Vec3
    decimals: int | None = None
    snaps: bool = False


@dataclass(frozen=True)
class TurnTo(Action):
    """The rings turn the body to `rotation` about its middle; `snaps` as for `DragTo`."""

    body: str
    rotation: Mat3
    snaps: bool = False


@dataclass(frozen=True)
class LockAxis(Action):
    """Keeps moves and turns to the axis 0, 1 or 2; the axis that is locked already is let go."""

    axis: int


@dataclass(frozen=True)
class DragOnGround(Action):
    """Whether a drag moves bodies level with the ground, or in the plane of the view."""

    on_ground: bool


@dataclass(frozen=True)
class SetSnap(Action):
    snap: Snap


@updates(BeginDrag)
def _begin_drag(state: State, action: BeginDrag) -> State:
    body = body_named(state, action.body)
    if body is None:
        return state
    position = body.pose.position
    drag = Drag(body.name, action.grabbed, sub(position, action.grabbed), position, free_axes(state))
    return replace(gesture_ended(state), drag=drag, selected=body.name)


@updates(DragTo)
def _drag_to(state: State, action: DragTo) -> State:
    drag = state.drag
    if drag is None or (body := body_named(state, drag.body)) is None:
        return state
    free = add(action.point, drag.offset)
    axes = free_axes(state)
    goal = [new if i in axes else old for i, (new, old) in enumerate(zip(free, drag.start, strict=True))]
    position = _rounded(state, drag.start, (goal[0], goal[1], goal[2]), action.decimals, action.snaps)
    return placed(state, body, body.placement.moved(position), drag=replace(drag, grabbed=action.point, axes=axes))


@updates(PullTo)
def _pull_to(state: State, action: PullTo) -> State:
    body = body_named(state, action.body)
    if body is None:
        return state
    position = _rounded(state, body.pose.position, action.position, action.decimals, action.snaps)
    return placed(state, body, body.placement.moved(position))


@updates(TurnTo)
def _turn_to(state: State, action: TurnTo) -> State:
    body = body_named(state, action.body)
    if body is None:
        return state
    start = state.pull.start if state.pull and state.pull.body == body.name else body.placement
    step = state.snap.angle if state.snap.on != action.snaps else ANGLE_STEP
    turned = _turned(start, body.shape, action.rotation, step)
    return placed(state, body, turned, pull=Pull(body.name, start, action.rotation))


@updates(LockAxis)
def _lock_axis(state: State, action: LockAxis) -> State:
    if action.axis not in range(3):
        return state
    return replace(state, axis_lock=None if state.axis_lock == action.axis else action.axis)


@updates(DragOnGround)
def _drag_on_ground(state: State, action: DragOnGround) -> State:
    return replace(state, on_ground=action.on_ground)


@updates(SetSnap)
def _set_snap(state: State, action: SetSnap) -> State:
    snap = action.snap
    if not SMALLEST <= snap.position <= LARGEST:
        return state.told(f"position step: must be {SMALLEST:g} … {LARGEST:g} m, got {snap.position:g}", is_error=True)
    if not SMALLEST <= snap.angle <= LARGEST_STEP:
        return state.told(f"angle step: must be {SMALLEST:g} … {LARGEST_STEP:g}°, got {snap.angle:g}", is_error=True)
    return replace(state, snap=snap)


def middle(shape: Shape) -> Vec3:
    """The middle of the shape's bounding box, in its own frame: it stays where it is while rings turn the body."""
    low, high = aabb(shape, Pose())
    return scale(add(low, high), 0.5)


def free_axes(state: State) -> tuple[int, ...]:
    """The axes (0, 1, 2) along which a drag moves a body."""
    if state.axis_lock is not None:
        return (state.axis_lock,)
    return (0, 2) if state.on_ground else (0, 1, 2)


def _rounded(state: State, start: Vec3, goal: Vec3, decimals: int | None, snaps: bool) -> Vec3:
    """The goal at whole steps or decimals; a coordinate that is as it was at the start keeps all its digits."""

    def rounded(value: float) -> float:
        if state.snap.on != snaps:
            return multiple(value, state.snap.position)
        return value if decimals is None else round(value, decimals)

    x, y, z = (old if new == old else rounded(new) for old, new in zip(start, goal, strict=True))
    return (x, y, z)


def multiple(value: float, step: float) -> float:
    """The multiple of `step` nearest to `value`, with no digits that the step has not: 0.3, not 0.30000000000000004."""
    return float(f"{round(value / step) * step:.12g}") + 0.0


def _turned(
    start: PositionOrientation | Transform, shape: Shape, rotation: Mat3, step: float
) -> PositionOrientation | Transform:
    """The placement `start` turned about the shape's middle to `rotation`, but by a multiple of `step` degrees."""
    old = start.pose
    back = (column(old.rotation, 0), column(old.rotation, 1), column(old.rotation, 2))  # its transpose
    x, y, z, w = quaternion_from_rotation(product(back, rotation))  # in the body's own frame
    sine = norm((x, y, z))
    if sine == 0:
        return start
    angle = multiple(degrees(2 * atan2(sine, w)), step)
    by = quaternion_about(_own_axis(scale((x, y, z), 1 / sine)), radians(angle))
    whole = start.orientation if isinstance(start, PositionOrientation) else quaternion_from_rotation(old.rotation)
    turned = start.turned(quaternion_product(whole, by))
    arm = middle(shape)
    if norm(arm) == 0:
        return turned
    return turned.moved(sub(apply(old, arm), row_times(turned.pose.rotation, arm)))


def _own_axis(axis: Vec3) -> Vec3:
    """The body's own axis that `axis` is meant to be, or `axis` itself, which the outermost ring turns about."""
    for own in IDENTITY:
        along = dot(axis, own)
        if abs(along) > 1 - NEARLY**2:
            return scale(own, 1.0 if along > 0 else -1.0)
    return axis
