"""Draws the push-out of A in both views: the shortest one, and that of the algorithm shown if it differs.

The least one is the default algorithm's, as in the headline.  An algorithm such as MPR finds a way out that need not be
the shortest; the sentence of its last step gives that one, so it is drawn as well, dashed and with its name.
"""

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.ghost import draw_ghost
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine.resolution.pair import translate
from gjkscope.engine.result import Result
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, add, along, norm, scale, sub, unit

# Fractions of the view's radius: a push-out shorter than the first is invisible, so it is drawn with the second, and
# its label says so.
SHORTEST_ARROW, STAND_IN_ARROW = 0.08, 0.25
SAME = 1e-6  # of the view's radius: push-outs that differ by less are one
OWN_DASH, HEAD = 7.0, 0.06  # of the algorithm's own: pixels; fraction of the view's radius


def draw_push_out_in_world(builder: Builder, answer: Result, sight: Sight, radius: float) -> None:
    """Draws the push-out of A as an arrow, and A's ghost at the position where it just clears B."""
    push, tail = answer.push_out, answer.witness_a
    if push is None or tail is None:
        return
    body_a, own = sight.bodies[0], _own_push_out(sight, push, radius)
    if norm(push) >= SHORTEST_ARROW * radius:
        cleared = translate(body_a.pose, push)
        draw_ghost(builder, body_a, cleared, palette.A)  # nearer, it would only blur A's edges
        far = support(convex(body_a.shape, cleared), push)[0]
        builder.label(f"{body_a.name} after push-out", far, palette.A, 2, away_from=cleared.position)
    tip, words = _to_scale(tail, push, radius)
    builder.arrow(tail, tip, palette.CHOSEN, 4)
    name = "push-out" if own is None else "least push-out"
    builder.label(f"{name} {number(norm(push))} m{words}", tip, palette.CHOSEN_TEXT, 4, away_from=tail)
    if own is not None:
        tip, words = _to_scale(tail, own, radius)
        _draw_own(builder, tail, tip, radius)
        builder.label(f"{_own_name(sight)} {number(norm(own))} m{words}", tip, palette.CHOSEN_TEXT, 4, away_from=tail)


def draw_push_out_in_difference(builder: Builder, answer: Result, sight: Sight, radius: float, measured: bool) -> None:
    """Draws the push-out: moving A moves A − B as far, until its boundary passes through the origin.

    The arrow has the same direction as that of A in the world view; with `measured` its label has its length.
    """
    push = answer.push_out
    if push is None:
        return
    own, exit_point = _own_push_out(sight, push, radius), scale(push, -1.0)
    builder.arrow(exit_point, ZERO, palette.CHOSEN, 3.5)
    name = "push-out" if own is None else "least push-out"
    text = f"{name} {number(norm(push))} m" if measured or own is not None else name
    builder.label(text, exit_point, palette.CHOSEN_TEXT, 5, away_from=ZERO)
    if own is not None:
        exit_point = scale(own, -1.0)
        _draw_own(builder, exit_point, ZERO, radius)
        builder.label(f"{_own_name(sight)} {number(norm(own))} m", exit_point, palette.CHOSEN_TEXT, 5, away_from=ZERO)


def _own_push_out(sight: Sight, least: Vec3, radius: float) -> Vec3 | None:
    """The push-out found by the run shown; None if it found none, or the same one."""
    run = sight.run.value
    own: Vec3 | None = run.result.push_out if run is not None else None
    return own if own is not None and norm(sub(own, least)) > SAME * radius else None


def _own_name(sight: Sight) -> str:
    return f"{sight.run.value.result.algorithm.upper()} push-out"


def _to_scale(tail: Vec3, push: Vec3, radius: float) -> tuple[Vec3, str]:
    """The tip of the arrow of a push-out, and a note if the arrow is not drawn to scale."""
    if norm(push) >= SHORTEST_ARROW * radius:
        return add(tail, push), ""
    return along(tail, unit(push), STAND_IN_ARROW * radius), " (arrow not to scale)"


def _draw_own(builder: Builder, tail: Vec3, tip: Vec3, radius: float) -> None:
    way = unit(sub(tip, tail))
    builder.line(tail, tip, palette.CHOSEN, 2.5, OWN_DASH)
    builder.arrow(along(tip, way, -HEAD * radius), tip, palette.CHOSEN, 2.5)
