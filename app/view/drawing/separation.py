"""Draws a plane, or in 2D a line, between A and B where a step has found one: the picture of "a plane between them"."""

from typing import Any

from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.cut import frame, square
from gjkscope.app.view.drawing.drawlist import Layer
from gjkscope.app.view.drawing.planar.strokes import ACROSS, draw_line_across
from gjkscope.engine import aabb, sat
from gjkscope.engine.plane.sat import steps as plane_sat
from gjkscope.engine.plane.vectors import in_space
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import IDENTITY, Vec3, add, along, dot, scale, sub

HALF_SIDE = 0.75  # fraction of the view's radius
LINES = 4  # between the middle and a side: they show how the plane lies
FILL, LINE, BORDER = 0.10, 0.22, 0.7  # opacities
LINE_WIDTH = 2.4  # of the separating line in 2D, pixels


def plane_between(step: Any, bodies: tuple[Body, Body]) -> tuple[Vec3, Vec3] | None:
    """A point and the unit normal of the plane in the middle of the gap that a step has found; None if it found none.

    `step` is a SAT axis, in 2D one without an overlap, or a step of the AABB test; other algorithms find no plane.
    """
    if isinstance(step, sat.Axis) and not step.skipped and step.relation == sat.Relation.GAP:
        center, middle = convex(bodies[0].shape, bodies[0].pose).center, (step.interval_a[1] + step.interval_b[0]) / 2
        return along(center, step.direction, middle), step.direction
    if isinstance(step, plane_sat.PlaneAxis) and step.same_as < 0 and step.relation != plane_sat.PlaneRelation.OVERLAP:
        middle, normal = (step.interval_a[1] + step.interval_b[0]) / 2, in_space(step.direction)
        return along(bodies[0].pose.position, normal, middle), normal
    if isinstance(step, aabb.State) and step.axis.gap > 0:
        axis = step.axis
        ends = (axis.interval_a[1], axis.interval_b[0]) if axis.sign > 0 else (axis.interval_a[0], axis.interval_b[1])
        normal = scale(IDENTITY[axis.number], float(axis.sign))
        height = bodies[0].pose.position[axis.number] + sum(ends) / 2
        return scale(IDENTITY[axis.number], height), normal
    return None


def draw_separating_plane(
    builder: Builder, through: Vec3, normal: Vec3, bodies: tuple[Body, Body], radius: float, grown: float = 1.0
) -> None:
    """Draws a square of the plane, centred between the bodies, with a grid; in 2D a line.  `grown` scales its sides."""
    if bodies[0].shape.dimension == 2:
        draw_line_across(
            builder, through, normal, ACROSS * radius * grown, palette.faded(palette.TEXT, BORDER), LINE_WIDTH
        )
        return
    middle = scale(add(bodies[0].ball[0], bodies[1].ball[0]), 0.5)
    center = along(middle, normal, dot(normal, sub(through, middle)))
    _, u, v = frame(normal)
    half = HALF_SIDE * radius * grown
    corners = square(center, u, v, half, half)
    builder.polygon(corners, palette.faded(palette.TEXT, FILL))
    for i in range(1 - LINES, LINES):
        for way, across in ((u, v), (v, u)):
            start = along(center, way, half * i / LINES)
            ends = along(start, across, -half), along(start, across, half)
            builder.line(*ends, palette.faded(palette.TEXT, LINE), 1.0, layer=Layer.TRANSLUCENT)
    builder.path(corners, palette.faded(palette.TEXT, BORDER), 1.6, layer=Layer.TRANSLUCENT, closed=True)
    if grown == 1:
        builder.label("separating plane", corners[0], palette.TEXT, 1)
