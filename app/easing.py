"""What lies between two things, and how fast one goes from one to the other."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import exp, log, pi

from engine.vectors import Vec3, along, norm, sub

from .camera import OrbitCamera

EASES: dict[str, Callable[[float], float]] = {
    "smooth": lambda part: part * part * (3 - 2 * part),  # begins and ends at rest
    "linear": lambda part: part,
    "in": lambda part: part * part,  # begins at rest
    "out": lambda part: part * (2 - part),  # ends at rest
}


def between(a: float, b: float, part: float) -> float:
    """Just `b` at the end."""
    return b - (b - a) * (1 - part)


def point_between(a: Vec3, b: Vec3, part: float) -> Vec3:
    return (between(a[0], b[0], part), between(a[1], b[1], part), between(a[2], b[2], part))


def camera_between(a: OrbitCamera, b: OrbitCamera, part: float) -> OrbitCamera:
    """Turned the shorter way round; nearer by equal ratios in equal times, as that looks even."""
    around = (b.yaw - a.yaw + pi) % (2 * pi) - pi
    return replace(
        b,
        target=point_between(a.target, b.target, part),
        distance=b.distance if part == 1 else exp(between(log(a.distance), log(b.distance), part)),
        yaw=b.yaw - around * (1 - part),
        pitch=between(a.pitch, b.pitch, part),
        reach=max(a.reach, b.reach),
    )


def along_path(points: list[Vec3], part: float) -> Vec3:
    """The place on a path of straight lines after a part of its length."""
    lengths = [norm(sub(b, a)) for a, b in pairwise(points)]
    left = part * sum(lengths)
    for (start, end), length in zip(pairwise(points), lengths, strict=True):
        if left < length:
            return along(start, sub(end, start), left / length)
        left -= length
    return points[-1]
