"""Marks for GJK in the world view and in the difference view."""

from gjkscope.app.drawing import palette
from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.marks.regions import draw_regions
from gjkscope.app.drawing.marks.segments import draw_between
from gjkscope.app.drawing.marks.sight import Sight
from gjkscope.app.drawing.marks.simplex import (
    draw_closest,
    draw_direction,
    draw_dropped,
    draw_new,
    draw_path,
    draw_refused,
    draw_simplex,
    draw_support_plane,
    draw_supports,
)
from gjkscope.app.scenes.scene import Body
from gjkscope.engine import gjk
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.vectors import add, norm, scale

STEPS = (gjk.State,)


def draw_in_world(builder: Builder, step: gjk.State, sight: Sight, radius: float) -> None:
    """Draws the support points and, while the search runs, the closest points found so far."""
    if sight.visible.supports:
        draw_supports(builder, step.support, step.direction, sight.bodies[0].pose.position, sight, radius)
    if sight.visible.witnesses and step.exit == Exit.RUNNING:
        _draw_closest_so_far(builder, step, sight.bodies[0])


def draw_in_difference(builder: Builder, step: gjk.State, sight: Sight, radius: float) -> None:
    """Draws the simplex with new, dropped and refused vertices, the direction, the region and the closest point."""
    if sight.visible.regions:
        draw_regions(builder, step, sight.region, radius)
    draw_support_plane(builder, step.support, step.direction, sight, radius)
    if sight.visible.path:
        draw_path(builder, [one.closest for one in sight.so_far], radius)
    kept = step.simplex.vertices[: step.simplex.size]
    dropped = [v for v in step.candidate.vertices[: step.candidate.size] if v not in kept]
    draw_dropped(builder, dropped, step.candidate.vertices[: step.candidate.size])
    draw_simplex(builder, kept)
    if step.support in kept or step.support in dropped:
        draw_new(builder, step.support)
    else:
        draw_refused(builder, step.support, "no nearer")
    draw_direction(builder, step.closest_before, step.direction, radius)
    if step.exit != Exit.ORIGIN_ENCLOSED:
        draw_closest(builder, step.closest, gjk.rounding(step))


def _draw_closest_so_far(builder: Builder, step: gjk.State, body_a: Body) -> None:
    """Draws the points of the two cores whose difference is the simplex's closest point."""
    on_a, on_b = (add(point, body_a.pose.position) for point in gjk.witnesses(step))
    draw_between(builder, on_a, on_b)
    builder.label(f"{number(norm(step.closest))} m so far", scale(add(on_a, on_b), 0.5), palette.TEXT, 1)
