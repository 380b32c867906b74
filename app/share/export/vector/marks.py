"""What a vector picture consists of: facets, strokes and dots on the screen, each with its depth.

A depth is an affine function of the pixel: in an orthographic view the distance along the viewing direction, in a
perspective one its negative reciprocal.  It grows with the distance, so items can be compared where they overlap.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely

from gjkscope.app.view.drawing.drawlist import Color, Floats, PointStyle

Plane = tuple[float, float, float]
"""The depth a · x + b · y + c at the pixel (x, y)."""

# Pixels; what is thinner is not painted.
THINNEST = 1e-3


class VectorFacet(NamedTuple):
    """A flat polygon, possibly with holes."""

    area: shapely.Polygon
    plane: Plane
    color: Color
    rank: int  # of two items at one depth, the one with the higher rank is painted later
    face: int  # facets with one number are parts of one face
    owner: int = 0  # number of its surface
    sheet: int = 0  # facets with one number, if it is not 0, do not overlap: they are one side of a convex surface

    @property
    def covers(self) -> shapely.Geometry:
        return self.area

    def cut(self, lines: Sequence[Plane]) -> list["VectorFacet"]:
        """The parts between the lines a · x + b · y + c = 0."""
        parts = [self.area]
        for line in lines:
            parts = [part for whole in parts for part in _halves(whole, line)]
        return [self._replace(area=part) for part in parts]


class VectorStroke(NamedTuple):
    """A line; of an arrow, with its head."""

    start: tuple[float, float]
    end: tuple[float, float]
    plane: Plane
    color: Color
    width: float
    dash: float  # length of a dash and of a gap; 0: solid
    rank: int
    offset: float = 0.0  # distance of `start` from the start of the whole line
    head: "ArrowHead | None" = None
    veiled: bool = False  # fainter behind a translucent facet
    owner: int = 0  # of the outline of a surface: its number

    @property
    def covers(self) -> shapely.Geometry:
        half = max(self.width, THINNEST) / 2
        line = shapely.LineString([self.start, self.end]) if self.start != self.end else shapely.Point(self.start)
        return line.buffer(half, quad_segs=2)

    def cut(self, lines: Sequence[Plane]) -> list["VectorStroke"]:
        """The parts between the lines a · x + b · y + c = 0; an arrow stays whole."""
        if self.head is not None:
            return [self]
        stops = sorted({0.0, 1.0, *(t for line in lines for t in _crossing(self.start, self.end, line))})
        return [self._part(begin, end) for begin, end in pairwise(stops)]

    def _part(self, begin: float, end: float) -> "VectorStroke":
        (x0, y0), (x1, y1) = self.start, self.end
        ends = [(x0 + t * (x1 - x0), y0 + t * (y1 - y0)) for t in (begin, end)]
        length = float(np.hypot(x1 - x0, y1 - y0))
        return self._replace(start=ends[0], end=ends[1], offset=self.offset + begin * length)


class ArrowHead(NamedTuple):
    """The silhouette of a cone: a triangle, and the ellipse of its base."""

    base: tuple[float, float]
    tip: tuple[float, float]
    half_width: float
    half_depth: float  # of the ellipse, along the arrow
    base_seen: bool


class VectorDot(NamedTuple):
    """A point."""

    center: tuple[float, float]
    plane: Plane
    color: Color
    radius: float
    style: PointStyle
    rank: int

    @property
    def covers(self) -> shapely.Geometry:
        return shapely.Point(self.center).buffer(max(self.radius, THINNEST), quad_segs=2)

    def cut(self, _: Sequence[Plane]) -> list["VectorDot"]:
        return [self]


Item = VectorFacet | VectorStroke | VectorDot


def depth_plane(corners: Floats) -> Plane | None:
    """The plane of depth through points (n, 3) of pixels and depths; None if it is seen edge-on.

    The two longest independent sides from the first corner determine it.
    """
    sides = corners[1:] - corners[0]
    first = sides[np.argmax(np.hypot(sides[:, 0], sides[:, 1]))]
    areas = first[0] * sides[:, 1] - first[1] * sides[:, 0]
    second, area = sides[np.argmax(np.abs(areas))], float(areas[np.argmax(np.abs(areas))])
    if abs(area) <= THINNEST * float(np.hypot(first[0], first[1])):
        return None
    a = float(first[2] * second[1] - second[2] * first[1]) / area
    b = float(first[0] * second[2] - second[0] * first[2]) / area
    x, y, depth = map(float, corners[0])
    return a, b, depth - a * x - b * y


def line_depth(start: Floats, end: Floats) -> Plane:
    """The depth of a line between two points (x, y, depth), constant across it."""
    (x, y, depth), (right, down, deeper) = map(float, start), map(float, end - start)
    squared = right * right + down * down
    if squared == 0:
        return 0.0, 0.0, min(depth, depth + deeper)
    a, b = deeper * right / squared, deeper * down / squared
    return a, b, depth - a * x - b * y


def _crossing(start: tuple[float, float], end: tuple[float, float], line: Plane) -> list[float]:
    """Where between 0 and 1 the segment crosses the line."""
    first, last = (line[0] * x + line[1] * y + line[2] for x, y in (start, end))
    return [first / (first - last)] if first * last < 0 else []


def _halves(area: shapely.Polygon, line: Plane) -> list[shapely.Polygon]:
    """The parts of a polygon on both sides of a line."""
    a, b, c = line
    length = float(np.hypot(a, b))
    if length == 0:
        return [area]
    left, top, right, bottom = area.bounds
    middle = np.array(((left + right) / 2, (top + bottom) / 2))
    normal, way = np.array((a, b)) / length, np.array((-b, a)) / length
    foot = middle - normal * (float(normal @ middle) + c / length)
    reach = 2 * float(np.hypot(right - left, bottom - top)) + float(np.hypot(*(foot - middle)))
    sides = [
        shapely.Polygon([foot - reach * way, foot + reach * way, foot + reach * (way + up), foot + reach * (up - way)])
        for up in (normal, -normal)
    ]
    parts = [part for side in sides for part in shapely.get_parts(area.intersection(side))]
    return [part for part in parts if isinstance(part, shapely.Polygon) and part.area > THINNEST**2]
