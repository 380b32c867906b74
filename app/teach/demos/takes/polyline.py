"""Simplifies the path of a drag or of a camera (Douglas & Peucker 1973)."""

from collections.abc import Sequence
from math import dist

PathPoint = tuple[float, ...]


def kept_corners(points: Sequence[PathPoint], tolerance: float) -> list[int]:
    """The indices of the points, including both ends, that form a polyline within `tolerance` of all points."""
    kept, waiting = {0, len(points) - 1}, [(0, len(points) - 1)]
    while waiting:
        first, last = waiting.pop()
        if last - first < 2:
            continue
        off, furthest = max((_off(points[i], points[first], points[last]), i) for i in range(first + 1, last))
        if off > tolerance:
            kept.add(furthest)
            waiting += [(first, furthest), (furthest, last)]
    return sorted(kept)


def significant(value: float) -> float:
    """The number, rounded to what a picture can show."""
    return float(f"{value:.7g}")


def _off(point: PathPoint, start: PathPoint, end: PathPoint) -> float:
    """The distance of a point from a segment."""
    way = [b - a for a, b in zip(start, end, strict=True)]
    square = sum(step * step for step in way)
    along = sum((b - a) * step for a, b, step in zip(start, point, way, strict=True))
    part = along / square if square else 0.0
    part = min(max(part, 0.0), 1.0)
    return dist(point, [a + part * b for a, b in zip(start, way, strict=True)])
