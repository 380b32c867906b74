"""What can be dragged in the views of a 2D scene besides bodies and the origin, where a page or a demo offers it.

- *direction*: the direction in which GJK starts, from the centre of A to that of B.  B swings around A with it.
- *corner*: a corner of A − B where B is a point.  The corner of A moves with it.
- *axis*: an axis on which the separating axis test could project the bodies, whether or not it would.
"""

from math import cos, sin
from typing import NamedTuple

from gjkscope.app.state.inspection.extents import world_ball
from gjkscope.app.state.inspection.traces import asked_bodies, current_step, step_record
from gjkscope.app.state.model import GripName, State, View
from gjkscope.engine.plane.sat import steps as sat
from gjkscope.engine.plane.shapes.kinds import Point2, Polygon
from gjkscope.engine.plane.vectors import in_space
from gjkscope.engine.pose import apply
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import Vec3, along, norm, sub

DIAL = 0.62  # fraction of the world view's radius from its middle to the ring of an axis
AHEAD = 0.5  # of the way between the centres, where the ring of a direction is


class Grip(NamedTuple):
    """A ring that can be dragged."""

    name: GripName
    number: int  # of the corner; otherwise 0
    view: View
    place: Vec3
    pivot: Vec3 | None = None  # what it turns around, joined to the ring by a line


def grips(state: State) -> tuple[Grip, ...]:
    """The grips that the views show; none while a prediction is asked, as bodies stay where they are then."""
    if not state.display.visible.grips or not state.document.scene.is_plane or state.open_prediction is not None:
        return ()
    algorithm = state.run.algorithm
    if algorithm == "gjk" and current_step(state) == 0:
        return _of_direction(state)
    if algorithm == "nearest":
        return _of_corners(state)
    return _of_axis(state) if algorithm == "sat" else ()


def turned_axis(state: State) -> sat.PlaneAxis | None:
    """The axis that has been turned at this step, with both bodies projected on it; None if none has."""
    turned = state.display.turned_axis
    if turned is None or turned.step != current_step(state) or not isinstance(step_record(state), sat.State):
        return None
    a, b = asked_bodies(state)
    direction = (cos(turned.angle), sin(turned.angle))
    return sat.project_on_axis(a.shape, a.pose, b.shape, b.pose, direction)


def _of_direction(state: State) -> tuple[Grip, ...]:
    a, b = (convex(body.shape, body.pose).center for body in state.document.pair_bodies)
    way = sub(b, a)
    return (Grip(GripName.DIRECTION, 0, View.WORLD, along(a, way, AHEAD), a),) if norm(way) > 0 else ()


def _of_corners(state: State) -> tuple[Grip, ...]:
    a, b = state.document.pair_bodies
    if not isinstance(a.shape, Polygon) or not isinstance(b.shape, Point2):
        return ()
    corners = (sub(apply(a.pose, in_space(corner)), b.pose.position) for corner in a.shape.vertices)
    return tuple(Grip(GripName.CORNER, i, View.DIFFERENCE, corner) for i, corner in enumerate(corners))


def _of_axis(state: State) -> tuple[Grip, ...]:
    step, turned = step_record(state), state.display.turned_axis
    if not isinstance(step, sat.State):
        return ()
    middle, radius = world_ball(state)
    way = in_space(step.axis.direction)
    if turned is not None and turned.step == current_step(state):
        way = (cos(turned.angle), sin(turned.angle), 0.0)  # where the pointer left it, as the axis may point back
    return (Grip(GripName.AXIS, 0, View.WORLD, along(middle, way, DIAL * radius), middle),)
