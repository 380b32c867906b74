"""The painter's order against the nearest item at each pixel, on facets and strokes that cross each other."""

import numpy as np
import pytest
import shapely

from gjkscope.app.share.export.vector.marks import Item, VectorDot, VectorFacet, VectorStroke, depth_plane, line_depth
from gjkscope.app.share.export.vector.order import painters_order
from gjkscope.app.view.drawing.drawlist import Floats, PointStyle

SIZE = 100.0
RED = (1.0, 0.0, 0.0, 1.0)
# Depths at a pixel that differ by less are decided by the width of strokes and by rounding.
CLOSE = 0.5


def random_facet(random: np.random.Generator, number: int) -> VectorFacet | None:
    corners = random.uniform(0, SIZE, (3, 3))
    plane = depth_plane(corners)
    area = shapely.Polygon(corners[:, :2])
    return None if plane is None or area.area < 40 else VectorFacet(area, plane, RED, 0, number)


def random_stroke(random: np.random.Generator) -> VectorStroke:
    start, end = random.uniform(0, SIZE, (2, 3))
    places = (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))
    return VectorStroke(*places, line_depth(start, end), RED, 2.0, 0.0, 2)


def depth_at(item: Item, x: float, y: float) -> float:
    a, b, c = item.plane
    return a * x + b * y + c


def at(items: list[Item], x: float, y: float) -> list[Item]:
    """The items at a pixel, in order."""
    return [item for item in items if item.covers.contains(shapely.Point(x, y))]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(4))
def test_what_is_painted_last_is_nearest(seed: int) -> None:
    random = np.random.default_rng(seed)
    facets = [facet for i in range(12) if (facet := random_facet(random, i)) is not None]
    strokes = [random_stroke(random) for _ in range(4)]
    painted = painters_order([*facets, *strokes])
    assert len(painted) > len(facets) + len(strokes)  # some crossed
    wrong = checked = 0
    for x, y in random.uniform(0, SIZE, (400, 2)).tolist():
        stack = at(painted, x, y)
        if len(stack) < 2:
            continue
        depths = sorted(depth_at(item, x, y) for item in stack)
        if depths[1] - depths[0] > CLOSE:
            checked += 1
            wrong += depth_at(stack[-1], x, y) != depths[0]
    assert checked > 80
    assert wrong <= checked // 50  # facets that hide each other in a circle


def test_parts_cover_what_the_whole_covered() -> None:
    random = np.random.default_rng(7)
    facets = [facet for i in range(10) if (facet := random_facet(random, i)) is not None]
    painted = painters_order(facets)
    for facet in facets:
        parts = [part.covers for part in painted if isinstance(part, VectorFacet) and part.face == facet.face]
        assert sum(part.area for part in parts) == pytest.approx(facet.area.area)


def test_a_stroke_through_a_facet_ends_where_it_enters() -> None:
    wall = square(depth=5.0)
    start, end = np.array((10.0, 50.0, 0.0)), np.array((90.0, 50.0, 10.0))
    line = VectorStroke((10.0, 50.0), (90.0, 50.0), line_depth(start, end), RED, 2.0, 6.0, 2)
    before, middle, after = painters_order([wall, line])
    assert isinstance(before, VectorStroke)
    assert isinstance(after, VectorStroke)
    assert middle is wall
    assert after.end == pytest.approx((50.0, 50.0))
    assert before.start == pytest.approx((50.0, 50.0))
    assert (after.offset, before.offset) == pytest.approx((0.0, 40.0))  # its dashes go on


def test_at_one_depth_marks_are_painted_after_facets() -> None:
    wall, dot = square(depth=5.0), VectorDot((50.0, 50.0), (0.0, 0.0, 5.0), RED, 3.0, PointStyle.DISC, 3)
    assert painters_order([dot, wall]) == [wall, dot]


def test_an_edge_of_a_shell_is_fainter_behind_it() -> None:
    glass = square(depth=5.0)._replace(color=(1.0, 1.0, 1.0, 0.5), rank=1)
    edge = VectorStroke((20.0, 50.0), (80.0, 50.0), (0.0, 0.0, 9.0), RED, 2.0, 0.0, 2, veiled=True)
    (behind, _), (_, before) = painters_order([glass, edge]), painters_order([glass, edge._replace(plane=(0, 0, 1))])
    assert (behind.color[3], before.color[3]) == (0.5, 1.0)


def square(depth: float) -> VectorFacet:
    corners: Floats = np.array(((0.0, 0.0, depth), (SIZE, 0.0, depth), (SIZE, SIZE, depth), (0.0, SIZE, depth)))
    plane = depth_plane(corners)
    assert plane is not None
    return VectorFacet(shapely.Polygon(corners[:, :2]), plane, RED, 0, 1)
