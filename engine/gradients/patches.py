"""Where two shapes are nearest: the points of a core that are furthest along a direction, and those of two that meet.

The furthest points of a convex core are a point, a segment, a convex polygon or a disc.  Heights that differ by up to a
tolerance count as equal: rotated faces are parallel only up to rounding.

The witness points on B are the points b of its patch for which a + φ n is one of A's, φ the cores' signed distance
along the normal n.  Seen along n both patches are flat, and the witness points are where they overlap.
"""

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import NamedTuple

from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.shapes.kinds import Cone, Cylinder, Ellipsoid, PolytopeShape, Shape, Superellipsoid
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import Vec3, along, column, cross, dot, norm, scale, sub, unit

# Superellipsoids of other exponents are flat, up to `TOUCHING`, on patches that matter.
ROUND_EXPONENTS = (1.25, 4.0)

Flat = tuple[float, float]
"""A point in the plane perpendicular to the normal."""


Lift = Callable[[Sequence[Flat]], tuple[Vec3, ...]]
"""Returns points of the plane to space, on B."""


class FlatPatch(NamedTuple):
    """The points of a core that are furthest along a direction, in world coordinates."""

    corners: tuple[Vec3, ...]  # of a point, a segment or a convex polygon, in order; of a disc its centre
    disc_radius: float = 0.0


class SharedPatch(NamedTuple):
    """Where two patches overlap, seen along the normal."""

    corners: tuple[Vec3, ...]  # the extreme witness points on B; one: the witness point is unique
    is_complete: bool  # false if a disc rests on more than a point: its witness points have no corners


def furthest_patch(shape: Shape, pose: Pose, direction: Vec3, tolerance: float) -> FlatPatch | None:
    """The points of the shape's core that are furthest along a unit vector; None if its flat parts are not known."""
    if isinstance(shape, PolytopeShape):
        return _of_corners([apply(pose, corner) for corner in shape.corners()], direction, tolerance)
    if isinstance(shape, Cylinder | Cone):
        return _of_axial(shape, pose, direction, tolerance)
    least, most = ROUND_EXPONENTS
    is_round = isinstance(shape, Ellipsoid) or (isinstance(shape, Superellipsoid) and least <= shape.exponent <= most)
    return FlatPatch((support(convex(shape, pose), direction)[0],)) if is_round else None


def shared_patch(a: FlatPatch, b: FlatPatch, normal: Vec3, tolerance: float) -> SharedPatch:
    """The witness points on B of two patches along the unit `normal` from A to B.

    Patches that miss each other by a rounding share the corner of B that is nearest to A.
    """
    if len(b.corners) == 1 and not b.disc_radius:
        return SharedPatch(b.corners, True)
    height = dot(normal, b.corners[0])
    if len(a.corners) == 1 and not a.disc_radius:
        return SharedPatch((along(a.corners[0], normal, height - dot(normal, a.corners[0])),), True)
    u, v = plane_axes(normal)

    def flatten(points: Sequence[Vec3]) -> list[Flat]:
        return _anticlockwise([(dot(u, point), dot(v, point)) for point in points])

    def lift(points: Sequence[Flat]) -> tuple[Vec3, ...]:
        return tuple(along(along(scale(normal, height), u, x), v, y) for x, y in points)

    flat_a, flat_b = flatten(a.corners), flatten(b.corners)
    if a.disc_radius and b.disc_radius:
        return _two_discs(flat_a[0], a.disc_radius, flat_b[0], b.disc_radius, tolerance, lift)
    if a.disc_radius or b.disc_radius:
        disc, radius, other = (
            (flat_a[0], a.disc_radius, flat_b) if a.disc_radius else (flat_b[0], b.disc_radius, flat_a)
        )
        return _disc_and_polygon(disc, radius, other, tolerance, lift)
    shared = _without_repeats(overlap_of(flat_a, flat_b, tolerance), tolerance)
    if not shared:
        shared = [min(flat_b, key=lambda p: _distance_to_polygon(p, flat_a))]
    return SharedPatch(lift(shared), True)


