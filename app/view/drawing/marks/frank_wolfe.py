"""Marks for Frank–Wolfe: the active set as spokes of the closest point, and where the step moves it."""

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks import simplex
from gjkscope.app.view.drawing.marks.segments import draw_between
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine import frank_wolfe
from gjkscope.engine.frank_wolfe import FrankWolfeMove
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.vectors import add, along, norm, sub

STEPS = (frank_wolfe.State,)

NAMED = 4  # active vertices with a label, the heaviest
LEAST = 0.15  # opacity of the spoke of a vertex of little weight


def draw_in_world(builder: Builder, step: frank_wolfe.State, sight: Sight, radius: float) -> None:
    """Draws the support points and, while the search runs, the closest points found so far."""
    origin = sight.bodies[0].pose.position
    if sight.visible.supports:
        simplex.draw_supports(builder, step.support, step.direction, origin, sight, radius)
    if sight.visible.witnesses and step.exit == Exit.RUNNING:
        on_a, on_b = (add(point, origin) for point in frank_wolfe.witnesses_of(step))
        draw_between(builder, on_a, on_b)
        builder.label(f"{number(norm(step.closest))} m so far", on_b, palette.TEXT, 1, away_from=on_a)


def draw_in_difference(builder: Builder, step: frank_wolfe.State, sight: Sight, radius: float) -> None:
    """Draws the active set, the direction, the move of the closest point and its path."""
    simplex.draw_support_plane(builder, step.support, step.direction, sight, radius)
    if sight.visible.path:
        simplex.draw_path(builder, [past.closest for past in sight.so_far], radius)
    _draw_active(builder, step)
    _draw_move(builder, step)
    if step.support in step.active.vertices:
        simplex.draw_new(builder, step.support)
    elif step.iteration > 0:
        simplex.draw_found_support(builder, step.support, step.closest_before)
    simplex.draw_direction(builder, step.closest_before, step.direction, radius)
    if step.exit != Exit.ORIGIN_ENCLOSED:
        simplex.draw_closest(builder, step.closest, frank_wolfe.norm_rounding(step))


def _draw_active(builder: Builder, step: frank_wolfe.State) -> None:
    """Draws the simplex of up to four vertices; of more, the spokes to the closest point, by weight."""
    vertices, weights = step.active
    shares = [f" {number(100 * weight, 2)} %" for weight in weights]
    if len(vertices) <= 4:
        simplex.draw_simplex(builder, vertices, notes=shares if len(vertices) > 1 else ())
        return
    heaviest = sorted(range(len(vertices)), key=lambda slot: -weights[slot])
    for slot in heaviest:
        point = vertices[slot].point
        opacity = LEAST + (1 - LEAST) * weights[slot] / weights[heaviest[0]]
        builder.line(step.closest, point, palette.faded(palette.SIMPLEX, opacity), 1 + 3 * opacity)
        builder.point(point, palette.SIMPLEX, 5 + 7 * opacity)
    for slot in heaviest[:NAMED]:
        name = f"w{vertices[slot].birth}{shares[slot]}"
        builder.label(name, vertices[slot].point, palette.SIMPLEX_TEXT, 8, away_from=step.closest)


def _draw_move(builder: Builder, step: frank_wolfe.State) -> None:
    """Draws the way that the closest point could have gone, dashed, and the part that it went as an arrow."""
    start = step.closest_before
    if step.move == FrankWolfeMove.CORRAL:
        for cycle in step.cycles:
            builder.line(start, cycle.flat_point, palette.CHOSEN, 1.5, 4)
            start = along(start, sub(cycle.flat_point, start), cycle.walked)
            builder.point(start, palette.CHOSEN, 6)
        return
    if step.move == FrankWolfeMove.NONE:
        return
    builder.line(start, step.target, palette.CHOSEN, 1.5, 4)
    end = along(start, sub(step.target, start), step.length)
    if end != start:
        builder.arrow(start, end, palette.CHOSEN, 3)
        away = step.move == FrankWolfeMove.AWAY
        what = f"away from w{step.before.vertices[step.away].birth}" if away else f"γ = {number(step.length, 2)}"
        builder.label(what, end, palette.CHOSEN_TEXT, 4, away_from=start)
