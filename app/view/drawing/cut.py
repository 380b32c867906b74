"""Clips a box by half-spaces, so that an unbounded region can be drawn as a convex polyhedron.

Each plane clips all faces (Sutherland and Hodgman, Reentrant polygon clipping, CACM 17(1), 1974), and the cut itself
becomes a face.  Faces index shared corners, so each intersection is computed once.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, fsum
from typing import NamedTuple

from gjkscope.engine.gjk.voronoi import RegionPlane
from gjkscope.engine.vectors import IDENTITY, ZERO, Mat3, Vec3, along, cross, dot, norm, sub, unit

# Relative to the size of the box: a corner this close to a plane counts as on it.
ON_PLANE = 1e-9


class Facet(NamedTuple):
    """A face of the clipped box; its corners are in order around it."""

    corners: tuple[Vec3, ...]
    is_end: bool  # part of a face of the box: the region continues beyond it


class _Face(NamedTuple):
    loop: tuple[int, ...]  # counter-clockwise seen from outside
    is_end: bool


def cut_out(center: Vec3, axes: Mat3, reach: Vec3, planes: Sequence[RegionPlane]) -> tuple[Facet, ...]:
    """The part of a box that lies behind all `planes`.

    The box has the given centre and half sides `reach` along `axes`, which are right-handed.
    """
    corners = [_corner(center, axes, reach, i) for i in range(8)]
    faces = [_Face(loop, True) for loop in BOX]
    for plane in planes:
        faces = _behind(corners, faces, plane, ON_PLANE * max(reach))
    return tuple(Facet(tuple(corners[i] for i in face.loop), face.is_end) for face in faces)


def sort_around(points: Sequence[Vec3], normal: Vec3, margin: float = 0.0) -> tuple[Vec3, ...]:
    """Coplanar points sorted by angle about their mean; points within `margin` of each other are merged."""
    if not points:
        return ()
    middle = mean_point(points)
    _, u, v = frame(normal)
    turned = sorted(points, key=lambda p: atan2(dot(sub(p, middle), v), dot(sub(p, middle), u)))
    return tuple(p for p, q in pairwise((*turned, turned[0])) if norm(sub(p, q)) > margin)


def square(middle: Vec3, u: Vec3, v: Vec3, reach_u: float, reach_v: float) -> tuple[Vec3, Vec3, Vec3, Vec3]:
    """The corners of a rectangle, in order; `reach_u` and `reach_v` are its half sides along `u` and `v`."""
    turns = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    a, b, c, d = (along(along(middle, u, s * reach_u), v, t * reach_v) for s, t in turns)
    return a, b, c, d


def mean_point(points: Sequence[Vec3]) -> Vec3:
    x, y, z = (fsum(parts) / len(points) for parts in zip(*points, strict=True))
    return (x, y, z)


def frame(axis: Vec3) -> Mat3:
    """A right-handed orthonormal frame whose first vector is along `axis`; the identity when that is zero."""
    if axis == ZERO:
        return IDENTITY
    first = unit(axis)
    second = unit(cross(first, min(IDENTITY, key=lambda unit_vector: abs(dot(unit_vector, first)))))
    return first, second, cross(first, second)


# Corner i of a box is on the positive side of axis k if bit k of i is set.
BOX = ((0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6))


def _corner(center: Vec3, axes: Mat3, reach: Vec3, i: int) -> Vec3:
    for k in range(3):
        center = along(center, axes[k], reach[k] if i >> k & 1 else -reach[k])
    return center


def _behind(corners: list[Vec3], faces: list[_Face], plane: RegionPlane, margin: float) -> list[_Face]:
    """Clips the faces by one more plane; appends the new corners to `corners`."""
    heights = _heights(corners, {i for face in faces for i in face.loop}, plane, margin)
    if max(heights.values(), default=0.0) <= 0:
        return faces
    cuts: dict[tuple[int, int], int] = {}
    kept: list[_Face] = []
    following: dict[int, int] = {}  # corner → next corner around the cut
    for face in faces:
        over = [heights[i] for i in face.loop]
        if min(over) >= 0:
            continue
        loop = face.loop if max(over) <= 0 else _clip(face.loop, corners, heights, cuts)
        kept.append(_Face(loop, face.is_end))
        following.update((q, p) for p, q in pairwise((*loop, loop[0])) if heights[p] == heights[q] == 0)
    lid = _round(following)
    return [*kept, _Face(lid, False)] if len(lid) > 2 else kept


def _heights(corners: Sequence[Vec3], which: Iterable[int], plane: RegionPlane, margin: float) -> dict[int, float]:
    """The heights of these corners above the plane; 0 within `margin` of it."""
    (a, b, c), (x, y, z) = plane.normal, plane.point
    heights = {}
    for i in which:
        p = corners[i]
        height = a * (p[0] - x) + b * (p[1] - y) + c * (p[2] - z)
        heights[i] = 0.0 if -margin <= height <= margin else height
    return heights


def _clip(
    loop: tuple[int, ...], corners: list[Vec3], heights: dict[int, float], cuts: dict[tuple[int, int], int]
) -> tuple[int, ...]:
    """The part of a face behind the plane; `cuts` maps an edge to the new corner on it."""
    kept: list[int] = []
    for p, q in pairwise((*loop, loop[0])):
        before, after = heights[p], heights[q]
        if before <= 0:
            kept.append(p)
        if before * after < 0:
            edge = (p, q) if p < q else (q, p)
            if edge not in cuts:
                cuts[edge] = len(corners)
                heights[len(corners)] = 0.0
                corners.append(along(corners[p], sub(corners[q], corners[p]), before / (before - after)))
            kept.append(cuts[edge])
    return tuple(kept)


def _round(following: dict[int, int]) -> tuple[int, ...]:
    """The closed loop formed by the edges of a cut (corner → next corner); empty when they form none."""
    loop: list[int] = []
    corner = next(iter(following), -1)
    while corner in following and len(loop) <= len(following):
        loop.append(corner)
        corner = following[corner]
        if corner == loop[0]:
            return tuple(loop)
    return ()
