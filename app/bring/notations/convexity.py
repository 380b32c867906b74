"""Warns of polygons that differ from those of the text: gjkscope replaces a polygon by its convex hull."""

from collections.abc import Sequence
from itertools import pairwise

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.arithmetic.integers import as_integers
from gjkscope.engine.plane.outline import Int2, monotone_chain
from gjkscope.engine.plane.shapes.kinds import Polygon
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.text import counted


def check_polygons(bodies: Sequence[Body], context: ReadContext) -> None:
    """Records that polygons are convex hulls, and warns of each one that its hull changes or that has no area."""
    polygons = [(body.name, body.shape) for body in bodies if isinstance(body.shape, Polygon)]
    if polygons:
        context.assume("polygon", "convex hull", "a polygon is the convex hull of its points")
    for name, polygon in polygons:
        if difference := _difference_from_hull(polygon.vertices):
            context.warn(f"{name} {difference}")


def _difference_from_hull(vertices: Sequence[Vec2]) -> str:
    numbers, _ = as_integers(coordinate for vertex in vertices for coordinate in vertex)
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    corners = [points[i] for i in monotone_chain(points)]
    if len(corners) < 3:
        return "has no area: all its points lie on one line"
    boundary = {points[i] for i in monotone_chain(points, collinear=True)}
    inside = sum(point not in boundary for point in points)
    if inside:
        count = f"without {inside} of its {counted(len(points), 'vertex', 'vertices')}"
        return f"is not convex: its convex hull is used, {count}; to test its true outline, split it into convex parts"
    if not _are_in_order(points, corners):
        return "crosses itself, or its points are not in order: their convex hull is used"
    return ""


def _are_in_order(points: Sequence[Int2], corners: Sequence[Int2]) -> bool:
    """Whether the points visit the corners once around, in either direction."""
    places = {corner: i for i, corner in enumerate(corners)}
    visited = [places[point] for point in dict.fromkeys(points) if point in places]
    steps = {(after - before) % len(corners) for before, after in pairwise(visited)}
    return steps in ({1}, {len(corners) - 1})