def plane_axes(normal: Vec3) -> tuple[Vec3, Vec3]:
    """Two unit vectors that are perpendicular to a unit vector and to each other."""
    axis = min(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), key=lambda e: abs(dot(e, normal)))
    u = unit(cross(normal, axis))
    return u, cross(normal, u)


def overlap_of(p: Sequence[Flat], q: Sequence[Flat], tolerance: float) -> list[Flat]:
    """The corners of the overlap of two segments or anticlockwise convex polygons in the plane."""
    if len(p) == len(q) == 2:
        return _two_segments(p, q, tolerance)
    polygon, other = (q, list(p)) if len(q) > 2 else (p, list(q))
    for start, end in _sides(polygon):
        other = _clip(other, start, end, tolerance)
    return other


def _of_corners(corners: Sequence[Vec3], direction: Vec3, tolerance: float) -> FlatPatch:
    heights = [dot(direction, corner) for corner in corners]
    top = max(heights) - tolerance
    furthest = [corner for corner, height in zip(corners, heights, strict=True) if height >= top]
    if len(furthest) <= 2:
        return FlatPatch(tuple(furthest))
    u, v = plane_axes(direction)
    return FlatPatch(tuple(furthest[i] for i in _hull_of([(dot(u, corner), dot(v, corner)) for corner in furthest])))


def _of_axial(shape: Cylinder | Cone, pose: Pose, direction: Vec3, tolerance: float) -> FlatPatch:
    """A cap, a line of the side, or a point."""
    axis = unit(column(pose.rotation, "xyz".index(shape.axis)))
    up = dot(direction, axis)
    across = sub(direction, scale(axis, up))
    tip, base = along(pose.position, axis, shape.half_height), along(pose.position, axis, -shape.half_height)
    ends = (tip, base) if up > 0 else (base, tip)
    radii = shape.width(shape.half_height), shape.width(-shape.half_height)
    near, far = radii if up > 0 else radii[::-1]
    slant = dot(direction, sub(ends[0], ends[1])) + (near - far) * norm(across)
    first, second = along(ends[0], unit(across), near), along(ends[1], unit(across), far)
    if abs(slant) <= tolerance:
        return FlatPatch((first, second))
    point, center, radius = (first, ends[0], near) if slant > 0 else (second, ends[1], far)
    if 2 * radius * norm(across) <= tolerance and radius > 0:
        return FlatPatch((center,), radius)
    return FlatPatch((point,))


def _hull_of(points: Sequence[Flat]) -> list[int]:
    """The numbers of the corners of the convex hull, anticlockwise (Andrew's monotone chain)."""
    order = sorted(range(len(points)), key=lambda i: points[i])

    def chain(numbers: Sequence[int]) -> list[int]:
        kept: list[int] = []
        for i in numbers:
            while len(kept) > 1 and _turn(points[kept[-2]], points[kept[-1]], points[i]) <= 0:
                kept.pop()
            kept.append(i)
        return kept[:-1]

    return chain(order) + chain(order[::-1])


def _anticlockwise(corners: list[Flat]) -> list[Flat]:
    return corners[::-1] if len(corners) > 2 and _turn(*corners[:3]) < 0 else corners


def _turn(p: Flat, q: Flat, r: Flat) -> float:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _clip(corners: list[Flat], start: Flat, end: Flat, tolerance: float) -> list[Flat]:
    """The part of a polygon or a segment on the left of a line; corners up to the tolerance to its right are kept."""
    length = _length(start, end)
    if length <= tolerance:
        return corners
    heights = [_turn(start, end, corner) / length for corner in corners]
    inside = [height >= -tolerance for height in heights]
    kept: list[Flat] = []
    for i, corner in enumerate(corners):
        before = i - 1 if i or len(corners) > 2 else i  # a segment has one side
        if inside[before] != inside[i]:
            part = heights[before] / (heights[before] - heights[i])
            kept.append(_between(corners[before], corner, min(max(part, 0.0), 1.0)))
        if inside[i]:
            kept.append(corner)
    return kept


