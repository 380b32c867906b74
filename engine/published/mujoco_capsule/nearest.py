"""Where the axis of a capsule is nearest to a box, in the box's frame, in MuJoCo's order of operations."""

from typing import NamedTuple

from gjkscope.engine.published.ieee import divide
from gjkscope.engine.published.mujoco.arithmetic import MINVAL, euclidean_length
from gjkscope.engine.vectors import Vec3, along, cross, dot, sub, unit

NO_FACE = -1


class CapsuleAxis(NamedTuple):
    """The axis of a capsule beside a box, in the box's frame."""

    middle: Vec3
    half: Vec3  # to the upper end
    unit: Vec3
    half_height: float
    box: Vec3  # half extents

    def point(self, along_axis: float) -> Vec3:
        return along(self.middle, self.half, along_axis)

    @property
    def bits(self) -> int:
        """Which components point upwards: `axisdir`."""
        return sum(1 << i for i in range(3) if self.half[i] > 0)


class AxisNearest(NamedTuple):
    """The nearest point of the axis: -1 to 1 along it."""

    squared: float
    position: float = 0.0
    kind: int = -4  # `cltype`: -3 and -1 for the ends, 0 to 8 for an edge, by what is clamped
    face: int = NO_FACE
    corner: int = 0
    edge: int = 0
    on_edge: float = 0.0


def end_distance(axis: CapsuleAxis, end: int) -> tuple[float, int] | None:
    """The squared distance of an end from the box and the face that it is beyond; None beyond an edge or a corner."""
    point = axis.point(end)
    clamped, beyond = list(point), [i for i in range(3) if abs(point[i]) > axis.box[i]]
    if len(beyond) > 1:
        return None
    for i in beyond:
        clamped[i] = -axis.box[i] if point[i] < 0 else axis.box[i]
    gap = sub((clamped[0], clamped[1], clamped[2]), point)
    return dot(gap, gap), beyond[0] if beyond else NO_FACE


