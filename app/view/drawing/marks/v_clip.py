"""Marks for V-Clip: the pair of features, the Voronoi region that one of them is tested against, and the next feature.

The difference view shows where the pair's closest points lie in A − B: a walk towards the origin.
"""

from collections.abc import Sequence

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.cut import cut_out, frame, mean_point
from gjkscope.app.view.drawing.drawlist import Color, Layer
from gjkscope.app.view.drawing.marks.segments import draw_between
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.marks.simplex import PLANE, draw_closest, draw_path, draw_plane
from gjkscope.engine import v_clip
from gjkscope.engine.gjk.voronoi import RegionPlane
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.v_clip.explain import feature_words
from gjkscope.engine.vectors import Vec3, add, along, dot, neg, norm, scale, sub

STEPS = (v_clip.State,)

FEATURE_WIDTH, NEXT_WIDTH, WALKED_WIDTH = 4.5, 3.5, 1.2  # pixels
DASH = 6.0
REACH = 0.35  # fraction of the view's radius: how far an unbounded region is shown
MARGIN = 1.15  # factor by which the region extends past its feature and the other's closest point


def draw_in_world(builder: Builder, step: v_clip.State, sight: Sight, radius: float) -> None:
    """Draws both features, the regions that were tested, the plane that decided, and the feature that is next."""
    origin = sight.bodies[0].pose.position
    if step.exit == Exit.DEGENERATE_INPUT:
        return
    if sight.visible.regions:
        for side in (0, 1):
            if step.move.side in (side, -1):
                _draw_region(builder, step, side, origin, radius)
    if sight.visible.planes and step.move.decisive >= 0:
        _draw_decisive_plane(builder, step, origin, radius)
    if sight.visible.path:
        _draw_walk(builder, sight.so_far, origin)
    _draw_features(builder, step, sight, origin)
    if not (sight.is_last and sight.visible.witnesses):  # the result has a segment of its own
        draw_between(builder, add(step.point_a, origin), add(step.point_b, origin))
        if step.distance > 0:
            middle = scale(add(add(step.point_a, step.point_b), scale(origin, 2.0)), 0.5)
            builder.label(f"{number(step.distance)} m", middle, palette.TEXT, 4)


def draw_in_difference(builder: Builder, step: v_clip.State, sight: Sight, radius: float) -> None:
    """Draws the difference of the closest points in every step so far."""
    if step.exit == Exit.DEGENERATE_INPUT:
        return
    if sight.visible.path:
        draw_path(builder, [sub(walked.point_a, walked.point_b) for walked in sight.so_far], radius)
    draw_closest(builder, sub(step.point_a, step.point_b), 0.0)


def _draw_features(builder: Builder, step: v_clip.State, sight: Sight, origin: Vec3) -> None:
    colors = palette.lighter(palette.A, 0.5), palette.lighter(palette.B, 0.5)
    pairs = (step.feature_a, step.feature_b)
    for side, (named, color) in enumerate(zip(pairs, colors, strict=True)):
        corners = [add(corner, origin) for corner in named.corners]
        _draw_feature(builder, corners, color, FEATURE_WIDTH)
        _label(builder, named, sight.bodies[side].name, corners, sight.bodies[side].ball[0])
    if step.replacement is not None:
        corners = [add(corner, origin) for corner in step.replacement.corners]
        _draw_feature(builder, corners, palette.NEW, NEXT_WIDTH, DASH)
        body = sight.bodies[step.move.side]
        builder.label(
            f"next: {feature_words(step.replacement)}", mean_point(corners), palette.NEW, 6, away_from=body.ball[0]
        )


def _draw_feature(builder: Builder, corners: Sequence[Vec3], color: Color, width: float, dash: float = 0.0) -> None:
    if len(corners) == 1:
        builder.point(corners[0], color, 2.5 * width)
    elif len(corners) == 2:
        builder.line(corners[0], corners[1], color, width, dash)
    else:
        builder.polygon(corners, palette.faded(color, 0.35))
        builder.path(corners, color, width, dash, closed=True)


def _label(builder: Builder, named: v_clip.NamedFeature, body: str, corners: Sequence[Vec3], away_from: Vec3) -> None:
    builder.label(f"{feature_words(named)} of {body}", mean_point(corners), palette.TEXT, 5, away_from=away_from)


def _draw_walk(builder: Builder, steps: Sequence[v_clip.State], origin: Vec3) -> None:
    """Draws the closest points of the pairs so far, on each body from one to the next."""
    for color, places in (
        (palette.A, [add(step.point_a, origin) for step in steps]),
        (palette.B, [add(step.point_b, origin) for step in steps]),
    ):
        if len(places) > 1:
            builder.path(places, color, WALKED_WIDTH)
        for place in places[:-1]:
            builder.point(place, color, 5)


def _draw_decisive_plane(builder: Builder, step: v_clip.State, origin: Vec3, radius: float) -> None:
    """Draws the plane that decided, beside the closest point of the feature that was tested with it."""
    test = step.move.tests[step.move.decisive]
    tested = (step.point_b, step.point_a)[test.side]
    foot = along(tested, test.plane.normal, -dot(test.plane.normal, sub(tested, test.plane.point)))
    draw_plane(builder, add(foot, origin), test.plane.normal, PLANE * radius, palette.CHOSEN, 2.0)


def _draw_region(builder: Builder, step: v_clip.State, side: int, origin: Vec3, radius: float) -> None:
    """Draws the walls of the Voronoi region of the feature on this side, as far as they were tested."""
    planes = {test.plane: None for test in step.move.tests if test.side == side}
    if not planes:
        return
    named = (step.feature_a, step.feature_b)[side]
    color = (palette.A, palette.B)[side]
    center = mean_point(named.corners)
    other = (step.point_b, step.point_a)[side]
    span = MARGIN * max(norm(sub(corner, center)) for corner in named.corners)
    across = max(REACH * radius, min(MARGIN * norm(sub(other, center)), 2 * REACH * radius))
    axis = sub(named.corners[1], named.corners[0]) if len(named.corners) == 2 else next(iter(planes)).normal
    reach = (span if len(named.corners) == 2 else max(span, across), max(span, across), max(span, across))
    walls = cut_out(center, frame(axis), reach, [RegionPlane(plane.point, neg(plane.normal)) for plane in planes])
    for facet in walls:
        if not facet.is_end:
            corners = [add(corner, origin) for corner in facet.corners]
            builder.polygon(corners, palette.faded(color, 0.1))
            builder.path(corners, palette.faded(color, 0.5), 1.2, layer=Layer.TRANSLUCENT, closed=True)