def _two_segments(p: Sequence[Flat], q: Sequence[Flat], tolerance: float) -> list[Flat]:
    """The overlap of two segments on one line, or where they cross."""
    length = _length(*p)
    if length <= tolerance:
        return [p[0]]
    heights = [_turn(p[0], p[1], corner) / length for corner in q]
    if max(map(abs, heights)) > tolerance:
        if heights[0] == heights[1]:
            return []
        return [_between(q[0], q[1], min(max(heights[0] / (heights[0] - heights[1]), 0.0), 1.0))]
    way = ((p[1][0] - p[0][0]) / length, (p[1][1] - p[0][1]) / length)
    ends = sorted((x - p[0][0]) * way[0] + (y - p[0][1]) * way[1] for x, y in q)
    low, high = max(ends[0], 0.0), min(ends[1], length)
    return [(p[0][0] + way[0] * t, p[0][1] + way[1] * t) for t in (low, high)] if low <= high else []


def _two_discs(p: Flat, radius: float, q: Flat, other: float, tolerance: float, lift: Lift) -> SharedPatch:
    distance = _length(p, q)
    if distance >= radius + other - tolerance:
        return SharedPatch(lift([_between(p, q, radius / distance)]), True)
    return SharedPatch(lift([q]), False)


def _disc_and_polygon(center: Flat, radius: float, other: list[Flat], tolerance: float, lift: Lift) -> SharedPatch:
    if len(other) == 2:
        shared = _without_repeats(_chord(center, radius, *other), tolerance)
        return SharedPatch(lift(shared or [min(other, key=lambda p: _length(p, center))]), True)
    if _distance_to_polygon(center, other) >= radius - tolerance:
        nearest = min((_nearest_on(center, *side) for side in _sides(other)), key=lambda p: _length(p, center))
        return SharedPatch(lift([nearest]), True)
    return SharedPatch(lift([center]), False)


def _chord(center: Flat, radius: float, start: Flat, end: Flat) -> list[Flat]:
    """The part of a segment in a disc."""
    length = _length(start, end)
    along_it = ((center[0] - start[0]) * (end[0] - start[0]) + (center[1] - start[1]) * (end[1] - start[1])) / length
    off = _turn(start, end, center) / length
    half = sqrt(max(radius * radius - off * off, 0.0))
    low, high = max((along_it - half) / length, 0.0), min((along_it + half) / length, 1.0)
    return [_between(start, end, low), _between(start, end, high)] if low <= high else []


def _distance_to_polygon(p: Flat, polygon: Sequence[Flat]) -> float:
    if len(polygon) > 2 and all(_turn(start, end, p) >= 0 for start, end in _sides(polygon)):
        return 0.0
    return min((_length(_nearest_on(p, *side), p) for side in _sides(polygon)), default=inf)


def _nearest_on(p: Flat, start: Flat, end: Flat) -> Flat:
    square = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
    if square == 0:
        return start
    t = ((p[0] - start[0]) * (end[0] - start[0]) + (p[1] - start[1]) * (end[1] - start[1])) / square
    return _between(start, end, min(max(t, 0.0), 1.0))


def _sides(polygon: Sequence[Flat]) -> list[tuple[Flat, Flat]]:
    return list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))


def _without_repeats(points: Sequence[Flat], tolerance: float) -> list[Flat]:
    kept: list[Flat] = []
    for point in points:
        if all(_length(point, other) > 2 * tolerance for other in kept):
            kept.append(point)
    return kept


def _between(p: Flat, q: Flat, part: float) -> Flat:
    return (p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1]))


def _length(p: Flat, q: Flat) -> float:
    return sqrt((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2)
