"""Marks for the all-pairs broad phase: one body's box against the boxes of all later bodies."""

from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks.broad_phase import draw_compared, draw_found, draw_in_difference
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine.broadphase import allpairs

STEPS = (allpairs.State,)

__all__ = ["draw_in_difference", "draw_in_world"]


def draw_in_world(builder: Builder, step: allpairs.State, sight: Sight, radius: float) -> None:
    draw_found(builder, sight)
    if step.body >= 0:
        draw_compared(builder, sight, step.body, step.compared, sight.part("box"))
