"""Marks for EPA in the plane: the polygon inside A − B, the edge that was searched, and the bounds on the depth."""

from math import isfinite

from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.marks.simplex import (
    SearchMotion,
    draw_direction,
    draw_found_support,
    draw_new,
    draw_simplex,
    draw_support_plane,
    draw_supports,
)
from gjkscope.app.view.drawing.planar.polygon import (
    draw_expanding_polygon,
    draw_least_depth,
    draw_most_depth,
    draw_pointed_edge,
    draw_replaced_edge,
    draw_unfolding_edges,
    polygon_sides,
)
from gjkscope.app.view.drawing.planar.strokes import arrow_room, place_in_space
from gjkscope.app.view.drawing.timing import stage
from gjkscope.engine.plane.cores import PlaneVertex
from gjkscope.engine.plane.epa import steps as epa
from gjkscope.engine.plane.epa.explain import edge_name
from gjkscope.engine.plane.vectors import Vec2, add2, in_space, scale2
from gjkscope.engine.text import number

STEPS = (epa.State,)


def draw_in_world(builder: Builder, step: epa.State, sight: Sight, radius: float) -> None:
    """Draws the support points; none for a seed, which makes no search."""
    if sight.visible.supports and step.aim != epa.PlaneSearchReason.SEED and sight.shows("support"):
        origin, direction = sight.bodies[0].pose.position, in_space(step.direction)
        draw_supports(builder, place_in_space(step.support), direction, origin, sight, radius, _search(sight))


def draw_in_difference(builder: Builder, step: epa.State, sight: Sight, radius: float) -> None:
    """Draws the polygon, the search from its nearest edge, and the bounds on the depth."""
    is_search = step.aim != epa.PlaneSearchReason.SEED
    if not step.edges:
        shown = step.polygon if not is_search or sight.shows("outcome") else step.before
        draw_simplex(builder, [place_in_space(vertex) for vertex in shown])
    elif step.chosen >= 0 and sight.part("split") < 1:
        _draw_before(builder, step, sight, radius)
        if sight.shows("split"):
            side = polygon_sides([place_in_space(vertex) for vertex in step.before])[step.chosen]
            draw_unfolding_edges(builder, side, in_space(step.support.point), sight.part("split"))
    else:
        _draw_after(builder, step, sight, radius)
    if is_search and sight.shows("support"):
        _draw_search(builder, step, sight, radius)


def draw_known(builder: Builder, step: epa.State, radius: float) -> None:
    """Draws what a question about the step's search may show: the polygon that it begins with, and its nearest edge."""
    draw_expanding_polygon(builder, [place_in_space(vertex) for vertex in step.before], step.chosen)
    _draw_before_search(builder, step, 1.0)


def _draw_before_search(builder: Builder, step: epa.State, reached: float) -> None:
    """Draws the bound that the nearest edge gives, as far as it is `reached`."""
    if step.chosen >= 0:
        edge = step.edges_before[step.chosen]
        draw_least_depth(builder, edge.normal, edge.distance, reached=reached)


def _search(sight: Sight) -> SearchMotion:
    """The arrow grows along the edge's normal before the line sweeps."""
    progress = sight.part("support")
    return SearchMotion(stage(progress, 0.0, 0.25), None, stage(progress, 0.25, 1.0), sight.past("support"))


def _draw_before(builder: Builder, step: epa.State, sight: Sight, radius: float) -> None:
    """Draws the polygon that the step began with; the edge that is searched is its nearest."""
    draw_expanding_polygon(builder, [place_in_space(vertex) for vertex in step.before], step.chosen)
    _draw_before_search(builder, step, sight.part("edge"))
    if sight.visible.planes and sight.part("support") == 1:
        draw_most_depth(builder, step.normal, -step.lower, radius)


def _draw_after(builder: Builder, step: epa.State, sight: Sight, radius: float) -> None:
    """Draws the polygon that the step ended with, and the edge that two others have replaced."""
    polygon, before = (
        [place_in_space(vertex) for vertex in step.polygon],
        [place_in_space(vertex) for vertex in step.before],
    )
    draw_expanding_polygon(builder, polygon, step.nearest if len(polygon) != len(before) else step.chosen)
    if step.chosen >= 0 and len(polygon) > len(before):
        draw_replaced_edge(builder, polygon_sides(before)[step.chosen])
    if sight.face is not None and sight.face < len(step.edges):
        words = f"{edge_name(step.polygon, sight.face)}: {number(step.edges[sight.face].distance)} m"
        draw_pointed_edge(builder, polygon_sides(polygon)[sight.face], words)
    if step.nearest < 0 or (sight.is_last and sight.visible.push_out):  # the push-out is the depth
        return
    nearest = step.edges[step.nearest]
    reached = sight.part("outcome") if sight.is_at("outcome") else 1.0
    draw_least_depth(builder, nearest.normal, nearest.distance, sight.is_last, reached)
    if sight.visible.planes and isfinite(step.lower) and not sight.is_last:
        draw_most_depth(builder, step.normal, -step.lower, radius)


def _draw_search(builder: Builder, step: epa.State, sight: Sight, radius: float) -> None:
    """Draws the direction that was searched, and the line that touches A − B at the new support point."""
    tail, direction, search, support = (
        in_space(_tail(step)),
        in_space(step.direction),
        _search(sight),
        place_in_space(step.support),
    )
    if sight.beat is not None or step.direction != step.normal or sight.is_last:  # otherwise the bound is this line
        draw_support_plane(builder, support, direction, sight, radius, search, tail)
    tail, share = arrow_room(builder, tail, direction, radius)
    draw_direction(builder, tail, direction, share * radius, search)
    is_joined = step.support in step.polygon and (sight.beat is None or sight.shows("split") or sight.shows("outcome"))
    if is_joined:
        draw_new(builder, support)
    elif search.appeared > 0:
        draw_found_support(builder, support, tail, search.appeared)


def _tail(step: epa.State) -> Vec2:
    """Where the search starts: the middle of the edge, or of the seed that grows."""
    ends = step.before if step.chosen < 0 else (step.before[step.chosen], *_next(step))
    total = (0.0, 0.0)
    for vertex in ends:
        total = add2(total, vertex.point)
    return scale2(total, 1 / len(ends))


def _next(step: epa.State) -> tuple[PlaneVertex, ...]:
    return (step.before[(step.chosen + 1) % len(step.before)],)
