"""Marks for the faces that an algorithm tests: on which side it places the origin, and where that is wrong."""

from typing import Any

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.cut import mean_point
from gjkscope.engine.analysis.beliefs import Belief, beliefs
from gjkscope.engine.registry.belief import FaceSide
from gjkscope.engine.vectors import ZERO, along, unit

ARROW = 0.16  # of the view's radius


def draw_beliefs(builder: Builder, step: Any, radius: float) -> None:
    """Draws each face's normal as the algorithm computed it, and the side on which it places the origin."""
    for belief in beliefs(step):
        _draw_belief(builder, belief, radius)


def _draw_belief(builder: Builder, belief: Belief, radius: float) -> None:
    color = palette.WRONG if belief.is_wrong else palette.TEXT
    if belief.is_wrong:
        builder.polygon(belief.corners, palette.faded(color, 0.45))
        builder.path(belief.corners, color, 2.5, 7, closed=True)
    middle = mean_point(belief.corners)
    tip = along(middle, unit(belief.normal), ARROW * radius)
    if unit(belief.normal) != ZERO:
        builder.arrow(middle, tip, color, 2)
    builder.label(_words(belief), tip, color, 7 if belief.is_wrong else 3, away_from=middle)


def _words(belief: Belief) -> str:
    believed = belief.believed.name.lower()
    if not belief.is_wrong:
        return f"origin {believed}"
    return f"× says {believed}, {'is flat' if belief.truth == FaceSide.FLAT else f'is {belief.truth.name.lower()}'}"
