"""The axes and the contact points of two boxes: `_boxbox` of MuJoCo, in its order of operations.

Everything is computed in the frame of one box.  For a face, the nearest face of the other box is clipped; for two
edges, a face of the second box is laid into the plane of the first box's face and clipped there.
"""

from itertools import product
from math import sqrt
from typing import NamedTuple

from gjkscope.engine.published.ieee import divide
from gjkscope.engine.published.mujoco.arithmetic import MINVAL, euclidean_length
from gjkscope.engine.vectors import (
    Mat3,
    Vec3,
    add,
    along,
    column,
    dot,
    nth,
    row_times,
    scale,
    sub,
    transposed_times,
)

MOST_POINTS = 50
"""`mjMAXCONPAIR`"""

SIGNS = (-1.0, 1.0)

# By face: which axis of the box each axis of the clipping frame is, and its sign.
_FRAMES = (
    ((2, 1, 0), (-1.0, 1.0, 1.0)),
    ((0, 2, 1), (1.0, -1.0, 1.0)),
    ((0, 1, 2), (1.0, 1.0, 1.0)),
    ((2, 1, 0), (1.0, 1.0, -1.0)),
    ((0, 2, 1), (1.0, 1.0, -1.0)),
    ((0, 1, 2), (-1.0, 1.0, -1.0)),
)


class MujocoBox(NamedTuple):
    """A placed box."""

    size: Vec3
    rotation: Mat3
    position: Vec3


class BoxPlacement(NamedTuple):
    """The boxes relative to each other."""

    second: Vec3  # position of the second box in the frame of the first: `pos21`
    first: Vec3  # position of the first box in the frame of the second: `pos12`
    rotation: Mat3  # of the second box in the frame of the first: `rot`


class LeastOverlap(NamedTuple):
    """The axis of least overlap so far; `code` is 0 to 11 for a face, 12 to 20 for a pair of edges."""

    code: int
    overlap: float
    normal: Vec3 = (0.0, 0.0, 0.0)  # of the edges, in the frame of the first box
    corner1: int = 0  # of the first box, as bits
    corner2: int = 0
    is_inward: bool = False


class BoxPoint(NamedTuple):
    """A contact point, half-way between the surfaces, in world coordinates."""

    distance: float
    position: Vec3


class BoxPoints(NamedTuple):
    """The points with their common normal, from the first box to the second."""

    normal: Vec3
    points: tuple[BoxPoint, ...]


def placed_boxes(a: MujocoBox, b: MujocoBox) -> BoxPlacement:
    m, n = a.rotation, b.rotation
    rotation = tuple(tuple(dot(column(m, i), column(n, j)) for j in range(3)) for i in range(3))
    return BoxPlacement(
        transposed_times(m, sub(b.position, a.position)),
        transposed_times(n, sub(a.position, b.position)),
        rotation,  # type: ignore[arg-type]
    )


def face_overlaps(a: MujocoBox, b: MujocoBox, placed: BoxPlacement) -> list[tuple[float, int]]:
    """The overlap along each face normal, and its code: those of the first and of the second box in turn."""
    lengths = _absolute(placed.rotation)
    reach2, reach1 = row_times(lengths, b.size), transposed_times(lengths, a.size)
    overlaps = []
    for i in range(3):
        overlaps.append((-abs(placed.second[i]) + a.size[i] + reach2[i], i + 3 * (placed.second[i] < 0)))
        overlaps.append((-abs(placed.first[i]) + b.size[i] + reach1[i], i + 3 * (placed.first[i] < 0) + 6))
    return overlaps


