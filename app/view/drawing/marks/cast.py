"""Marks for the GJK ray cast: in the difference view the ray against A − B, which stands still, and the planes.

The world view shows both bodies at the step's time, and where they started.
"""

from collections.abc import Mapping

from gjkscope.app.scenes.cameras.easing import interpolate
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import PointStyle
from gjkscope.app.view.drawing.ghost import draw_ghost
from gjkscope.app.view.drawing.marks.segments import draw_between
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.marks.simplex import PLANE, draw_plane
from gjkscope.engine.advancement.motion import move_pose
from gjkscope.engine.casting.steps import State, witness_points
from gjkscope.engine.gjk.simplex import EDGES
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, add, along, scale, sub

STEPS = (State,)

START = 0.25  # opacity of the ghosts at the start
RAY_WIDTH, AHEAD_WIDTH = 3.5, 1.5
RING = 21.0  # pixels


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    bodies, poses = sight.run.value.whole.bodies, _poses(step, sight)
    for body, pose, color in zip(bodies, poses, (palette.A, palette.B), strict=True):
        if pose != body.pose:
            draw_ghost(builder, body, body.pose, color, START)
            builder.path([body.pose.position, pose.position], palette.faded(color, 0.7), 1.6)
    if step.simplex and sight.shows("nearest"):
        _draw_witnesses(builder, step, sight, poses)


def draw_in_difference(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws the ray from the origin: what has passed is thick, what lies ahead dashed."""
    velocity, head = _velocity(sight), _place(step, sight)
    end = scale(velocity, sight.run.value.whole.advancement.duration)
    builder.line(head, _within(head, end, 4 * radius), palette.faded(palette.SEARCH, 0.7), AHEAD_WIDTH, 6)
    builder.line(ZERO, head, palette.SEARCH, RAY_WIDTH)
    builder.point(head, palette.SEARCH, 11)
    if step.support is not None and sight.shows("plane"):
        shown = sight.part("plane")
        if sight.visible.planes:
            draw_plane(builder, step.support.point, step.direction, PLANE * radius * shown, palette.SEARCH)
        builder.point(step.support.point, palette.NEW, RING, PointStyle.RING)
        if step.support not in step.simplex or not sight.shows("nearest"):
            builder.label(f"w{step.support.birth}", step.support.point, palette.NEW, 6, away_from=head)
    if step.simplex and sight.shows("nearest"):
        _draw_simplex(builder, step)
        builder.line(step.closest, head, palette.TEXT, 2, 4)
        if step.exit == Exit.FIRST_CONTACT:
            builder.label(f"first contact at {number(step.time)} s", head, palette.TEXT, 9)
        else:
            builder.label(f"{number(step.distance, 4)} m", head, palette.TEXT, 8, away_from=step.closest)


def moved_bodies(step: State, sight: Sight) -> Mapping[str, Pose]:
    """Where the world view shows the bodies: at the time of the step."""
    return {body.name: pose for body, pose in zip(sight.run.value.whole.bodies, _poses(step, sight), strict=True)}


def _time(step: State, sight: Sight) -> float:
    """The time shown: it advances during the beat of that name."""
    before = sight.before
    return step.time if before is None else interpolate(before.time, step.time, sight.part("advance"))


def _poses(step: State, sight: Sight) -> tuple[Pose, Pose]:
    time = _time(step, sight)
    a, b = sight.run.value.whole.bodies
    return move_pose(a.pose, a.motion, time), move_pose(b.pose, b.motion, time)


def _velocity(sight: Sight) -> Vec3:
    a, b = sight.run.value.whole.bodies
    return sub(b.motion.velocity, a.motion.velocity)


def _place(step: State, sight: Sight) -> Vec3:
    return scale(_velocity(sight), _time(step, sight))


def _within(start: Vec3, end: Vec3, reach: float) -> Vec3:
    """The end of a line, at most `reach` from its start."""
    way = sub(end, start)
    longest = max(map(abs, way))
    return end if longest <= reach else along(start, way, reach / longest)


def _draw_simplex(builder: Builder, step: State) -> None:
    points = [vertex.point for vertex in step.simplex]
    for i, k in EDGES:
        if max(i, k) < len(points):
            builder.line(points[i], points[k], palette.SIMPLEX, 4)
    for vertex in step.simplex:
        builder.point(vertex.point, palette.SIMPLEX, 10)
        builder.label(f"w{vertex.birth}", vertex.point, palette.SIMPLEX_TEXT, 5)


def _draw_witnesses(builder: Builder, step: State, sight: Sight, poses: tuple[Pose, Pose]) -> None:
    """Joins the points of both cores that are nearest, carried along with the bodies."""
    on_a, on_b = witness_points(step)
    a, b = sight.run.value.whole.bodies
    moved_b = sub(poses[1].position, b.pose.position)
    draw_between(builder, add(on_a, poses[0].position), add(on_b, add(a.pose.position, moved_b)))
