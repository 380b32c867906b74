"""Marks for conservative advancement: both bodies at the step's time, the gap, and the bound on its closing speed.

In the difference view A − B moves towards the origin; the bodies first touch when it reaches it.
"""

from collections.abc import Sequence

from gjkscope.app.drawing import palette
from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.drawlist import Color
from gjkscope.app.drawing.ghost import draw_ghost, draw_ghost_of
from gjkscope.app.drawing.marks.segments import draw_between
from gjkscope.app.drawing.marks.sight import Sight
from gjkscope.app.drawing.marks.simplex import PLANE, draw_plane
from gjkscope.app.drawing.surfaces import drawn_hull
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.advancement.steps import State
from gjkscope.engine.geometry.minkowski import minkowski_difference
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, add, along, scale, sub

STEPS = (State,)

BOUND_WIDTH = 5.0
EARLIER = 0.05  # opacity of the ghosts at earlier times
MOST_EARLIER = 6


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    a, b = sight.run.value.whole.bodies
    for earlier in sight.so_far[:-1][-MOST_EARLIER:]:
        _draw_body(builder, a, earlier.pose_a, palette.A, EARLIER)
        _draw_body(builder, b, earlier.pose_b, palette.B, EARLIER)
    _draw_body(builder, a, step.pose_a, palette.A, 0.25)
    _draw_body(builder, b, step.pose_b, palette.B, 0.25)
    _draw_way(builder, sight)
    if step.witness_a is not None and step.witness_b is not None:
        draw_between(builder, step.witness_a, step.witness_b)
        _draw_bound(builder, step, step.witness_a)
        builder.label(_words(step), scale(add(step.witness_a, step.witness_b), 0.5), palette.TEXT, 8)


def draw_in_difference(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws A − B at the step's time, and the path of its point closest to the origin."""
    a, b = sight.run.value.whole.bodies
    if sight.visible.difference and (step.pose_a, step.pose_b) != (a.pose, b.pose):
        _draw_difference(builder, a, step.pose_a, b, step.pose_b)
    nearest = [_nearest(one) for one in sight.so_far]
    _draw_line_of(builder, [point for point in nearest if point is not None], palette.DIFFERENCE)
    if (point := nearest[-1]) is None:
        return
    _draw_bound(builder, step, point)
    if sight.visible.planes and step.normal != ZERO:
        draw_plane(builder, point, step.normal, PLANE * radius, palette.SEARCH)
    builder.label(_words(step), scale(point, 0.5), palette.TEXT, 8)


def _nearest(step: State) -> Vec3 | None:
    """The point of A − B closest to the origin."""
    if step.witness_a is None or step.witness_b is None:
        return None
    return sub(step.witness_a, step.witness_b)


def _draw_difference(builder: Builder, a: Body, pose_a: Pose, b: Body, pose_b: Pose) -> None:
    difference = minkowski_difference(a.shape, pose_a.rotation, b.shape, pose_b.rotation)
    hull = drawn_hull(difference.hull, difference.smooth)
    draw_ghost_of(builder, hull, Pose(position=sub(pose_a.position, pose_b.position)), palette.DIFFERENCE, 0.2)


def _draw_body(builder: Builder, body: Body, pose: Pose, color: Color, alpha: float) -> None:
    if pose != body.pose:
        draw_ghost(builder, body, pose, color, alpha)


def _draw_way(builder: Builder, sight: Sight) -> None:
    """Draws the path of each body's position over the steps so far."""
    for field, color in (("pose_a", palette.A), ("pose_b", palette.B)):
        _draw_line_of(builder, [getattr(step, field).position for step in sight.so_far], color)


def _draw_line_of(builder: Builder, places: Sequence[Vec3], color: Color) -> None:
    """Draws the polyline through `places`; nothing when the body has not moved."""
    if not places or places[0] == places[-1]:
        return
    builder.path(places, palette.faded(color, 0.7), 1.6)
    for place in places:
        builder.point(place, color, 6)


def _draw_bound(builder: Builder, step: State, start: Vec3) -> None:
    """Draws the gap along the normal: the closing speed is bounded in that direction."""
    if step.normal == ZERO or step.exit in (Exit.MOVING_APART, Exit.FIRST_CONTACT):
        return
    builder.arrow(start, along(start, step.normal, step.gap), palette.SEARCH, BOUND_WIDTH)


def _words(step: State) -> str:
    if step.exit == Exit.FIRST_CONTACT:
        return f"first contact at {number(step.time)} s"
    bound = f"closing speed ≤ {number(step.bound, 4)} m/s" if step.bound > 0 else "not closing"
    return f"{number(step.gap, 4)} m, {bound}"
