"""Draws the rings by which directions, corners and axes are dragged, and what they turn around."""

from collections.abc import Iterable

from gjkscope.app.state.inspection.grips import Grip, grips
from gjkscope.app.state.model import HeldGrip, State
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import PointStyle

RING, DOT = 22.0, 8.0  # pixels
ARM_WIDTH, ARM_DASH, ARM_OPACITY = 1.6, 5.0, 0.75

DrawnGrips = tuple[tuple[Grip, bool], ...]
"""Grips, each with whether it is being dragged; serves as a cache key."""


def drawn_grips(state: State) -> DrawnGrips:
    """The grips to draw."""
    held = state.gesture.grip
    return tuple((grip, held == HeldGrip(grip.name, grip.number)) for grip in grips(state))


def draw_grips(builder: Builder, drawn: Iterable[tuple[Grip, bool]], shows_world: bool) -> None:
    """Draws the rings of one of the views."""
    for grip, is_held in drawn:
        if grip.view.shows_world != shows_world:
            continue
        color = palette.NEW if is_held else palette.TEXT
        if grip.pivot is not None:
            builder.line(grip.pivot, grip.place, palette.faded(color, ARM_OPACITY), ARM_WIDTH, ARM_DASH)
            builder.point(grip.place, color, DOT)
        builder.point(grip.place, color, RING, PointStyle.RING)
