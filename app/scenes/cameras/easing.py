"""Easing curves, and interpolation of numbers, points, cameras and paths; `part` runs from 0 to 1."""

from collections.abc import Callable
from itertools import pairwise
from math import atan2, cos, exp, log, pi, sin

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.engine.vectors import IDENTITY, Vec3, add, along, cross, dot, norm, scale, square_to, sub, unit

# Sine of the angle between directions that are drawn as one or as opposites: below a thousandth of a pixel.
NEARLY_STRAIGHT = 1e-7

EASES: dict[str, Callable[[float], float]] = {
    "smooth": lambda part: part * part * (3 - 2 * part),  # zero speed at both ends
    "linear": lambda part: part,
    "in": lambda part: part * part,  # zero speed at the start
    "out": lambda part: part * (2 - part),  # zero speed at the end
}


def interpolate(a: float, b: float, part: float) -> float:
    """Interpolates linearly; gives exactly `b` at `part` = 1."""
    return b - (b - a) * (1 - part)


def point_between(a: Vec3, b: Vec3, part: float) -> Vec3:
    return (interpolate(a[0], b[0], part), interpolate(a[1], b[1], part), interpolate(a[2], b[2], part))


def direction_between(a: Vec3, b: Vec3, part: float) -> Vec3:
    """The unit vector at a fraction of the angle from one unit vector to another; exactly `b` at `part` = 1.

    Between opposite directions, any plane will do.
    """
    across = square_to(b, a)
    if part == 1 or a == b:
        return b
    if norm(across) <= NEARLY_STRAIGHT:
        if dot(a, b) > 0:
            return b
        across = square_to(min(IDENTITY, key=lambda axis: abs(dot(axis, a))), a)
    angle = atan2(norm(cross(a, b)), dot(a, b)) * part
    return add(scale(a, cos(angle)), scale(unit(across), sin(angle)))


def segment_between(a: tuple[Vec3, Vec3], b: tuple[Vec3, Vec3], part: float) -> tuple[Vec3, Vec3]:
    """A segment on its way from one to another: it turns about its middle, which moves straight."""
    (tail, head), (goal_tail, goal_head) = a, b
    if part == 1:
        return b
    start, goal = sub(head, tail), sub(goal_head, goal_tail)
    way = direction_between(unit(start), unit(goal), part)
    middle = point_between(scale(add(tail, head), 0.5), scale(add(goal_tail, goal_head), 0.5), part)
    half = interpolate(norm(start), norm(goal), part) / 2
    return along(middle, way, -half), along(middle, way, half)


def camera_between(a: OrbitCamera, b: OrbitCamera, part: float) -> OrbitCamera:
    """Interpolates cameras: yaw the shorter way round, and distance geometrically, which looks uniform."""
    around = (b.yaw - a.yaw + pi) % (2 * pi) - pi
    return replace(
        b,
        target=point_between(a.target, b.target, part),
        distance=b.distance if part == 1 else exp(interpolate(log(a.distance), log(b.distance), part)),
        yaw=b.yaw - around * (1 - part),
        pitch=interpolate(a.pitch, b.pitch, part),
        reach=max(a.reach, b.reach),
    )


def along_path(points: list[Vec3], part: float) -> Vec3:
    """The point at a fraction of the length of a polyline."""
    lengths = [norm(sub(b, a)) for a, b in pairwise(points)]
    left = part * sum(lengths)
    for (start, end), length in zip(pairwise(points), lengths, strict=True):
        if left < length:
            return along(start, sub(end, start), left / length)
        left -= length
    return points[-1]
