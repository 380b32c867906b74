"""Marks shared by all broad phases: the query box, the boxes it is compared with, and the pairs found."""

from collections.abc import Sequence
from typing import Any

from gjkscope.app.scenes.cameras.easing import point_between
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.boxes import box_edges
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.crowd import MANY_NAMES
from gjkscope.app.view.drawing.drawlist import Color, Layer
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.timing import stage
from gjkscope.engine.broadphase import BroadTrace
from gjkscope.engine.broadphase.boxes import BoxComparison, Boxes
from gjkscope.engine.geometry.volumes import MEET
from gjkscope.engine.vectors import Vec3, add, scale

Interval3 = tuple[Vec3, Vec3]
"""A box, by its minimum and maximum corner."""
NAMED = 6  # label the compared bodies up to this count; more labels would cover the view
DASH = 5.0
MOST_BOXES = 200  # draw the boxes of found pairs up to this count, then dots


def body_boxes(sight: Sight) -> Boxes:
    """The boxes of all bodies."""
    trace: BroadTrace = sight.run.value.whole
    return trace.boxes


def draw_found(builder: Builder, sight: Sight) -> None:
    """Draws the boxes of all pairs found so far; above `MOST_BOXES`, a dot on top of each body instead."""
    steps = sight.so_far if sight.part("compare") == 1 else sight.so_far[:-1]
    bodies = {body for step in steps for pair in step.found for body in pair}
    if len(bodies) <= MOST_BOXES:
        draw_boxes(builder, sight, sorted(bodies), palette.OVERLAP, 1.4)
        return
    boxes = body_boxes(sight)
    for body in bodies:
        builder.point(top_of(boxes[body]), palette.faded(palette.OVERLAP, 0.8), 5, layer=Layer.SOLID)


def draw_compared(
    builder: Builder, sight: Sight, body: int, compared: Sequence[BoxComparison], grown: float = 1.0
) -> None:
    """Draws the query box and those it is compared with: thick if they overlap, grey and dashed if not.

    The query box has `grown` that much from its centre.  The others follow one after another.
    """
    boxes, done = body_boxes(sight), sight.part("compare") * len(compared)
    if done < len(compared) and sight.shows("compare"):
        _draw_reaching(builder, boxes[body], boxes[compared[int(done)].other], done % 1)
    compared = compared[: int(done)]
    met = [comparison.other for comparison in compared if comparison.apart == MEET]
    apart = [comparison.other for comparison in compared if comparison.apart != MEET]
    draw_boxes(builder, sight, apart, palette.DROPPED, 1.6, DASH)
    draw_boxes(builder, sight, met, palette.OVERLAP, 2.8)
    builder.segments(box_edges([scale_box(boxes[body], grown)]), palette.NEW, 3.2)
    name_bodies(builder, sight, [body], palette.NEW, 8)
    if len(compared) <= NAMED:
        name_bodies(builder, sight, met, palette.OVERLAP, 7)
        name_bodies(builder, sight, apart, palette.DROPPED, 5)


def scale_box(box: Interval3, factor: float) -> Interval3:
    """The box scaled about its centre."""
    middle = scale(add(box[0], box[1]), 0.5)
    return point_between(middle, box[0], factor), point_between(middle, box[1], factor)


def box_between(a: Interval3, b: Interval3, part: float) -> Interval3:
    """The box on the way from one to another."""
    return point_between(a[0], b[0], part), point_between(a[1], b[1], part)


def _draw_reaching(builder: Builder, box: Interval3, other: Interval3, part: float) -> None:
    """Draws the comparison in progress: a line from one box's centre to the other, whose box then lights up."""
    start, end = (scale(add(low, high), 0.5) for low, high in (box, other))
    builder.line(start, point_between(start, end, stage(part, 0.0, 0.6)), palette.SEARCH, 2.5)
    if (lit := stage(part, 0.4, 1.0)) > 0:
        builder.segments(box_edges([scale_box(other, lit)]), palette.faded(palette.SEARCH, lit), 2.2)


def draw_boxes(
    builder: Builder, sight: Sight, bodies: Sequence[int], color: Color, width: float, dash: float = 0.0
) -> None:
    boxes = body_boxes(sight)
    if bodies:
        builder.segments(box_edges(boxes[body] for body in bodies), color, width, dash)


def name_bodies(builder: Builder, sight: Sight, bodies: Sequence[int], color: Color, priority: int) -> None:
    """Names the boxes of bodies that have no label of their own."""
    names = sight.run.value.names
    if not sight.visible.labels or len(names) <= MANY_NAMES:
        return
    labelled = {body.name for body in sight.bodies}
    for body in bodies:
        if names[body] not in labelled:
            builder.label(names[body], top_of(body_boxes(sight)[body]), color, priority)


def top_of(box: tuple[Vec3, Vec3]) -> Vec3:
    """The centre of the box's top face."""
    (x0, _, z0), (x1, y1, z1) = box
    return ((x0 + x1) / 2, y1, (z0 + z1) / 2)


def draw_in_difference(builder: Builder, step: Any, sight: Sight, radius: float) -> None:
    """Draws nothing: a broad phase concerns all bodies, A − B only the selected pair."""
