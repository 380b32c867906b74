"""Marks for the AABB test: one axis per step, with both intervals drawn along it."""

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks.segments import draw_bar, draw_between
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine import aabb
from gjkscope.engine.result import Exit
from gjkscope.engine.text import AXES, number
from gjkscope.engine.vectors import IDENTITY, Vec3, add, along, norm, scale, sub

STEPS = (aabb.State,)

RAIL, ASIDE = 0.06, 0.12


def draw_in_world(builder: Builder, step: aabb.State, sight: Sight, radius: float) -> None:
    """Draws both intervals on the step's axis, and the gap or overlap; in the last step also the closest points."""
    if step.exit == Exit.DEGENERATE_INPUT:
        return
    origin = sight.bodies[0].pose.position
    axis = step.axis
    base = _aside(step, axis.number, origin, radius)
    direction, across = IDENTITY[axis.number], IDENTITY[(axis.number + 1) % 3]
    ends_a = draw_bar(builder, base, direction, axis.interval_a, palette.A)
    ends_b = draw_bar(builder, along(base, across, -RAIL * radius), direction, axis.interval_b, palette.B)
    _draw_gap(builder, axis, along(base, across, -2 * RAIL * radius), ends_a, ends_b)
    if sight.is_last:
        on_a, on_b = add(step.closest_a, origin), add(step.closest_b, origin)
        draw_between(builder, on_a, on_b)
        if step.exit == Exit.SEPARATING_AXIS:
            distance = f"boxes {number(norm(sub(on_b, on_a)))} m apart"
            builder.label(distance, scale(add(on_a, on_b), 0.5), palette.TEXT, 4)


def draw_in_difference(builder: Builder, step: aabb.State, sight: Sight, radius: float) -> None:
    """Draws nothing: the boxes bound A and B, not A − B."""


def _aside(step: aabb.State, axis: int, origin: Vec3, radius: float) -> Vec3:
    """The start of the bars: A's position along the axis, and below both boxes along the other two."""
    boxes = (step.volumes_a.box, step.volumes_b.box)
    x, y, z = (origin[i] + (0.0 if i == axis else min(box.lo[i] for box in boxes) - ASIDE * radius) for i in range(3))
    return (x, y, z)


def _draw_gap(
    builder: Builder, axis: aabb.AxisGap, base: Vec3, ends_a: tuple[Vec3, Vec3], ends_b: tuple[Vec3, Vec3]
) -> None:
    """Draws the gap or overlap between the two faces that separate when B moves along `axis.sign`."""
    at_a, at_b = (axis.interval_a[1], axis.interval_b[0]) if axis.sign > 0 else (axis.interval_a[0], axis.interval_b[1])
    direction = IDENTITY[axis.number]
    start, end = along(base, direction, at_a), along(base, direction, at_b)
    color = palette.TEXT if axis.gap > 0 else palette.OVERLAP
    builder.line(start, end, color, 3)
    for tip, beside in ((start, ends_a[1 if axis.sign > 0 else 0]), (end, ends_b[0 if axis.sign > 0 else 1])):
        builder.line(beside, tip, palette.faded(color, 0.8), 1.2, 4)
    word = "gap" if axis.gap > 0 else "overlap"
    middle = scale(add(start, end), 0.5)
    builder.label(f"{AXES[axis.number]}: {word} {number(abs(axis.gap))} m", middle, palette.OVERLAP, 6)
