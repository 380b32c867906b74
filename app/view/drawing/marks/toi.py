"""Marks for the time of impact: both bodies at the time that the step measures, the axis, and the two deepest points.

In the difference view A − B moves with the bodies; the plane through its deepest point is perpendicular to the axis.
"""

from collections.abc import Mapping

from gjkscope.app.scenes.cameras.easing import interpolate
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import PointStyle
from gjkscope.app.view.drawing.ghost import draw_ghost
from gjkscope.app.view.drawing.marks.advancement import draw_moved_difference
from gjkscope.app.view.drawing.marks.segments import draw_between
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.marks.simplex import PLANE, draw_plane
from gjkscope.engine.advancement.motion import move_pose
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.time_of_impact.separation import AxisFrame
from gjkscope.engine.time_of_impact.steps import State
from gjkscope.engine.vectors import ZERO, Vec3, along, neg, norm, sub

STEPS = (State,)

START = 0.25  # opacity of the ghosts at the start
AXIS_WIDTH = 5.0
RING = 21.0  # pixels
MEETS = 2.0  # two corners meet if they are no further apart than this, relative to the largest separation at contact


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    poses = _poses(step, sight)
    for body, pose, color in zip(sight.run.value.whole.bodies, poses, (palette.A, palette.B), strict=True):
        if pose != body.pose:
            draw_ghost(builder, body, body.pose, color, START)
            builder.path([body.pose.position, pose.position], palette.faded(color, 0.7), 1.6)
    if not sight.shows("separation"):
        return
    shown = sight.part("separation")
    builder.arrow(step.point_a, along(step.point_a, step.normal, shown * 0.4 * radius), palette.SEARCH, AXIS_WIDTH)
    builder.point(step.point_a, palette.A, 11)
    builder.point(step.point_b, palette.B, 11)
    draw_between(builder, step.point_a, step.point_b)
    contact = _contact(step)
    if contact is not None:
        builder.point(contact, palette.NEW, RING, PointStyle.RING)
    builder.label(_words(step), step.point_b, palette.TEXT, 8, away_from=step.point_a)


def draw_in_difference(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws A − B at the time of the step, and the plane that the axis puts through its deepest point."""
    a, b = sight.run.value.whole.bodies
    pose_a, pose_b = _poses(step, sight)
    if sight.visible.difference and (pose_a, pose_b) != (a.pose, b.pose):
        draw_moved_difference(builder, a, pose_a, b, pose_b)
    if not sight.shows("separation"):
        return
    deepest, shown = sub(step.point_a, step.point_b), sight.part("separation")
    if sight.visible.planes:
        draw_plane(builder, deepest, step.normal, PLANE * radius * shown, palette.SEARCH)
    builder.arrow(deepest, along(deepest, step.normal, step.separation * shown), palette.SEARCH, AXIS_WIDTH)
    builder.line(ZERO, deepest, palette.TEXT, 1.5, 4)
    builder.point(deepest, palette.NEW, RING, PointStyle.RING)
    builder.label(_words(step), deepest, palette.TEXT, 8, away_from=neg(step.normal))


def moved_bodies(step: State, sight: Sight) -> Mapping[str, Pose]:
    """Where the world view shows the bodies: at the time that the step measures."""
    return {body.name: pose for body, pose in zip(sight.run.value.whole.bodies, _poses(step, sight), strict=True)}


def _poses(step: State, sight: Sight) -> tuple[Pose, Pose]:
    """The poses of both bodies, on their way from the step before."""
    passed, before = sight.part("time"), sight.before
    if passed == 1 or before is None:
        return step.pose_a, step.pose_b
    time = interpolate(before.time, step.time, passed)
    a, b = sight.run.value.whole.bodies
    return move_pose(a.pose, a.motion, time), move_pose(b.pose, b.motion, time)


def _contact(step: State) -> Vec3 | None:
    """Where the bodies touch: the one of the two points that is not an arbitrary corner of a face or an edge.

    None before contact, and if both points are arbitrary: between parallel faces or two edges, the step has no single
    point.
    """
    if step.exit != Exit.FIRST_CONTACT:
        return None
    match step.axis.frame:
        case AxisFrame.BODY_A:
            return step.point_b
        case AxisFrame.BODY_B:
            return step.point_a
        case AxisFrame.WORLD:
            meets = norm(sub(step.point_a, step.point_b)) <= MEETS * (step.target + step.band)
            return step.point_a if meets else None


def _words(step: State) -> str:
    if step.exit == Exit.FIRST_CONTACT:
        return f"contact at {number(step.time)} s"
    return f"s = {number(step.separation, 4)} m"
