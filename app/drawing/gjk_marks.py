"""What a step of GJK looks like, on the shapes and on their difference."""

from functools import reduce
from itertools import combinations

from engine import gjk
from engine.result import Exit
from engine.vectors import ZERO, add, along, neg, norm, scale
from engine.words import number

from ..scene import Body
from ..state import Visibility
from . import palette
from .builder import Builder
from .drawlist import PointStyle
from .witnesses import draw_between


def draw_in_world(
    builder: Builder, step: gjk.State, body_a: Body, body_b: Body, visible: Visibility, radius: float
) -> None:
    """The support points, and while the search runs the points of the shapes that are closest so far."""
    if visible.supports:
        _draw_supports(builder, step, body_a, body_b, radius)
    if visible.witnesses and step.exit == Exit.RUNNING:
        _draw_closest_so_far(builder, step, body_a)


def draw_in_difference(builder: Builder, step: gjk.State, radius: float) -> None:
    """The simplex with what is new, dropped or refused, the direction, and the closest point."""
    kept = step.simplex.vertices[: step.simplex.size]
    dropped = [v for v in step.candidate.vertices[: step.candidate.size] if v not in kept]
    _draw_dropped(builder, step, dropped)
    _draw_simplex(builder, kept)
    if step.support in kept or step.support in dropped:
        builder.point(step.support.point, palette.NEW, 21, PointStyle.RING)
    else:
        _draw_refused(builder, step.support)
    _draw_search(builder, step, radius)
    _draw_closest(builder, step)


def _draw_supports(builder: Builder, step: gjk.State, body_a: Body, body_b: Body, radius: float) -> None:
    """The two support points of the step, each with the direction it was searched in."""
    origin = body_a.pose.position
    on_a, on_b = add(step.support.a, origin), add(step.support.b, origin)
    for point, direction, name in (
        (on_a, step.direction, f"s_{body_a.name}(d)"),
        (on_b, neg(step.direction), f"s_{body_b.name}(−d)"),
    ):
        head = along(point, direction, 0.28 * radius)
        builder.arrow(point, head, palette.SEARCH, 2.5)
        builder.point(point, palette.SEARCH, 9)
        builder.label(name, point, palette.SEARCH, 2, away_from=head)


def _draw_closest_so_far(builder: Builder, step: gjk.State, body_a: Body) -> None:
    """The points of the two cores that the closest point of the simplex is the difference of."""
    on_a, on_b = (add(point, body_a.pose.position) for point in gjk.witnesses(step))
    draw_between(builder, on_a, on_b)
    builder.label(f"{number(norm(step.closest))} m so far", scale(add(on_a, on_b), 0.5), palette.TEXT, 1)


def _draw_simplex(builder: Builder, kept: tuple[gjk.Vertex, ...]) -> None:
    for p, q in combinations(kept, 2):
        builder.line(p.point, q.point, palette.CHOSEN, 3.5)
    for face in combinations(kept, 3):
        builder.polygon([vertex.point for vertex in face], palette.faded(palette.CHOSEN, 0.3))
    inside = scale(reduce(add, (vertex.point for vertex in kept)), 1 / len(kept))
    for vertex in kept:
        builder.point(vertex.point, palette.CHOSEN, 12)
        builder.label(f"w{vertex.birth}", vertex.point, palette.CHOSEN_TEXT, 8, away_from=inside)


def _draw_dropped(builder: Builder, step: gjk.State, dropped: list[gjk.Vertex]) -> None:
    """The vertices that go, and their edges to the rest, faded and dashed."""
    everyone = step.candidate.vertices[: step.candidate.size]
    for p, q in combinations(everyone, 2):
        if p in dropped or q in dropped:
            builder.line(p.point, q.point, palette.faded(palette.DROPPED, 0.8), 1.8, 6)
    for vertex in dropped:
        builder.point(vertex.point, palette.DROPPED, 9)
        builder.label(f"w{vertex.birth} dropped", vertex.point, palette.DROPPED, 4)


def _draw_refused(builder: Builder, vertex: gjk.Vertex) -> None:
    """The last support, which is no nearer to the origin and so does not join the simplex."""
    builder.point(vertex.point, palette.DROPPED, 19, PointStyle.RING)
    builder.label(f"w{vertex.birth} no nearer", vertex.point, palette.DROPPED, 4)


def _draw_search(builder: Builder, step: gjk.State, radius: float) -> None:
    """The direction of the search, from where the step before had come to."""
    head = along(step.closest_before, step.direction, 0.35 * radius)
    builder.arrow(step.closest_before, head, palette.SEARCH, 3)
    builder.label("d", head, palette.SEARCH, 5, away_from=step.closest_before)


def _draw_closest(builder: Builder, step: gjk.State) -> None:
    if step.exit == Exit.ORIGIN_ENCLOSED:
        return
    distance = norm(step.closest)
    shown = number(distance) if distance > gjk.rounding(step) else "0"  # less is made of rounding
    builder.line(ZERO, step.closest, palette.TEXT, 2, 4)
    builder.point(step.closest, palette.TEXT, 8)
    builder.label(f"closest {shown} m", step.closest, palette.TEXT, 6, away_from=ZERO)
