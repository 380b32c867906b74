"""Marks for GJK in the plane: the Voronoi regions of the simplex as areas, and lines in place of planes."""

from gjkscope.app.drawing import palette
from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.marks.segments import draw_between
from gjkscope.app.drawing.marks.sight import Sight
from gjkscope.app.drawing.marks.simplex import (
    draw_closest,
    draw_direction,
    draw_dropped,
    draw_new,
    draw_refused,
    draw_simplex,
)
from gjkscope.app.drawing.planar.regions import draw_lost_region, draw_region_areas
from gjkscope.app.drawing.planar.strokes import draw_closest_path, draw_support_line, draw_support_points, placed
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.gjk.explain import region_tests_in_plane
from gjkscope.engine.plane.gjk.simplex import PLANE_SLOTS
from gjkscope.engine.plane.vectors import Vec2, add2, in_plane, in_space, norm2
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.vectors import add, scale

STEPS = (gjk.State,)


def draw_in_world(builder: Builder, step: gjk.State, sight: Sight, radius: float) -> None:
    """Draws the support points and, while the search runs, the closest points found so far."""
    if sight.visible.supports and sight.shows("support"):
        draw_support_points(builder, step.support, step.direction, sight, radius, sight.part("support"))
    if sight.visible.witnesses and step.exit == Exit.RUNNING and sight.shows("drop"):
        _draw_closest_so_far(builder, step, in_plane(sight.bodies[0].pose.position))


def draw_in_difference(builder: Builder, step: gjk.State, sight: Sight, radius: float) -> None:
    """Draws the regions, the simplex with new, dropped and refused vertices, the direction and the closest point."""
    if sight.visible.regions and sight.shows("feature"):
        _draw_regions(builder, step, sight.region, radius, sight.part("feature"))
    if sight.visible.planes and sight.shows("support"):
        draw_support_line(
            builder, step.support.point, step.direction, radius, step.closest_before, sight.part("support")
        )
    if sight.visible.path and sight.shows("drop"):
        draw_closest_path(builder, [one.closest for one in sight.so_far])
    _draw_vertices(builder, step, sight)
    draw_direction(builder, in_space(step.closest_before), in_space(step.direction), radius * sight.part("direction"))
    if step.exit != Exit.ORIGIN_ENCLOSED or not sight.shows("feature"):
        closest = step.closest if sight.shows("feature") else step.closest_before
        draw_closest(builder, in_space(closest), gjk.plane_rounding(step))


def _draw_vertices(builder: Builder, step: gjk.State, sight: Sight) -> None:
    """Draws the simplex as the beat has left it: before the step, with the new vertex, or without the dropped ones."""
    found, everyone = placed(step.support), [placed(vertex) for vertex in step.candidate]
    kept = [placed(vertex) for vertex in step.simplex]
    if not sight.shows("feature"):
        kept = everyone = [placed(vertex) for vertex in step.before]
    elif not sight.shows("drop"):
        kept = everyone
    draw_dropped(builder, [vertex for vertex in everyone if vertex not in kept], everyone)
    draw_simplex(builder, kept)
    if sight.part("support") < 1:
        return
    if found in everyone or not sight.shows("outcome"):
        draw_new(builder, found)
        if found not in everyone:
            builder.label(f"w{found.birth}", found.point, palette.NEW, 8)
    else:
        draw_refused(builder, found, "no nearer")


def _draw_closest_so_far(builder: Builder, step: gjk.State, origin: Vec2) -> None:
    """Draws the points of the two cores whose difference is the simplex's closest point."""
    on_a, on_b = (in_space(add2(point, origin)) for point in gjk.weighted_witnesses(step.simplex, step.weights))
    draw_between(builder, on_a, on_b)
    builder.label(f"{number(norm2(step.closest))} m so far", scale(add(on_a, on_b), 0.5), palette.TEXT, 1)


def _draw_regions(builder: Builder, step: gjk.State, hovered: int | None, radius: float, part: float) -> None:
    """Draws all regions and lights the one that contains the origin, or outlines the one under the pointer."""
    points = [vertex.point for vertex in step.candidate]
    if len(points) < 2:
        return
    draw_region_areas(builder, points, PLANE_SLOTS[step.region], radius, part)
    for test in () if hovered is None else region_tests_in_plane(step):
        if test.region == hovered and not test.won:
            words = f"{test.name} lost: {test.inequality}"
            draw_lost_region(builder, points, PLANE_SLOTS[test.region], radius, words)
