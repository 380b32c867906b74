"""Dragging what a view offers besides bodies and the origin: a direction, a corner of A − B, an axis."""

from math import atan2

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, update, updates
from gjkscope.app.state.actions.bodies import SetShapeField
from gjkscope.app.state.actions.document import place_body
from gjkscope.app.state.actions.history import end_gesture
from gjkscope.app.state.inspection.extents import world_ball
from gjkscope.app.state.inspection.grips import Grip, grips
from gjkscope.app.state.inspection.traces import current_step
from gjkscope.app.state.model import Gesture, GripName, HeldGrip, State, TurnedAxis
from gjkscope.engine.plane.shapes.kinds import Polygon
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import Vec3, add, along, column, dot, norm, sub, unit

DECIMALS = 4  # of the coordinates that a drag gives: 0.1 mm


class HoldGrip(Action, frozen=True):
    """Starts to drag a grip; `number` is that of the corner, otherwise 0."""

    grip: GripName
    number: int = 0


class PullGrip(Action, frozen=True):
    """Drags a grip to a point of its view; nothing happens if the views do not show it."""

    grip: GripName
    number: int
    to: Vec3


@updates(HoldGrip)
def _hold_grip(state: State, action: HoldGrip) -> State:
    return replace(end_gesture(state), gesture=Gesture(grip=HeldGrip(action.grip, action.number)))


@updates(PullGrip)
def _pull_grip(state: State, action: PullGrip) -> State:
    grip = next((grip for grip in grips(state) if (grip.name, grip.number) == (action.grip, action.number)), None)
    if grip is None:
        return state
    match grip.name:
        case GripName.DIRECTION:
            return _swing(state, action.to)
        case GripName.CORNER:
            return _move_corner(state, grip, action.to)
        case GripName.AXIS:
            return _turn_axis(state, action.to)


def _swing(state: State, to: Vec3) -> State:
    """B at the same distance from A, in the direction of the point."""
    a, b = state.document.pair_bodies
    from_a, from_b = (convex(body.shape, body.pose).center for body in (a, b))
    way = sub(to, from_a)
    if norm(way) == 0:
        return state
    center = along(from_a, unit(way), norm(sub(from_b, from_a)))
    x, y, _ = add(center, sub(b.pose.position, from_b))
    return place_body(state, b, b.placement.moved((round(x, DECIMALS), round(y, DECIMALS), 0.0)))


def _move_corner(state: State, grip: Grip, to: Vec3) -> State:
    a, b = state.document.pair_bodies
    assert isinstance(a.shape, Polygon), "only polygons have grips at their corners"
    place = sub(add(to, b.pose.position), a.pose.position)
    x, y = (dot(column(a.pose.rotation, i), place) for i in range(2))  # a rotation's transpose is its inverse
    corners: list[Vec2] = list(a.shape.vertices)
    corners[grip.number] = (round(x, DECIMALS), round(y, DECIMALS))
    return update(state, SetShapeField(a.name, "vertices", tuple(corners)))


def _turn_axis(state: State, to: Vec3) -> State:
    way = sub(to, world_ball(state)[0])
    if norm(way) == 0:
        return state
    turned = TurnedAxis(current_step(state), atan2(way[1], way[0]))
    return replace(state, display=replace(state.display, turned_axis=turned))