def edge_distance(axis: CapsuleAxis, j: int, corner: int) -> AxisNearest | None:
    """The nearest point to the edge along axis j at a corner; None if they are parallel."""
    size, half = axis.box[j], axis.half
    start = [axis.box[i] if corner & (1 << i) else -axis.box[i] for i in range(3)]
    start[j] = 0.0
    gap = sub((start[0], start[1], start[2]), axis.middle)
    ma, mb, mc = size * size, -size * half[j], axis.half_height * axis.half_height
    u, v = -size * gap[j], dot(half, gap)
    determinant = ma * mc - mb * mb
    if abs(determinant) < MINVAL:
        return None
    inverse = divide(1.0, determinant)
    x1, x2, s1, s2 = _clamped((mc * u - mb * v) * inverse, (ma * v - mb * u) * inverse, (ma, mb, mc), (u, v))
    between = list(along(gap, half, -x2))
    between[j] += size * x1
    square = dot((between[0], between[1], between[2]), (between[0], between[1], between[2]))
    kind = s1 * 3 + s2
    return AxisNearest(square, x2, kind, NO_FACE, corner + (1 << j) * (kind // 6), j, x1)


def _clamped(
    x1: float, x2: float, m: tuple[float, float, float], r: tuple[float, float]
) -> tuple[float, float, int, int]:
    """Both parameters in -1 … 1, and what was clamped: 0 lower, 1 not, 2 upper end."""
    (ma, mb, mc), (u, v) = m, r
    s1 = s2 = 1
    if abs(x1) > 1:
        x1, s1 = (1.0, 2) if x1 > 1 else (-1.0, 0)
        x2 = (v - x1 * mb) * (1 / mc)
    if abs(x2) > 1:
        x2, s2 = (1.0, 2) if x2 > 1 else (-1.0, 0)
        x1 = (u - x2 * mb) * (1 / ma)
        if abs(x1) > 1:
            x1, s1 = (1.0, 2) if x1 > 1 else (-1.0, 0)
    return x1, x2, s1, s2


def second_point(axis: CapsuleAxis, nearest: AxisNearest) -> float | None:
    """How far along the axis the second point is from the first; None if there is none."""
    if nearest.kind < 0:
        return _beside_face(axis, nearest)
    if nearest.kind // 3 == 1:
        return _beside_edge(axis, nearest)
    return _beside_corner(axis, nearest)


def _beside_corner(axis: CapsuleAxis, nearest: AxisNearest) -> float | None:
    turned = axis.bits ^ nearest.corner
    if turned in (0, 7):
        return None
    sign = 1 if turned in (1, 2, 4) else -1
    towards, away = 1 - sign * nearest.position, 1 + sign * nearest.position
    i = {1: 0, 2: 1, 4: 2}[turned if sign > 0 else 7 - turned]
    if axis.unit[i] * axis.unit[i] > 0.5:
        return min(towards, _span(axis, i)) * sign
    return min(away, _span(axis, (i + 1) % 3), _span(axis, (i + 2) % 3)) * -sign


def _beside_edge(axis: CapsuleAxis, nearest: AxisNearest) -> float | None:
    i = nearest.edge
    turned = axis.bits ^ nearest.corner & 7
    turned &= 7 - (1 << i)
    if turned not in (1, 2, 4):
        return None
    first, second = (i + 1) % 3, (i + 2) % 3
    if abs(axis.unit[first]) > abs(axis.unit[second]):
        first = second
    second = 3 - i - first
    sign = 1 if turned & (1 << second) else -1
    reach = min(1 - sign * nearest.position, _span(axis, second))
    is_upward = (axis.bits & (1 << i) != 0) == (turned & (1 << second) != 0)
    rest = 1 - nearest.on_edge if is_upward else 1 + nearest.on_edge
    return min(reach, divide(axis.box[i] * rest, abs(axis.half[i]))) * sign


def _beside_face(axis: CapsuleAxis, nearest: AxisNearest) -> float | None:
    if nearest.face == NO_FACE:
        return None
    sign = 1 if nearest.kind == -3 else -1
    end, reach = axis.point(-sign), 2.0
    for i in (k for k in range(3) if k != nearest.face):
        for side in (axis.box[i], -axis.box[i]):
            step = divide(side - end[i], axis.half[i]) * sign
            if 0 < step < reach:
                reach = step
    return reach * sign


def _span(axis: CapsuleAxis, i: int) -> float:
    return divide(2 * axis.box[i], abs(axis.half[i]))


def sphere_contact(center: Vec3, radius: float, box: Vec3) -> tuple[float, Vec3, Vec3]:
    """The signed distance of a sphere from the box, the middle between the surfaces, and the normal to the box."""
    clamped = tuple(min(max(part, -size), size) for part, size in zip(center, box, strict=True))
    gap = sub((clamped[0], clamped[1], clamped[2]), center)
    distance = euclidean_length(gap)
    if distance > MINVAL:
        inverse = divide(1.0, distance)
        normal = (gap[0] * inverse, gap[1] * inverse, gap[2] * inverse)
        deepest = along(center, normal, radius)
        middle = (clamped[0] * 0.5, clamped[1] * 0.5, clamped[2] * 0.5)
        return distance - radius, along(middle, deepest, 0.5), normal
    closest, k = (box[0] + box[1] + box[2]) * 2, 0
    for i in range(6):
        depth = abs((1 if i % 2 else -1) * box[i // 2] - center[i // 2])
        if closest > depth:
            closest, k = depth, i
    direction = [0.0, 0.0, 0.0]
    direction[k // 2] = -1.0 if k % 2 else 1.0
    normal = (direction[0], direction[1], direction[2])
    return -closest - radius, along(center, normal, (radius - closest) / 2), normal


def crosses_box(axis: CapsuleAxis) -> bool:
    """Whether the axis has a point in the box: by slabs (Kay and Kajiya, SIGGRAPH 1986)."""
    first, last = -1.0, 1.0
    for middle, half, size in zip(axis.middle, axis.half, axis.box, strict=True):
        if half == 0:
            if abs(middle) > size:
                return False
            continue
        low, high = sorted(((-size - middle) / half, (size - middle) / half))
        first, last = max(first, low), min(last, high)
    return first <= last


def least_overlap(axis: CapsuleAxis) -> tuple[float, Vec3]:
    """The depth of the axis in the box, and the direction to push the box: by separating axes."""
    faces: list[Vec3] = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
    normals = faces + [unit(cross(face, axis.half)) for face in faces if cross(face, axis.half) != (0.0, 0.0, 0.0)]
    overlaps = []
    for normal in normals:
        reach = sum(size * abs(part) for size, part in zip(axis.box, normal, strict=True)) + abs(dot(axis.half, normal))
        height = dot(axis.middle, normal)
        outward = normal if height < 0 else (-normal[0], -normal[1], -normal[2])
        overlaps.append((reach - abs(height), outward))
    return min(overlaps, key=lambda one: one[0])
