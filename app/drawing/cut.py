"""Convex bodies cut out of a box by planes: what is shown of a region that has no end.

Each plane cuts all faces of what there is (Sutherland and Hodgman, Reentrant polygon clipping, CACM 17(1), 1974), and
the cut itself becomes a face.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, fsum
from typing import NamedTuple

from engine.vectors import IDENTITY, ZERO, Mat3, Vec3, along, cross, dot, norm, sub, unit
from engine.voronoi import HalfSpace

# Of the size of the box: what lies so near a plane lies on it.
ON_PLANE = 1e-9


class Facet(NamedTuple):
    """A face of what was cut out; its corners go round it."""

    corners: tuple[Vec3, ...]
    is_end: bool  # a face of the box: the region goes on behind it


def cut_out(center: Vec3, axes: Mat3, reach: Vec3, planes: Sequence[HalfSpace]) -> tuple[Facet, ...]:
    """What lies behind all `planes` of a box with half sides `reach` along `axes` around its centre."""
    facets = list(_box(center, axes, reach))
    for plane in planes:
        facets = _behind(facets, plane, ON_PLANE * max(reach))
    return tuple(facets)


def around(points: Sequence[Vec3], normal: Vec3, margin: float = 0.0) -> tuple[Vec3, ...]:
    """The points of a plane in their order round their middle, each once: no two within `margin`."""
    if not points:
        return ()
    middle = mean(points)
    _, u, v = frame(normal)
    turned = sorted(points, key=lambda p: atan2(dot(sub(p, middle), v), dot(sub(p, middle), u)))
    return tuple(p for p, q in pairwise((*turned, turned[0])) if norm(sub(p, q)) > margin)


def square(middle: Vec3, u: Vec3, v: Vec3, reach_u: float, reach_v: float) -> tuple[Vec3, Vec3, Vec3, Vec3]:
    """The corners of a rectangle, in their order round it; it reaches so far along `u` and `v` either way."""
    turns = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    a, b, c, d = (along(along(middle, u, s * reach_u), v, t * reach_v) for s, t in turns)
    return a, b, c, d


def mean(points: Sequence[Vec3]) -> Vec3:
    x, y, z = (fsum(parts) / len(points) for parts in zip(*points, strict=True))
    return (x, y, z)


def frame(axis: Vec3) -> Mat3:
    """Three unit vectors square to one another, the first along `axis` unless that is zero."""
    if axis == ZERO:
        return IDENTITY
    first = unit(axis)
    second = unit(cross(first, min(IDENTITY, key=lambda unit_vector: abs(dot(unit_vector, first)))))
    return first, second, cross(first, second)


def _box(center: Vec3, axes: Mat3, reach: Vec3) -> Iterator[Facet]:
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        for side in (reach[i], -reach[i]):
            yield Facet(square(along(center, axes[i], side), axes[j], axes[k], reach[j], reach[k]), True)


def _behind(facets: list[Facet], plane: HalfSpace, margin: float) -> list[Facet]:
    whole: list[Facet] = []
    rim: list[Vec3] = []
    lies_on_plane = False
    for facet in facets:
        corners, heights = _clipped(facet.corners, _heights(facet.corners, plane))
        on_plane = [abs(height) <= margin for height in heights]
        rim += [p for p, is_on in zip(corners, on_plane, strict=True) if is_on]
        if len(corners) > 2 and _has_area(corners):
            whole.append(Facet(corners, facet.is_end))
            lies_on_plane |= all(on_plane)
    if lies_on_plane:
        return whole
    lid = around(rim, plane.normal, margin)
    return whole if len(lid) < 3 else [*whole, Facet(lid, False)]


def _clipped(corners: tuple[Vec3, ...], heights: list[float]) -> tuple[tuple[Vec3, ...], list[float]]:
    """The part of a convex polygon that lies behind a plane, its corners so high over that, and their heights."""
    if not heights or max(heights) <= 0:
        return corners, heights
    kept: list[Vec3] = []
    left: list[float] = []
    sides = zip(pairwise((*corners, corners[0])), pairwise((*heights, heights[0])), strict=True)
    for (p, q), (before, after) in sides:
        if before <= 0:
            kept.append(p)
            left.append(before)
        if before * after < 0:
            kept.append(along(p, sub(q, p), before / (before - after)))
            left.append(0.0)
    return tuple(kept), left


def _has_area(corners: tuple[Vec3, ...]) -> bool:
    first = corners[0]
    return any(cross(sub(p, first), sub(q, first)) != ZERO for p, q in pairwise(corners[1:]))


def _heights(points: Sequence[Vec3], plane: HalfSpace) -> list[float]:
    (a, b, c), (x, y, z) = plane.normal, plane.point
    return [a * (p[0] - x) + b * (p[1] - y) + c * (p[2] - z) for p in points]
