"""Marks for conservative advancement: both bodies at the step's time, the gap, and the bound on its closing speed.

In the difference view A − B moves towards the origin; the bodies first touch when it reaches it.
"""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from gjkscope.app.scenes.cameras.easing import interpolate, point_between
from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.cut import frame
from gjkscope.app.view.drawing.drawlist import Color, PointStyle
from gjkscope.app.view.drawing.ghost import draw_ghost, draw_ghost_of
from gjkscope.app.view.drawing.marks.segments import draw_between
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.marks.simplex import PLANE, draw_plane
from gjkscope.app.view.drawing.surfaces import drawn_hull
from gjkscope.engine.advancement.motion import move_pose
from gjkscope.engine.advancement.steps import State
from gjkscope.engine.geometry.minkowski import minkowski_difference
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, add, along, scale, sub

STEPS = (State,)

BOUND_WIDTH = 5.0
START, EARLIER = 0.25, 0.05  # opacity of the ghosts at the start, and at later times before the step
WIDEST_RING, RING = 63.0, 21.0  # pixels: at the first contact, as it appears and after
CIRCLE = 48  # lines of a circle
MOST_EARLIER = 6


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    a, b = sight.run.value.whole.bodies
    earlier, now = sight.so_far[:-1], _poses(step, sight)
    ghosts = [*((shown, START) for shown in earlier[:1]), *((shown, EARLIER) for shown in earlier[1:][-MOST_EARLIER:])]
    for shown, opacity in ghosts:
        for body, pose, current, color in ((a, shown.pose_a, now[0], palette.A), (b, shown.pose_b, now[1], palette.B)):
            if pose != current:
                draw_ghost(builder, body, pose, color, opacity)
    _draw_way(builder, earlier, now)
    if step.witness_a is None or step.witness_b is None or not sight.shows("gap"):
        return
    measured = sight.part("gap")
    _draw_safe_space(builder, step, step.witness_a, measured, sight)
    draw_between(builder, step.witness_a, point_between(step.witness_a, step.witness_b, measured))
    _draw_bound(builder, step, step.witness_a, sight.part("bound"))
    if step.exit == Exit.FIRST_CONTACT:
        ring = interpolate(WIDEST_RING, RING, measured)
        builder.point(step.witness_a, palette.NEW, ring, PointStyle.RING)
    if measured == 1:
        builder.label(_words(step, sight), step.witness_a, palette.TEXT, 8, away_from=step.witness_b)


def draw_in_difference(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws A − B at the step's time, and the path of its point closest to the origin."""
    a, b = sight.run.value.whole.bodies
    pose_a, pose_b = _poses(step, sight)
    if sight.visible.difference and (pose_a, pose_b) != (a.pose, b.pose):
        draw_moved_difference(builder, a, pose_a, b, pose_b)
    is_known = sight.shows("gap")
    nearest = [_nearest(earlier) for earlier in (sight.so_far if is_known else sight.so_far[:-1])]
    _draw_line_of(builder, [point for point in nearest if point is not None], palette.DIFFERENCE)
    if not is_known or (point := nearest[-1]) is None:
        return
    measured = sight.part("gap")
    builder.line(ZERO, scale(point, measured), palette.TEXT, 2, 4)
    _draw_bound(builder, step, point, sight.part("bound"))
    if sight.visible.planes and step.normal != ZERO:
        draw_plane(builder, point, step.normal, PLANE * radius * measured, palette.SEARCH)
    if measured == 1:
        builder.label(_words(step, sight), point, palette.TEXT, 8, away_from=ZERO)


def moved_bodies(step: State, sight: Sight) -> Mapping[str, Pose]:
    """Where the world view shows the bodies: at the time of the step, with ghosts where they were."""
    return {body.name: pose for body, pose in zip(sight.run.value.whole.bodies, _poses(step, sight), strict=True)}


def draw_moved_difference(builder: Builder, a: Body, pose_a: Pose, b: Body, pose_b: Pose) -> None:
    """Draws A − B of bodies that have moved."""
    difference = minkowski_difference(a.shape, pose_a.rotation, b.shape, pose_b.rotation)
    hull = drawn_hull(difference.hull, difference.smooth)
    draw_ghost_of(builder, hull, Pose(position=sub(pose_a.position, pose_b.position)), palette.DIFFERENCE, 0.2)


def _poses(step: State, sight: Sight) -> tuple[Pose, Pose]:
    """The poses of both bodies, on their way from the step before."""
    passed, before = sight.part("advance"), sight.before
    if passed == 1 or before is None:
        return step.pose_a, step.pose_b
    time = interpolate(before.time, step.time, passed)
    a, b = sight.run.value.whole.bodies
    return move_pose(a.pose, a.motion, time), move_pose(b.pose, b.motion, time)


def _draw_safe_space(builder: Builder, step: State, center: Vec3, grown: float, sight: Sight) -> None:
    """Draws circles of the ball around A's nearest point that is free of B: it grows until it touches B."""
    if step.gap == 0 or step.normal == ZERO or not sight.visible.planes:
        return
    normal, u, v = frame(step.normal)
    for across in (u, v):
        places = []
        for i in range(CIRCLE):
            turn = 2 * pi * i / CIRCLE
            way = add(scale(normal, cos(turn)), scale(across, sin(turn)))
            places.append(along(center, way, step.gap * grown))
        builder.path(places, palette.faded(palette.SEARCH, 0.6), 1.4, 4, closed=True)


def _nearest(step: State) -> Vec3 | None:
    """The point of A − B closest to the origin."""
    if step.witness_a is None or step.witness_b is None:
        return None
    return sub(step.witness_a, step.witness_b)


def _draw_way(builder: Builder, earlier: Sequence[State], now: tuple[Pose, Pose]) -> None:
    """Draws the path of each body's position over the earlier steps to where it is now."""
    _draw_line_of(builder, [*(step.pose_a.position for step in earlier), now[0].position], palette.A)
    _draw_line_of(builder, [*(step.pose_b.position for step in earlier), now[1].position], palette.B)


def _draw_line_of(builder: Builder, places: Sequence[Vec3], color: Color) -> None:
    """Draws the polyline through `places`; nothing when the body has not moved."""
    if not places or places[0] == places[-1]:
        return
    builder.path(places, palette.faded(color, 0.7), 1.6)
    for point in places:
        builder.point(point, color, 6)


def _draw_bound(builder: Builder, step: State, start: Vec3, grown: float) -> None:
    """Draws the gap along the normal, as far as it has `grown`: the closing speed is bounded in that direction."""
    if grown == 0 or step.normal == ZERO or step.exit in (Exit.MOVING_APART, Exit.FIRST_CONTACT):
        return
    builder.arrow(start, along(start, step.normal, grown * step.gap), palette.SEARCH, BOUND_WIDTH)


def _words(step: State, sight: Sight) -> str:
    if step.exit == Exit.FIRST_CONTACT:
        return f"first contact at {number(step.time)} s"
    if sight.part("bound") < 1:
        return f"{number(step.gap, 4)} m"
    bound = f"closing speed ≤ {number(step.bound, 4)} m/s" if step.bound > 0 else "not closing"
    return f"{number(step.gap, 4)} m, {bound}"
