"""Draws the Voronoi region that contains the origin in a step of GJK, or another region with the test it failed."""

from itertools import combinations

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.cut import Facet, cut_out, frame, mean_point
from gjkscope.app.view.drawing.drawlist import Color, Layer
from gjkscope.engine.gjk.explain import Tested, region_tests
from gjkscope.engine.gjk.simplex import SLOTS, Region
from gjkscope.engine.gjk.voronoi import half_spaces
from gjkscope.engine.vectors import ZERO, Mat3, Vec3, cross, norm, sub

REACH = 0.25  # fraction of the view's radius: minimum extent at which an unbounded region is clipped
MARGIN = 1.15  # factor by which the shown part extends past the origin


def draw_regions(builder: Builder, step: Tested, hovered: int | None, radius: float, lit: float = 1.0) -> None:
    """Draws the region that contains the origin, or the region whose table row is under the pointer.

    `lit` is how much the first has lit up, 0 … 1.
    """
    if step.candidate.size < 2:
        return
    asked = () if hovered is None else region_tests(step)
    test = next((test for test in asked if test.region == hovered and not test.won), None)
    if test is None:
        if lit > 0:
            _draw_region(builder, step, step.region, palette.faded(palette.SIMPLEX, lit), 0.0, radius)
        return
    middle = _draw_region(builder, step, test.region, palette.DROPPED, 6.0, radius)
    builder.label(f"{test.name} lost: {test.inequality}", middle, palette.DROPPED, 9)


def _draw_region(builder: Builder, step: Tested, region: Region, color: Color, dash: float, radius: float) -> Vec3:
    """Draws the region's facets and their edges; returns the centre of the shown part."""
    points = [vertex.point for vertex in step.candidate.vertices[: step.candidate.size]]
    feature = [points[slot] for slot in SLOTS[region]]
    facets = _facets(points, region, feature, radius)
    walls = [facet.corners for facet in facets if not facet.is_end]
    for corners in walls:
        builder.polygon(corners, palette.faded(color, 0.1 * color[3]))
        builder.path(corners, palette.faded(color, 0.5 * color[3]), 1.2, dash, Layer.TRANSLUCENT, closed=True)
    return mean_point([corner for facet in facets for corner in facet.corners] or feature)


def _facets(points: list[Vec3], region: Region, feature: list[Vec3], radius: float) -> tuple[Facet, ...]:
    if len(feature) == 4:  # the interior is bounded by the simplex itself
        return tuple(Facet(face, False) for face in combinations(feature, 3))
    center = mean_point(feature)
    return cut_out(center, _axes(feature), _reach(feature, center, radius), half_spaces(points, region))


def _axes(feature: list[Vec3]) -> Mat3:
    """The axes of the clipping box: the first along an edge, or along a face's normal."""
    if len(feature) == 2:
        return frame(sub(feature[1], feature[0]))
    return frame(cross(sub(feature[1], feature[0]), sub(feature[2], feature[0])) if len(feature) == 3 else ZERO)


def _reach(feature: list[Vec3], center: Vec3, radius: float) -> Vec3:
    """The half sides of the clipping box: across the feature it contains the origin, along it the feature."""
    across = max(REACH * radius, MARGIN * norm(center))
    extent = MARGIN * max(norm(sub(point, center)) for point in feature)
    return ((across, across, across), (extent, across, across), (across, extent, extent))[len(feature) - 1]
