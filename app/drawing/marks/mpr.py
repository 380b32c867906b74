"""Marks for MPR: the ray from an interior point of A − B through the origin, and the portal that it crosses."""

from gjkscope.app.drawing import palette
from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.marks.beliefs import draw_beliefs
from gjkscope.app.drawing.marks.sight import Sight
from gjkscope.app.drawing.marks.simplex import (
    draw_direction,
    draw_dropped,
    draw_new,
    draw_refused,
    draw_simplex,
    draw_support_plane,
    draw_supports,
    mean_of_vertices,
)
from gjkscope.engine import mpr
from gjkscope.engine.vectors import ZERO, along, norm, sub

STEPS = (mpr.State,)


def draw_in_world(builder: Builder, step: mpr.State, sight: Sight, radius: float) -> None:
    if sight.visible.supports:
        draw_supports(builder, step.support, step.direction, sight.bodies[0].pose.position, sight, radius)


def draw_in_difference(builder: Builder, step: mpr.State, sight: Sight, radius: float) -> None:
    """Draws the portal with new and dropped vertices, the direction, the origin ray, and the tested faces."""
    if sight.visible.beliefs:
        draw_beliefs(builder, step, radius)
    draw_support_plane(builder, step.support, step.direction, sight, radius)
    inside = step.interior.point
    end = along(ZERO, step.ray, max(radius - norm(sub(ZERO, inside)), 0.25 * radius))
    builder.line(inside, end, palette.TEXT, 1.8, 6)
    builder.point(inside, palette.TEXT, 10)
    builder.label("v0", inside, palette.TEXT, 7, away_from=end)
    dropped = [vertex for vertex in step.before if vertex not in step.portal]
    draw_dropped(builder, dropped, step.before)
    draw_simplex(builder, step.portal)
    draw_direction(builder, mean_of_vertices(step.before) if step.before else inside, step.direction, radius)
    if step.support in step.portal:
        draw_new(builder, step.support)
    elif step.support != step.interior:
        draw_refused(builder, step.support, "no further")
