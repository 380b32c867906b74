"""Draws the Voronoi regions of a simplex in the plane as areas: all of them faintly, one of them lit.

A region consists of the points to which one feature of the simplex is nearest.  In the plane, two lines perpendicular
to each edge, at its ends, separate the regions of edges from those of vertices.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Layer
from gjkscope.app.view.drawing.planar.outline import HalfPlane, clipped, square_around
from gjkscope.engine.plane.vectors import ORIGIN2, Vec2, add2, cross2, dot2, in_space, neg2, right2, scale2, sub2, unit2

Slots = tuple[int, ...]
"""The feature of a region, by its vertices: one for a vertex, two for an edge, three for the interior."""

REACH = 12.0  # fraction of the view's radius: unbounded regions end far outside of the view
# How strongly a region is filled, by the number of vertices of its feature; neighbours differ, so that each is an area.
TINTS = {1: 0.10, 2: 0.20, 3: 0.0}
LIT, LIT_BORDER, LOST_DASH = 0.26, 1.8, 6.0
BORDER, BORDER_ALPHA = 1.1, 0.55


def draw_region_areas(
    builder: Builder, points: Sequence[Vec2], lit: Slots, radius: float, shown: float = 1.0, light: float = 1.0
) -> None:
    """Draws all regions of the simplex with these two or three vertices, that of the feature `lit` in its colour.

    `shown` and `light`, 0 … 1, are how far all of them have faded in, and how far `lit` has lit up.
    """
    for slots in features(len(points)):
        area = region_area(points, slots, radius)
        if len(area) < 3:
            continue
        corners = [in_space(corner) for corner in area]
        if TINTS[len(slots)] * shown > 0 and (slots != lit or light < 1):
            builder.polygon(corners, palette.faded(palette.DROPPED, TINTS[len(slots)] * shown))
        if slots == lit and light > 0:
            builder.polygon(corners, palette.faded(palette.SIMPLEX, LIT * light))
    for start, way in _borders(points):
        far = add2(start, scale2(way, REACH * radius))
        faint = palette.faded(palette.DROPPED, BORDER_ALPHA * shown)
        builder.line(in_space(start), in_space(far), faint, BORDER, layer=Layer.SOLID)


def draw_lost_region(builder: Builder, points: Sequence[Vec2], slots: Slots, radius: float, words: str) -> None:
    """Draws the dashed border of a region that does not contain the origin, labelled with the test that it failed."""
    area = region_area(points, slots, radius)
    if len(area) > 2:
        corners = [in_space(corner) for corner in area]
        builder.path(corners, palette.DROPPED, LIT_BORDER, LOST_DASH, Layer.ON_TOP, closed=True)
    builder.label(words, in_space(_middle([points[slot] for slot in slots])), palette.DROPPED, 9)


def region_place(points: Sequence[Vec2], slots: Slots, away: float) -> Vec2:
    """A point of the region at that distance from its feature, for its name; of the interior its middle."""
    middle = _middle([points[slot] for slot in slots])
    if len(slots) == 3 or (len(points) == 2 and len(slots) == 2):
        return middle
    return add2(middle, scale2(unit2(sub2(middle, _middle(points))), away))


def features(count: int) -> Iterator[Slots]:
    """All features of a simplex with this number of vertices."""
    return (slots for size in range(1, count + 1) for slots in combinations(range(count), size) if count > 1)


def region_area(points: Sequence[Vec2], slots: Slots, radius: float) -> tuple[Vec2, ...]:
    """The region of a feature as a convex polygon, cut off far outside of the view; empty if it has no area."""
    return clipped(square_around(_middle(points), REACH * radius), half_planes(points, slots))


def half_planes(points: Sequence[Vec2], slots: Slots) -> tuple[HalfPlane, ...]:
    """The half-planes whose intersection is the region of a feature of a simplex with two or three vertices."""
    if len(points) == 2 and len(slots) == 2:
        p, q = points
        lines = [(p, sub2(p, q)), (q, sub2(q, p))]
    elif len(slots) == 1:
        here = points[slots[0]]
        lines = [(here, sub2(point, here)) for point in points if point != here]
    elif len(slots) == 2:
        p, q = (points[slot] for slot in slots)
        lines = [(p, sub2(p, q)), (q, sub2(q, p)), (p, neg2(_outwards(points, slots)))]
    else:
        lines = [(points[edge[0]], _outwards(points, edge)) for edge in combinations(slots, 2)]
    return tuple((through, unit2(normal)) for through, normal in lines if normal != ORIGIN2)


def _middle(points: Sequence[Vec2]) -> Vec2:
    return scale2((sum(x for x, _ in points), sum(y for _, y in points)), 1 / len(points))


def _outwards(points: Sequence[Vec2], edge: Slots) -> Vec2:
    """Perpendicular to an edge of a triangle, away from its third vertex; zero if the triangle has no area."""
    p, q = (points[slot] for slot in edge)
    third = next(point for slot, point in enumerate(points) if slot not in edge)
    normal = right2(sub2(q, p))
    side = dot2(normal, sub2(third, p))
    if cross2(sub2(q, p), sub2(third, p)) == 0:
        return ORIGIN2
    return normal if side < 0 else neg2(normal)


def _borders(points: Sequence[Vec2]) -> Iterator[tuple[Vec2, Vec2]]:
    """The rays between regions: where they start, and their unit directions."""
    for edge in combinations(range(len(points)), 2):
        p, q = (points[slot] for slot in edge)
        normal = right2(unit2(sub2(q, p)))
        both = (normal, neg2(normal)) if len(points) == 2 else (unit2(_outwards(points, edge)),)
        yield from ((end, way) for end in (p, q) for way in both if way != ORIGIN2)
