"""Convex areas of the plane: the part of an area behind some lines."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from gjkscope.engine.plane.vectors import Vec2, dot2, sub2

HalfPlane = tuple[Vec2, Vec2]
"""A point of a line and the outward unit normal: all x with normal · (x − point) ≤ 0."""


def clipped(loop: Sequence[Vec2], planes: Iterable[HalfPlane]) -> tuple[Vec2, ...]:
    """The part of a convex polygon behind all lines; empty if there is none.

    Source: Sutherland and Hodgman, Reentrant polygon clipping, CACM 17(1), 1974.
    """
    left = tuple(loop)
    for through, normal in planes:
        heights = [dot2(normal, sub2(corner, through)) for corner in left]
        ends = list(zip(left, heights, strict=True))
        left = tuple(corner for start, end in pairwise([*ends, *ends[:1]]) for corner in _kept_part(start, end))
    return left if len(left) > 2 else ()


def square_around(center: Vec2, reach: float) -> tuple[Vec2, Vec2, Vec2, Vec2]:
    """The square with half sides `reach`, anticlockwise."""
    x, y = center
    return (x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach)


def _kept_part(start: tuple[Vec2, float], end: tuple[Vec2, float]) -> Iterable[Vec2]:
    """The kept part of a side, without its end: its start if behind the line, and its intersection with the line."""
    (p, before), (q, after) = start, end
    if before <= 0:
        yield p
    if before * after < 0:
        share = before / (before - after)
        yield (p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]))
