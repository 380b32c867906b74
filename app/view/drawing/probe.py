"""Draws the probe: the points a and b with the arrow from b to a, and in the difference view a − b with its trail."""

from typing import Any

from gjkscope.app.base.records import replace
from gjkscope.app.state.inspection.probe import ProbePoints
from gjkscope.app.state.model import ProbeSide, Visibility
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import PointStyle
from gjkscope.engine.construction.steps import State
from gjkscope.engine.vectors import ZERO

DIFFERENCE = palette.lighter(palette.DIFFERENCE, 0.45)
TRAIL = palette.faded(palette.lighter(palette.DIFFERENCE, 0.2), 0.9)
HANDLE, HELD, DOT = 16.0, 20.0, 4.0  # pixels


def seen_with_probe(visible: Visibility, step: Any, probe: ProbePoints | None) -> Visibility:
    """What the views show: while the probe is on, of A − B only the trail, and no steps but those that build A − B."""
    if probe is None or isinstance(step, State):
        return visible
    return replace(visible, aabbs=False, witnesses=False, push_out=False, reports=False, difference=False, steps=False)


def draw_probe_in_world(builder: Builder, probe: ProbePoints) -> None:
    """Draws both points, and the arrow from b to a, which is a − b."""
    if not probe.coincide:
        builder.arrow(probe.b, probe.a, DIFFERENCE, 3.5)
    for side, point, color in ((ProbeSide.B, probe.b, palette.B), (ProbeSide.A, probe.a, palette.A)):
        size = HELD if probe.held is side else HANDLE
        builder.point(point, palette.TEXT, size + 5)
        builder.point(point, color, size)
    if probe.coincide:
        builder.label("a = b", probe.a, palette.TEXT, 10)
        return
    builder.label("a", probe.a, palette.A, 10, away_from=probe.b)
    builder.label("b", probe.b, palette.B, 10, away_from=probe.a)


def draw_probe_in_difference(builder: Builder, probe: ProbePoints) -> None:
    """Draws the trail, and a − b as the arrow from the origin."""
    builder.dots(probe.differences, TRAIL, DOT)
    if probe.coincide:
        builder.point(ZERO, palette.NEW, 34, PointStyle.RING)
        builder.label("a − b = 0", ZERO, DIFFERENCE, 10)
        return
    point = probe.difference
    builder.arrow(ZERO, point, DIFFERENCE, 3.5)
    builder.point(point, palette.TEXT, HANDLE)
    builder.point(point, palette.DIFFERENCE, HANDLE - 4)
    builder.label("a − b", point, DIFFERENCE, 10, away_from=ZERO)