def edge_overlap(a: MujocoBox, b: MujocoBox, placed: BoxPlacement, i: int, j: int) -> LeastOverlap | None:
    """The overlap along the cross product of two edges; None if they are parallel."""
    x, y, z = (placed.rotation[k][j] for k in range(3))
    cross = ((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0))[i]
    length = euclidean_length(cross)
    if length < MINVAL:
        return None
    normal = scale(cross, divide(1.0, length))
    offset = dot(placed.second, normal)
    others_i, others_j = [k for k in range(3) if k != i], [k for k in range(3) if k != j]
    overlap = 0.0
    for k in others_i:
        overlap += a.size[k] * abs(normal[k])
    for k in others_j:
        overlap += b.size[k] * abs(placed.rotation[i][3 - k - j]) / length
    overlap -= abs(offset)
    is_inward = offset < 0
    corner1 = sum(1 << k for k in others_i if (normal[k] > 0) ^ is_inward)
    corner2 = sum(1 << k for k in others_j if (placed.rotation[i][3 - k - j] > 0) ^ is_inward ^ ((k - j + 3) % 3 == 1))
    return LeastOverlap(12 + 3 * i + j, overlap, normal, corner1, corner2, is_inward)


def face_contacts(a: MujocoBox, b: MujocoBox, placed: BoxPlacement, code: int) -> BoxPoints:
    """The contact points at a face."""
    face, is_second = code % 6, code >= 6
    owner, other = (b, a) if is_second else (a, b)
    turned = _transposed(placed.rotation) if is_second else placed.rotation
    r = _in_frame_rows(turned, face)
    p = _in_frame(placed.first if is_second else placed.second, face)
    x, y, z = (abs(part) for part in _in_frame(owner.size, face))
    p = (p[0], p[1], p[2] - z)
    corners = _clipped_face(r, p, other.size, (x, y))
    inside = [point for point in corners if not point[2] > 0]
    to_world = _frame_columns(owner.rotation, face)
    sign = -1.0 if is_second else 1.0
    points = tuple(
        BoxPoint(
            2 * (point[2] * 0.5),
            add(row_times(to_world, (point[0], point[1], point[2] * 0.5 + z)), owner.position),
        )
        for point in inside
    )
    return BoxPoints(scale(column(to_world, 2), sign), points)


def edge_contacts(a: MujocoBox, b: MujocoBox, placed: BoxPlacement, axis: LeastOverlap) -> BoxPoints:
    """The contact points of two edges."""
    i, j = divmod(axis.code - 12, 3)
    across = _longer(placed.rotation[i], j)
    _, above = _longer(_transposed(placed.rotation)[j], i)
    face = above if axis.corner1 & (1 << above) else above + 3
    p, normal = _in_frame(placed.second, face), _in_frame(axis.normal, face)
    rt = _transposed(_in_frame_rows(placed.rotation, face))
    order, _ = _FRAMES[face]
    x, y, z = (abs(a.size[k]) for k in order)
    p = (p[0], p[1], p[2] - z)
    if abs(normal[2]) < MINVAL:
        return BoxPoints(normal, ())
    corners = _face_corners(p, rt, b.size, axis.corner2, across, j)
    laid = [along(corner, normal, -corner[2] * (1 / normal[2])) for corner in corners]
    outward = (1 / normal[2]) * (-1 if axis.is_inward else 1)
    points = _edge_points(corners, laid, (x, y), outward)
    to_world = _frame_columns(a.rotation, face)
    return BoxPoints(
        scale(row_times(to_world, normal), -1.0 if axis.is_inward else 1.0),
        tuple(
            BoxPoint(depth, add(row_times(to_world, (point[0], point[1], point[2] + z)), a.position))
            for point, depth in points
        ),
    )


def side_of_box(point: Vec3, box: MujocoBox) -> int:
    """1 if the point is outside the box made 1 % larger, −1 if inside the box made 1 % smaller, else 0."""
    v = transposed_times(box.rotation, sub(point, box.position))
    if any(abs(part) > size * 1.01 for part, size in zip(v, box.size, strict=True)):
        return 1
    return -1 if all(abs(part) < size / 1.01 for part, size in zip(v, box.size, strict=True)) else 0


