"""A − B as the checks of iterations ask it, and distances of simplices from the origin."""

from collections.abc import Sequence
from itertools import combinations
from math import inf, isfinite
from typing import Any, NamedTuple

from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk.simplex import (
    Closest,
    Region,
    closest_on_point,
    closest_on_segment,
    closest_on_tetrahedron,
    closest_on_triangle,
)
from gjkscope.engine.iterations.records import MOST_VERTICES
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Point
from gjkscope.engine.shapes.support import Convex, convex
from gjkscope.engine.vectors import SINGLE, ZERO, Vec3, add, dot, norm, scale, sub, unit


class CheckedDifference(NamedTuple):
    """A − B, with A's position as the origin of both, and the lengths below which errors are rounding."""

    a: Convex
    b: Convex
    origin: Vec3  # A's position in the world
    extent: float  # of the pair, metres
    slack: float  # metres
    subtracted: float = 0.0  # the sum of the radii that the set lacks

    @property
    def radius(self) -> float:
        return self.a.radius + self.b.radius

    def cores(self) -> "CheckedDifference":
        return self._replace(a=self.a._replace(radius=0.0), b=self.b._replace(radius=0.0), subtracted=self.radius)

    def support(self, direction: Vec3) -> Vec3:
        """The furthest point of the set along a unit vector."""
        core = gjk.difference_support(self.a, self.b, direction, 0).point
        return add(core, scale(direction, self.radius))

    def outside(self, point: Vec3) -> float:
        """A lower bound on how far a point is outside the set; 0 if it is inside."""
        towards = unit(point)
        beyond = norm(point) - dot(towards, self.support(towards))
        if beyond > self.slack:
            return beyond
        moved = self.b._replace(position=add(self.b.position, point), center=add(self.b.center, point))
        return max(least_distance(self.a, moved), 0.0)

    def off_shape(self, witness: Vec3, shape: Convex) -> float:
        """A lower bound on how far a world point is outside one of the two shapes."""
        there = convex(Point(), Pose(position=sub(witness, self.origin)))
        return max(least_distance(shape, there), 0.0)

    @property
    def unseen(self) -> float:
        """The length that single precision cannot tell from 0, or the tolerance if that is larger, metres."""
        return max(self.slack, gjk.ROUNDINGS * SINGLE * self.extent)


def least_distance(a: Convex, b: Convex) -> float:
    """A lower bound of the signed distance; −inf if the coordinates are too large."""
    last = gjk.run(a, b)[-1]
    return last.lower - last.radius if isfinite(last.lower) else -inf


def closest_of(points: Sequence[Vec3]) -> Closest:
    """The closest point of a simplex with one to four vertices to the origin."""
    functions: Any = (closest_on_point, closest_on_segment, closest_on_triangle, closest_on_tetrahedron)
    nearest: Closest = functions[len(points) - 1](*points)
    return nearest._replace(point=ZERO) if nearest.region == Region.INTERIOR else nearest


def distance_of(points: Sequence[Vec3]) -> float:
    """The distance of the convex hull of any number of points from the origin."""
    if len(points) <= MOST_VERTICES:
        return norm(closest_of(points).point)
    return min(norm(closest_of(some).point) for some in combinations(points, MOST_VERTICES))
