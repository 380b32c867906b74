"""Marks for sort and sweep: each box as a bar along the axis, the sweep plane, and the compared boxes."""

from functools import lru_cache
from heapq import heappop, heappush

import numpy as np

from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.cameras.easing import interpolate
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, Floats
from gjkscope.app.view.drawing.marks.broad_phase import (
    body_boxes,
    draw_boxes,
    draw_compared,
    draw_found,
    draw_in_difference,
)
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine.broadphase import sweep
from gjkscope.engine.broadphase.boxes import Boxes, union
from gjkscope.engine.geometry.volumes import Aabb, with_coordinate
from gjkscope.engine.text import AXES, number
from gjkscope.engine.vectors import Vec3

STEPS = (sweep.State,)

__all__ = ["draw_in_difference", "draw_in_world", "lanes"]

BAR, ACTIVE_BAR = 3.0, 5.0  # pixels
BEFORE = 0.1  # fraction of the extent of all boxes by which the sweep starts before them
# Fractions of the view's radius.
ASIDE = 0.12  # from the bodies to the bars
STRIP = 0.5  # maximum width of all lanes together
PITCH = 0.05  # maximum distance between lanes


def draw_in_world(builder: Builder, step: sweep.State, sight: Sight, radius: float) -> None:
    boxes = body_boxes(sight)
    if not boxes:
        return
    draw_found(builder, sight)
    before = sight.before
    is_there = sight.part("sweep") == 1 or before is None
    _draw_bars(builder, step if is_there else before, boxes, radius, sight.part("sort"))
    if step.at < 0:
        return
    event, whole = step.events[step.at], union(boxes)
    low, high = whole.lo[step.axis], whole.hi[step.axis]
    start = step.events[step.at - 1].position if step.at > 0 else low - BEFORE * (high - low)
    _draw_sweep(builder, step, whole, interpolate(start, event.position, sight.part("sweep")))
    active = step.active if is_there else before.active
    draw_boxes(builder, sight, [body for body in active if body != event.body], palette.SEARCH, 1.4)
    if is_there:
        draw_compared(builder, sight, event.body, step.compared)


@lru_cache(maxsize=4)
def lanes(boxes: Identity, axis: int) -> tuple[int, ...]:
    """A lane for each bar so that bars in a lane do not overlap: greedy in order of start, hence as few as possible."""
    given, free, ends, count = [0] * len(boxes.value), list[int](), list[tuple[float, int]](), 0
    for body in sorted(range(len(given)), key=lambda body: boxes.value[body].lo[axis]):
        while ends and ends[0][0] < boxes.value[body].lo[axis]:
            heappush(free, heappop(ends)[1])
        if not free:
            heappush(free, count)
            count += 1
        given[body] = heappop(free)
        heappush(ends, (boxes.value[body].hi[axis], given[body]))
    return tuple(given)


def _draw_bars(builder: Builder, step: sweep.State, boxes: Boxes, radius: float, moved: float) -> None:
    """Draws all bars below and beside the bodies, styled as upcoming, active, past, or the event's own.

    They have `moved` that much of the way from the boxes.
    """
    bars = _bars(boxes, step.axis, radius)
    if moved < 1:
        bars = moved * bars + (1 - moved) * _cores(boxes, step.axis)
    past = (
        {event.body for event in step.events[: step.at] if event.side == sweep.EndpointKind.END}
        if step.at >= 0
        else set()
    )
    active = set(step.active)
    current = step.events[step.at].body if step.at >= 0 else -1
    styles: dict[tuple[Color, float, float], list[int]] = {}
    for body in range(len(boxes)):
        if body == current:
            style = (palette.NEW, ACTIVE_BAR, 0.0)
        elif body in active:
            style = (palette.SEARCH, ACTIVE_BAR, 0.0)
        elif body in past:
            style = (palette.faded(palette.DROPPED, 0.5), BAR, 4.0)
        else:
            style = (palette.DROPPED, BAR, 0.0)
        styles.setdefault(style, []).append(body)
    for (color, width, dash), bodies in styles.items():
        builder.segments(bars[bodies], color, width, dash)


def _bars(boxes: Boxes, axis: int, radius: float) -> Floats:
    """The bars (n, 2, 3) as lines along the axis."""
    whole, taken = union(boxes), np.array(lanes(Identity(boxes), axis))
    across = 2 if axis == 0 else 0  # lanes are stacked along a horizontal axis other than the sweep axis
    pitch = min(PITCH, STRIP / (taken.max() + 1)) * radius
    bars = np.empty((len(boxes), 2, 3))
    bars[:] = whole.lo
    bars[:, :, across] = (whole.hi[across] + ASIDE * radius + taken * pitch)[:, None]
    bars[:, 0, axis] = [box.lo[axis] for box in boxes]
    bars[:, 1, axis] = [box.hi[axis] for box in boxes]
    return bars


def _cores(boxes: Boxes, axis: int) -> Floats:
    """A line (n, 2, 3) through the middle of each box along the axis."""
    ends = np.array([(box.lo, box.hi) for box in boxes])
    lines = np.repeat(ends.mean(axis=1, keepdims=True), 2, axis=1)
    lines[:, :, axis] = ends[:, :, axis]
    return lines


def _draw_sweep(builder: Builder, step: sweep.State, whole: Aabb, position: float) -> None:
    """Draws the sweep plane at the event, perpendicular to the axis and as large as the scene."""
    builder.polygon(plane_corners(whole, step.axis, position), palette.faded(palette.SEARCH, 0.10))
    foot = with_coordinate(whole.hi, step.axis, position)
    back = with_coordinate(whole.lo, step.axis, position)
    builder.label(f"{AXES[step.axis]} = {number(position, 4)} m", foot, palette.SEARCH, 6, away_from=back)


def plane_corners(box: Aabb, axis: int, position: float) -> list[Vec3]:
    """The corners, in order, of the intersection of a box with the plane at `position` on the axis."""
    first, second = (axis + 1) % 3, (axis + 2) % 3
    corners = []
    for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)):
        corner = with_coordinate(with_coordinate(box.lo, first, box[u][first]), second, box[v][second])
        corners.append(with_coordinate(corner, axis, position))
    return corners