def _clipped_face(r: Mat3, p: Vec3, size: Vec3, limits: tuple[float, float]) -> list[Vec3]:
    """The nearest corner, edge or face of a box, clipped at a rectangle: crossings, then corners of both."""
    rt = _transposed(r)
    bits = [r[2][i] < 0 for i in range(3)]
    start = p
    for i in range(3):
        start = along(start, rt[i], size[i] * (1 if bits[i] else -1))
    ways = [scale(rt[i], size[i] * (-2 if bits[i] else 2)) for i in range(3) if abs(r[2][i]) < 0.5]
    found: list[Vec3] = []
    for origin, way in _outline(start, ways):
        found += [along(origin, way, t) for t, _, _, _ in _crossings(origin, way, limits)]
    if len(ways) == 2:
        found += _corners_inside(start, ways[0], ways[1], limits)
    found = found[:MOST_POINTS]
    vertices = [start] + ([add(start, ways[0])] if ways else [])
    if len(ways) == 2:
        vertices += [add(start, ways[1]), add(add(start, ways[0]), ways[1])]
    for number, vertex in enumerate(vertices):
        if number == 0 or (-limits[0] < vertex[0] < limits[0] and -limits[1] < vertex[1] < limits[1]):
            found.append(vertex)
    return found[:MOST_POINTS]


def _outline(start: Vec3, ways: list[Vec3]) -> list[tuple[Vec3, Vec3]]:
    """The edges of a parallelogram, or the one edge."""
    if len(ways) < 2:
        return [(start, way) for way in ways]
    first, second = ways
    return [(start, first), (start, second), (add(start, first), second), (add(start, second), first)]


def _crossings(origin: Vec3, way: Vec3, limits: tuple[float, float]) -> list[tuple[float, int, float, float]]:
    """Where an edge crosses the sides of the rectangle: parameter, axis, its coordinate, and the other one."""
    crossings = []
    for q, sign in product((0, 1), SIGNS):
        if abs(way[q]) > MINVAL:
            side = limits[q] * sign
            t = (side - origin[q]) * (1 / way[q])
            if 0 <= t <= 1:
                other = origin[1 - q] + way[1 - q] * t
                if abs(other) <= limits[1 - q]:
                    crossings.append((t, q, side, other))
    return crossings


def _corners_inside(start: Vec3, first: Vec3, second: Vec3, limits: tuple[float, float]) -> list[Vec3]:
    """The corners of the rectangle that lie in the parallelogram, at its height."""
    corners = []
    divisor = _determinant(first, second)
    for x, y in product((-limits[0], limits[0]), (-limits[1], limits[1])):
        u, v = _parameters(x - start[0], y - start[1], first, second, divisor)
        if 0 < u < 1 and 0 < v < 1:
            corners.append((x, y, start[2] + u * first[2] + v * second[2]))
    return corners


def _determinant(first: Vec3, second: Vec3) -> float:
    return first[0] * second[1] - second[0] * first[1]


def _parameters(x: float, y: float, first: Vec3, second: Vec3, divisor: float) -> tuple[float, float]:
    """The coordinates of a point along the two ways, in a plane."""
    a, b, c, d = first[0], second[0], first[1], second[1]
    inverse = divide(1.0, divisor)
    return (x * d - y * b) * inverse, (y * a - x * c) * inverse


def _face_corners(p: Vec3, rt: Mat3, size: Vec3, bits: int, across: tuple[int, int], j: int) -> list[Vec3]:
    """Four corners of the second box: the edge, and the one beside it on the face."""
    first, second = across
    corners = []
    for flip in (1, -1):
        corner = along(p, rt[first], size[first] * (flip if bits & (1 << first) else -flip))
        corner = along(corner, rt[second], size[second] * (1 if bits & (1 << second) else -1))
        corners += [along(corner, rt[j], size[j]), along(corner, rt[j], -size[j])]
    return corners


def _edge_points(
    corners: list[Vec3], laid: list[Vec3], limits: tuple[float, float], outward: float
) -> list[tuple[Vec3, float]]:
    """The points of the edge–edge path: crossings, corners of the rectangle, and corners of the other face."""
    upper = corners[0], sub(corners[1], corners[0]), sub(corners[2], corners[0])
    flat = laid[0], sub(laid[1], laid[0]), sub(laid[2], laid[0])
    points: list[tuple[Vec3, float]] = []
    for (origin, way), (high, rise) in zip(
        _outline(flat[0], [*flat[1:]]), _outline(upper[0], [*upper[1:]]), strict=True
    ):
        for t, q, side, other in _crossings(origin, way, limits):
            if (high[2] + rise[2] * t) * outward > 0 or len(points) == MOST_POINTS:
                continue
            point = list(along(scale(high, 0.5), rise, 0.5 * t))
            point[q] += 0.5 * side
            point[1 - q] += 0.5 * other
            points.append(((point[0], point[1], point[2]), point[2] * outward * 2))
    has_crossings = bool(points)
    points += _rectangle_corners(corners, flat, limits, has_crossings)
    has_corners = has_crossings or bool(points)
    return [*points, *_laid_corners(corners, laid, limits, outward, has_crossings, has_corners)][:MOST_POINTS]


