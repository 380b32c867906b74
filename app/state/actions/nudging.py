"""Small moves and rotations of a body, as by a key: each is a history entry of its own."""

from decimal import Decimal
from math import isfinite, radians

from gjkscope.app.scenes.cameras.maths import quaternion_about
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.document import body_named, place_body
from gjkscope.app.state.actions.handles import ANGLE_STEP, multiple, turned_towards
from gjkscope.app.state.actions.history import end_gesture
from gjkscope.app.state.actions.pivots import pivot_of
from gjkscope.app.state.model import State
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.vectors import IDENTITY, Vec3, product


class NudgeBody(Action, frozen=True):
    """Moves the body along axis 0, 1 or 2 of the world, in metres; with snapping, to a multiple of the increment."""

    body: str
    axis: int
    metres: float


class TwistBody(Action, frozen=True):
    """Rotates the body about an axis of the world through its pivot, in degrees; with snapping, by increments."""

    body: str
    axis: int
    degrees: float


@updates(NudgeBody)
def _nudge_body(state: State, action: NudgeBody) -> State:
    body, axes = body_named(state, action.body), range(2) if state.document.scene.is_plane else range(3)
    if body is None or action.axis not in axes or not isfinite(action.metres):
        return state
    x, y, z = (
        _moved(state, old, action.metres) if axis == action.axis else old for axis, old in enumerate(body.pose.position)
    )
    return end_gesture(place_body(end_gesture(state), body, body.placement.moved((x, y, z))))


@updates(TwistBody)
def _twist_body(state: State, action: TwistBody) -> State:
    body, axes = body_named(state, action.body), (2,) if state.document.scene.is_plane else range(3)
    if body is None or action.axis not in axes or not isfinite(action.degrees):
        return state
    state = end_gesture(state)
    axis: Vec3 = IDENTITY[action.axis]
    wanted = product(rotation_from_quaternion(quaternion_about(axis, radians(action.degrees))), body.pose.rotation)
    step = state.tools.snap.angle if state.tools.snap.on else ANGLE_STEP
    return end_gesture(place_body(state, body, turned_towards(body.placement, pivot_of(state, body), wanted, step)))


def _moved(state: State, old: float, by: float) -> float:
    """The coordinate after a move, without rounding noise: 0.3, not 0.30000000000000004."""
    new = float(Decimal(repr(old)) + Decimal(repr(by)))
    return multiple(new, state.tools.snap.position) if state.tools.snap.on else new
