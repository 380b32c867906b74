"""Whether a point is inside a surface, by ray parity with exact signs.

A point is inside a closed surface when a ray from it crosses the surface an odd number of times (Jordan's curve
theorem; Shimrat, Algorithm 112: position of point relative to polygon, CACM 5(8), 1962; in space: Ericson, Real-Time
Collision Detection, 2005, §5.4).

1. If the point lies on the surface, no ray is needed.
2. Cast a ray along +x and count the faces that it crosses.  An odd count means inside.

A ray through an edge or a vertex of the surface hits several faces at once.  It is counted as if its start were shifted
by (0, ε, ε²) for an infinitesimal ε (Edelsbrunner, Mücke, Simulation of simplicity, ACM ToG 9(1), 1990), so that the
right number of faces around the edge is counted, and a face that the ray only grazes is not.  Such crossings are
marked.  All signs are exact (predicates.py); only the distances along the ray are rounded.

How it can fail: a surface with a hole has no inside, and every point off it counts as outside.  Where two components
overlap, parity counts their intersection as outside.
"""

from enum import IntEnum
from typing import NamedTuple

from gjkscope.engine.arithmetic.predicates import Meet, Vec2, meet, on_triangle, orient2d, orient3d
from gjkscope.engine.brute.surface import PlacedSurface, corners_of, triangles_near, vec3_from_array
from gjkscope.engine.shapes.surfaces import SurfaceKind
from gjkscope.engine.vectors import Vec3, along, dot, sub

DIRECTION: Vec3 = (1.0, 0.0, 0.0)
"""The direction of every ray."""


class Location(IntEnum):
    """Where a point lies."""

    OUTSIDE = 0  # also for shapes that have no inside
    ON_SURFACE = 1
    INSIDE = 2


class Crossing(NamedTuple):
    """Where a ray crosses a face."""

    face: int
    distance: float  # along the ray
    point: Vec3
    shared: bool  # on an edge or a corner of the face, which other faces may share: decided by the symbolic shift


class Ray(NamedTuple):
    """A ray from a vertex along `DIRECTION`; crossings are sorted by distance, an odd number means inside."""

    crossings: tuple[Crossing, ...]
    grazed: tuple[int, ...]  # faces that the ray touches and that do not count


def locate(surface: PlacedSurface, point: Vec3) -> tuple[Location, Ray | None]:
    """Where a point lies (exact), and the ray that shows it, if one is needed."""
    for triangle in triangles_near(surface, point, point):
        if on_triangle(point, *corners_of(surface, triangle)):
            return Location.ON_SURFACE, None
    if surface.surface.kind != SurfaceKind.SOLID:
        return Location.OUTSIDE, None
    ray = parity_ray(surface, point)
    return Location.INSIDE if len(ray.crossings) % 2 else Location.OUTSIDE, ray


def parity_ray(surface: PlacedSurface, point: Vec3) -> Ray:
    """The ray along +x from a point that is not on the surface, with all faces that it crosses or touches."""
    x, y, z = point
    end = (max(surface.high[0], x), y, z)
    crossings: list[Crossing] = []
    touched: list[int] = []
    for triangle in triangles_near(surface, point, end):
        corners = corners_of(surface, triangle)
        passes, shared = _passes(point, *corners)
        face = int(surface.surface.faces[triangle])
        if passes:
            distance = _ahead(surface, triangle, point)
            crossings.append(Crossing(face, distance, along(point, DIRECTION, distance), shared))
        elif shared and meet(point, end, *corners) != Meet.APART:
            touched.append(face)
    crossings.sort(key=lambda crossing: crossing.distance)
    counted = {crossing.face for crossing in crossings}
    return Ray(tuple(crossings), tuple(sorted(set(touched) - counted)))


def _passes(point: Vec3, a: Vec3, b: Vec3, c: Vec3) -> tuple[bool, bool]:
    """Whether the ray, shifted by (0, ε, ε²), crosses the triangle, and whether the shift decided that."""
    p, corners = (point[1], point[2]), ((a[1], a[2]), (b[1], b[2]), (c[1], c[2]))
    sides, shared = [], False
    for i in range(3):
        start, end = corners[i], corners[i - 2]
        side = orient2d(start, end, p)
        shared = shared or side == 0
        sides.append(side or _shifted_side(start, end))
    if sides[0] == 0 or not sides[0] == sides[1] == sides[2]:
        return False, shared
    return orient3d(a, b, c, point) == -sides[0], shared  # all on the left: the triangle's normal points along the ray


def _shifted_side(start: Vec2, end: Vec2) -> int:
    """The side of the line on which its points lie after a shift by (ε, ε²); 0 if start and end coincide."""
    if start[1] != end[1]:
        return 1 if start[1] > end[1] else -1
    return (end[0] > start[0]) - (end[0] < start[0])


def _ahead(surface: PlacedSurface, triangle: int, point: Vec3) -> float:
    """The distance along the ray to the triangle, clamped to the triangle's extent: a sliver's normal is unreliable."""
    normal, corner = vec3_from_array(surface.normals[triangle]), vec3_from_array(surface.corners[triangle, 0])
    height = dot(normal, sub(corner, point))
    least, most = float(surface.lo[triangle, 0]) - point[0], float(surface.hi[triangle, 0]) - point[0]
    distance = height / normal[0] if abs(normal[0]) * most > abs(height) else most
    return max(distance, least, 0.0)