def _rectangle_corners(
    corners: list[Vec3], flat: tuple[Vec3, Vec3, Vec3], limits: tuple[float, float], has_crossings: bool
) -> list[tuple[Vec3, float]]:
    """Corners of the rectangle.  Without crossings, one with only one parameter out of range is taken, clamped.

    The variable `c1` of the determinant is overwritten by the squared distance of each corner, and so the parameters of
    the following corners are wrong.
    """
    points = []
    divisor = _determinant(flat[1], flat[2])
    for x, y in product((-limits[0], limits[0]), (-limits[1], limits[1])):
        u, v = _parameters(x - flat[0][0], y - flat[0][1], flat[1], flat[2], divisor)
        beyond = (u < 0 or u > 1, v < 0 or v > 1)
        if any(beyond) if has_crossings else all(beyond):
            continue
        u, v = min(max(u, 0.0), 1.0), min(max(v, 0.0), 1.0)
        foot = along(along(scale(corners[0], 1 - u - v), corners[1], u), corners[2], v)
        gap = sub((x, y, 0.0), foot)
        square = divisor = dot(gap, gap)
        if foot[2] > 0 and square > 0:
            continue
        points.append((scale(add((x, y, 0.0), foot), 0.5), sqrt(square) * (-1 if foot[2] < 0 else 1)))
    return points


def _laid_corners(
    corners: list[Vec3],
    laid: list[Vec3],
    limits: tuple[float, float],
    outward: float,
    has_crossings: bool,
    has_corners: bool,
) -> list[tuple[Vec3, float]]:
    """Corners of the other face; one beyond the rectangle is drawn to its side."""
    points = []
    for corner, flat in zip(corners, laid, strict=True):
        beyond = [abs(flat[k]) > limits[k] for k in (0, 1)]
        if any(beyond) if has_crossings else all(beyond) and has_corners:
            continue
        square = 0.0
        for k in (0, 1):
            if beyond[k]:
                excess = flat[k] + limits[k] if flat[k] < 0 else flat[k] - limits[k]
                square += excess * excess
        square += corner[2] * outward * corner[2] * outward
        if corner[2] > 0 and square > 0:
            continue
        x, y = ((-limits[k] * 0.5 if flat[k] < 0 else limits[k] * 0.5) if beyond[k] else flat[k] * 0.5 for k in (0, 1))
        points.append((along((x, y, 0.0), corner, 0.5), sqrt(square) * (-1 if corner[2] < 0 else 1)))
    return points


def _longer(row: Vec3, left_out: int) -> tuple[int, int]:
    """The two other axes, that of the larger component first."""
    first, second = ((1, 2), (0, 2), (1, 0))[left_out]
    return (second, first) if abs(row[first]) < abs(row[second]) else (first, second)


def _in_frame(v: Vec3, face: int) -> Vec3:
    order, signs = _FRAMES[face]
    return (v[order[0]] * signs[0], v[order[1]] * signs[1], v[order[2]] * signs[2])


def _in_frame_rows(m: Mat3, face: int) -> Mat3:
    order, signs = _FRAMES[face]
    first, second, third = (scale(nth(m, order[k]), signs[k]) for k in range(3))
    return (first, second, third)


def _frame_columns(m: Mat3, face: int) -> Mat3:
    """The rotation from the clipping frame to the world."""
    first, second, third = (_in_frame(row, face) for row in m)
    return (first, second, third)


def _transposed(m: Mat3) -> Mat3:
    return (column(m, 0), column(m, 1), column(m, 2))


def _absolute(m: Mat3) -> Mat3:
    first, second, third = ((abs(row[0]), abs(row[1]), abs(row[2])) for row in m)
    return (first, second, third)
