"""Marks for the nearest feature of a simplex in space: the region that contains the origin, and the closest point."""

from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks.features import draw_feature_of_simplex, draw_nearest_features
from gjkscope.app.view.drawing.marks.regions import draw_regions
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.marks.simplex import draw_closest
from gjkscope.engine.result import Exit
from gjkscope.engine.tutorial import nearest

STEPS = (nearest.State,)


def draw_in_world(builder: Builder, step: nearest.State, sight: Sight, _: float) -> None:
    """Highlights the features of both bodies whose difference is nearest to the origin."""
    draw_nearest_features(builder, step.simplex.vertices[: step.simplex.size], sight)


def draw_in_difference(builder: Builder, step: nearest.State, sight: Sight, radius: float) -> None:
    """Draws the simplex, its nearest feature, and the region of that feature."""
    if sight.visible.regions:
        draw_regions(builder, step, sight.region, radius)
    whole, feature = step.candidate.vertices[: step.candidate.size], step.simplex.vertices[: step.simplex.size]
    draw_feature_of_simplex(builder, whole, feature)
    if step.exit != Exit.ORIGIN_ENCLOSED:
        draw_closest(builder, step.closest, 0.0)
