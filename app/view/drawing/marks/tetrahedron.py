"""Marks for tetrahedron GJK and for GJK as in the Headbutt article; both work in world coordinates."""

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks.beliefs import draw_beliefs
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.marks.simplex import (
    draw_direction,
    draw_dropped,
    draw_new,
    draw_refused,
    draw_simplex,
    draw_support_plane,
    draw_supports,
    mean_of_vertices,
)
from gjkscope.engine import headbutt, tetrahedron
from gjkscope.engine.result import Exit
from gjkscope.engine.vectors import ZERO

STEPS = (tetrahedron.State,)

Step = headbutt.State | tetrahedron.State


def draw_in_world(builder: Builder, step: Step, sight: Sight, radius: float) -> None:
    """Draws the support points; the step that finds the origin enclosed has none."""
    if sight.visible.supports and step.support is not None and step.direction is not None:
        draw_supports(builder, step.support, step.direction, ZERO, sight, radius)


def draw_in_difference(builder: Builder, step: Step, sight: Sight, radius: float) -> None:
    """Draws the simplex, the dropped vertex, the search direction, and the tested faces."""
    if sight.visible.beliefs:
        draw_beliefs(builder, step, radius)
    if step.support is not None and step.direction is not None:
        draw_support_plane(builder, step.support, step.direction, sight, radius)
    if step.exit == Exit.CYCLE:
        builder.label(f"↻ repeats step {step.mark.iteration}", mean_of_vertices(step.simplex), palette.WRONG, 9)
    dropped = [vertex for vertex in step.before if vertex not in step.simplex]
    draw_dropped(builder, dropped, step.before)
    draw_simplex(builder, step.simplex)
    if step.support is None or step.direction is None:
        return
    draw_direction(builder, mean_of_vertices([v for v in step.before if v not in dropped]), step.direction, radius)
    if step.support in step.simplex:
        draw_new(builder, step.support)
    else:
        draw_refused(builder, step.support, "not added")
