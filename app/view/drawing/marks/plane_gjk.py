"""Marks for GJK in the plane: the Voronoi regions of the simplex as areas, and lines in place of planes."""

from gjkscope.app.scenes.cameras.easing import point_between
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks import simplex
from gjkscope.app.view.drawing.marks.segments import draw_between
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.planar.closer import draw_closer
from gjkscope.app.view.drawing.planar.regions import draw_lost_region, draw_region_areas
from gjkscope.app.view.drawing.planar.strokes import arrow_room, draw_closest_path, place_in_space
from gjkscope.app.view.drawing.timing import stage
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.gjk.explain import region_tests_in_plane
from gjkscope.engine.plane.gjk.simplex import PLANE_SLOTS, vertices_in_plane
from gjkscope.engine.plane.vectors import Vec2, add2, in_plane, in_space, norm2
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Vec3, sub

STEPS = (gjk.State,)


def draw_in_world(builder: Builder, step: gjk.State, sight: Sight, radius: float) -> None:
    """Draws the support points and, while the search runs, the closest points found so far."""
    origin = sight.bodies[0].pose.position
    if sight.visible.supports:
        direction = in_space(step.direction)
        simplex.draw_supports(builder, place_in_space(step.support), direction, origin, sight, radius, _search(sight))
    shown = step if sight.part("feature") == 1 and (sight.beat is None or step.exit == Exit.RUNNING) else sight.before
    if sight.visible.witnesses and shown is not None and shown.exit == Exit.RUNNING:
        _draw_closest_so_far(builder, shown, in_plane(origin))


def draw_in_difference(builder: Builder, step: gjk.State, sight: Sight, radius: float) -> None:
    """Draws the regions, the simplex with new, dropped and refused vertices, the direction and the closest point."""
    search, start = _search(sight), _start(step, sight)
    if sight.visible.regions and sight.shows("feature"):
        _draw_regions(builder, step, sight.region, radius, stage(sight.part("feature"), 0.2, 1.0))
    if sight.visible.closer:
        _draw_closer(builder, step, sight, radius)
    simplex.draw_support_plane(
        builder, place_in_space(step.support), in_space(step.direction), sight, radius, search, start
    )
    if sight.visible.path:
        shown = sight.so_far[: None if sight.part("feature") == 1 else -1]
        draw_closest_path(builder, [past.closest for past in shown])
    _draw_vertices(builder, step, sight, search)
    _draw_direction(builder, step, sight, radius, start)
    _draw_closest(builder, step, sight)


def _search(sight: Sight) -> simplex.SearchMotion:
    previous = in_space(sight.before.direction) if sight.before is not None else None
    return simplex.SearchMotion(sight.part("direction"), previous, sight.part("support"), sight.past("support"))


def _start(step: gjk.State, sight: Sight) -> Vec3:
    """Where the search starts: the closest point before, or at first the difference of the two centres."""
    if step.iteration > 0:
        return in_space(step.closest_before)
    a, b = (convex(body.shape, body.pose).center for body in sight.bodies)
    return sub(a, b)


def _draw_closer(builder: Builder, step: gjk.State, sight: Sight, radius: float) -> None:
    """Draws why this step gets closer than the one before; the first step has only the point from which to search."""
    if step.iteration == 0:
        draw_closer(builder, step.closest, None, radius)
    else:
        draw_closer(builder, step.closest_before, step.support.point if sight.shows("feature") else None, radius)


def _draw_vertices(builder: Builder, step: gjk.State, sight: Sight, search: simplex.SearchMotion) -> None:
    """Draws the simplex with the new vertex, as soon as it is found, and what is dropped of it."""
    before, everyone = (
        [place_in_space(vertex) for vertex in vertices_in_plane(step.before)],
        [place_in_space(vertex) for vertex in vertices_in_plane(step.candidate)],
    )
    support = place_in_space(step.support)
    if sight.shows("feature") and support in everyone:
        kept = [place_in_space(vertex) for vertex in vertices_in_plane(step.simplex)]
        if sight.is_at("feature"):
            simplex.draw_simplex(builder, everyone, support, stage(sight.part("feature"), 0.0, 0.3))
        else:
            dropped = [vertex for vertex in everyone if vertex not in kept]
            simplex.draw_dropped(builder, dropped, everyone, sight.part("drop"))
            simplex.draw_simplex(builder, kept)
        simplex.draw_new(builder, support)
        return
    simplex.draw_simplex(builder, before)
    if sight.beat is None or sight.shows("outcome"):
        simplex.draw_refused(builder, support, "no nearer", sight.part("outcome"))
    elif search.appeared > 0:
        simplex.draw_found_support(builder, support, simplex.mean_of_vertices(before), search.appeared)


def _draw_direction(builder: Builder, step: gjk.State, sight: Sight, radius: float, start: Vec3) -> None:
    """Draws the direction from where the search started; in the first step it moves along with the line."""
    search, tail = _search(sight), start
    if step.iteration == 0:
        tail = point_between(start, in_space(step.support.point), search.swept)
    elif sight.before is not None and sight.before.iteration > 0:
        tail = point_between(in_space(sight.before.closest_before), start, search.turned)
    direction = in_space(step.direction)
    tail, share = arrow_room(builder, tail, direction, radius)
    simplex.draw_direction(builder, tail, direction, share * radius, search)


def _draw_closest(builder: Builder, step: gjk.State, sight: Sight) -> None:
    """Draws the closest point, which moves from the one before once the nearest feature is known."""
    moved, rounding = stage(sight.part("feature"), 0.6, 1.0), gjk.plane_rounding(step)
    if moved == 1:
        if step.exit != Exit.ORIGIN_ENCLOSED:
            simplex.draw_closest(builder, in_space(step.closest), rounding)
    elif step.iteration > 0:
        point = point_between(in_space(step.closest_before), in_space(step.closest), moved)
        simplex.draw_closest(builder, point, rounding, moving=moved > 0)


def _draw_closest_so_far(builder: Builder, step: gjk.State, origin: Vec2) -> None:
    """Draws the points of the two cores whose difference is the simplex's closest point."""
    on_a, on_b = (in_space(add2(point, origin)) for point in gjk.weighted_witnesses(step.simplex, step.weights))
    draw_between(builder, on_a, on_b)
    builder.label(f"{number(norm2(step.closest))} m so far", on_b, palette.TEXT, 1, away_from=on_a)


def _draw_regions(builder: Builder, step: gjk.State, hovered: int | None, radius: float, part: float) -> None:
    """Draws all regions and lights the one that contains the origin, or outlines the one under the pointer."""
    points = [vertex.point for vertex in vertices_in_plane(step.candidate)]
    if len(points) < 2:
        return
    shown, light = stage(part, 0.0, 0.5), stage(part, 0.5, 1.0)
    draw_region_areas(builder, points, PLANE_SLOTS[step.region], radius, shown, light)
    for test in () if hovered is None else region_tests_in_plane(step):
        if test.region == hovered and not test.won:
            words = f"{test.name} lost: {test.inequality}"
            draw_lost_region(builder, points, PLANE_SLOTS[test.region], radius, words)
