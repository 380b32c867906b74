"""Hulls with many vertices at nearly the same distance from the centre, which take EPA many steps."""

from math import cos, pi, sin, sqrt

from gjkscope.engine import Hull
from gjkscope.engine.vectors import Vec3


def fibonacci(count: int, radius: float = 1.0) -> Hull:
    """Points on a golden-angle spiral on a sphere: nearly evenly spaced, no two pairs at the same distance."""
    heights = [1 - 2 * (i + 0.5) / count for i in range(count)]
    turns = [pi * (1 + sqrt(5)) * (i + 0.5) for i in range(count)]
    return Hull(
        tuple(
            (radius * sqrt(1 - z * z) * cos(a), radius * sqrt(1 - z * z) * sin(a), radius * z)
            for z, a in zip(heights, turns, strict=True)
        )
    )


def globe(meridians: int, parallels: int, radius: float = 1.0) -> Hull:
    """Points on a latitude–longitude grid on a sphere: flat quadrilaterals, many of them congruent."""
    rings = [pi * i / parallels for i in range(1, parallels)]
    points: list[Vec3] = [(0.0, 0.0, radius), (0.0, 0.0, -radius)]
    for t in rings:
        for j in range(meridians):
            p = 2 * pi * j / meridians
            points.append((radius * sin(t) * cos(p), radius * sin(t) * sin(p), radius * cos(t)))
    return Hull(tuple(points))


def prism(sides: int, half_height: float, radius: float = 1.0) -> Hull:
    """A regular polygonal solid about y; `radius` is the circumradius of its base."""
    angles = [2 * pi * j / sides for j in range(sides)]
    return Hull(tuple((radius * cos(a), y, radius * sin(a)) for a in angles for y in (-half_height, half_height)))


def grid(steps: int) -> Hull:
    """A cubic grid of points from −1 to 1: most lie in the interior, on a face or on an edge."""
    places = [i / steps for i in range(-steps, steps + 1)]
    return Hull(tuple((x, y, z) for x in places for y in places for z in places))
