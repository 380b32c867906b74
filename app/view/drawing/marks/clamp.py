"""Marks for the clamp of a sphere's centre to a box: the centre's path to the box, one axis at a time."""

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks.segments import draw_between
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine import clamp
from gjkscope.engine.clamp.explain import is_clamped
from gjkscope.engine.result import Exit
from gjkscope.engine.text import AXES, number
from gjkscope.engine.vectors import add, scale

STEPS = (clamp.State,)


def draw_in_world(builder: Builder, step: clamp.State, sight: Sight, radius: float) -> None:
    """Draws the move on each axis so far, the current one as a thick line; at the end also the closest points."""
    origin = sight.bodies[0].pose.position
    center = here = add(step.point, origin)
    for move in sight.so_far:
        # At the end, `on_box` is the witness point, which differs for a centre inside: no axis moves that.
        there = add(move.on_box, origin) if is_clamped(move) else here
        is_this = move is step
        if is_clamped(move):
            builder.line(here, there, palette.CHOSEN if is_this else palette.TEXT, 4 if is_this else 2)
            text = f"{AXES[move.iteration]} clamped to {number(move.clamped[move.iteration])} m"
            builder.label(text, scale(add(here, there), 0.5), palette.CHOSEN_TEXT if is_this else palette.TEXT, 4)
        here = there
    builder.point(center, palette.TEXT, 9)
    if step.exit != Exit.RUNNING:
        on_box = add(step.on_box, origin)
        draw_between(builder, *((on_box, center) if step.box_is_a else (center, on_box)))


def draw_in_difference(builder: Builder, step: clamp.State, sight: Sight, radius: float) -> None:
    """Draws nothing: the point is clamped to the box, not to A − B."""
