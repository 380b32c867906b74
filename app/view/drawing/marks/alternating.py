"""Marks for alternating projections: the walks between the shapes, the current one as thick lines."""

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks.segments import draw_between
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine import alternating
from gjkscope.engine.alternating.explain import is_extrapolated
from gjkscope.engine.text import number
from gjkscope.engine.vectors import add, scale

STEPS = (alternating.State,)

DASH = 5.0  # pixels, of the jump from the end of a walk to where the next one begins


def draw_in_world(builder: Builder, step: alternating.State, sight: Sight, radius: float) -> None:
    """Draws the walks so far, and the nearest points that the current one found."""
    origin = sight.bodies[0].pose.position
    end = None
    for walk in sight.so_far:
        begin, on_b, on_a = (add(point, origin) for point in (walk.begin_seen, walk.on_b_seen, walk.on_a_seen))
        color, width = (palette.CHOSEN, 4) if walk is step else (palette.TEXT, 1.5)
        if end is not None and is_extrapolated(walk):
            builder.line(end, begin, color, width, DASH)
        builder.line(begin, on_b, color, width)
        builder.line(on_b, on_a, color, width)
        builder.point(begin, palette.TEXT, 7)
        end = on_a
    on_b, on_a = add(step.on_b_seen, origin), add(step.on_a_seen, origin)
    draw_between(builder, on_a, on_b)
    if not sight.is_last:  # the result has a label of its own
        builder.label(f"{number(step.distance)} m", scale(add(on_a, on_b), 0.5), palette.CHOSEN_TEXT, 4)


def draw_in_difference(builder: Builder, step: alternating.State, sight: Sight, radius: float) -> None:
    """Draws nothing: the walks are between the shapes, not in A − B."""
