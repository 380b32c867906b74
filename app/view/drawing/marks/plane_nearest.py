"""Marks for the nearest feature of a simplex in the plane: all Voronoi regions as areas, named, and one of them lit."""

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks.features import draw_feature_of_simplex, draw_nearest_features
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.marks.simplex import draw_closest
from gjkscope.app.view.drawing.planar.regions import draw_lost_region, draw_region_areas, region_place
from gjkscope.app.view.drawing.planar.strokes import into_view, place_in_space
from gjkscope.engine.plane.gjk.explain import region_tests_in_plane
from gjkscope.engine.plane.gjk.simplex import PLANE_SLOTS, vertices_in_plane
from gjkscope.engine.plane.vectors import in_space
from gjkscope.engine.result import Exit
from gjkscope.engine.tutorial import nearest_in_plane

STEPS = (nearest_in_plane.State,)

NAME_ROOM = 0.3  # fraction of the view's radius: the distance of a region's name from its feature
NAMES_REACH = 1.25  # as such a fraction: names may lie outside of what is shown, or they end up in other regions


def draw_in_world(builder: Builder, step: nearest_in_plane.State, sight: Sight, _: float) -> None:
    """Highlights the features of both bodies whose difference is nearest to the origin."""
    draw_nearest_features(builder, [place_in_space(vertex) for vertex in vertices_in_plane(step.simplex)], sight)


def draw_in_difference(builder: Builder, step: nearest_in_plane.State, sight: Sight, radius: float) -> None:
    """Draws the regions with their names, the simplex and its nearest feature, and the closest point."""
    if sight.visible.regions and step.candidate.size > 1:
        _draw_regions(builder, step, sight.region, radius)
    draw_feature_of_simplex(
        builder,
        [place_in_space(vertex) for vertex in vertices_in_plane(step.candidate)],
        [place_in_space(vertex) for vertex in vertices_in_plane(step.simplex)],
    )
    if step.exit != Exit.ORIGIN_ENCLOSED:
        draw_closest(builder, in_space(step.closest), 0.0)


def _draw_regions(builder: Builder, step: nearest_in_plane.State, hovered: int | None, radius: float) -> None:
    """Draws all regions, named; the one under the pointer with the test that it failed."""
    points = [vertex.point for vertex in vertices_in_plane(step.candidate)]
    draw_region_areas(builder, points, PLANE_SLOTS[step.region], radius)
    for test in region_tests_in_plane(step):
        slots = PLANE_SLOTS[test.region]
        color = palette.SIMPLEX_TEXT if test.won else palette.DROPPED
        point = into_view(builder, in_space(region_place(points, slots, NAME_ROOM * radius)), NAMES_REACH * radius)
        away_from = in_space(region_place(points, slots, 0.0)) if len(slots) < 3 else None
        builder.label(test.name, point, color, 3, away_from)
        if test.region == hovered and not test.won:
            draw_lost_region(builder, points, slots, radius, f"{test.name} lost: {test.inequality}")
