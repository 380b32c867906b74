"""Exact arithmetic: against a brute force over all planes, by hand, under exact motions, and on the museum."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import inf, nextafter, sqrt
from random import Random

import pytest

from engine import Pose, Result, Verdict, exact, trace
from engine.exact import State
from engine.integers import Int3, compare, cross, dot, sub
from engine.shapes import Box, Capsule, Hull, Mesh, Point, Segment, Shape, Sphere, Triangle
from engine.vectors import Vec3


def distance(shape_a: Shape, shape_b: Shape, position_b: Vec3 = (0, 0, 0)) -> Result:
    return exact.signed_distance(shape_a, Pose(), shape_b, Pose(position=position_b))


def last(*pair: object) -> State:
    return trace(*pair, algorithm="exact").steps[-1]  # type: ignore[arg-type]


# --- the brute force: over whole numbers, and over every plane through three points of A − B ---


def brute(points: Sequence[Int3]) -> tuple[int, Fraction]:
    """The sign (1 outside, 0 on the surface, −1 inside) and the squared distance of the origin from the hull's surface.

    Of a hull that is flat all of it is surface.
    """
    points = sorted(set(points))
    planes = [
        (plane, dot(plane, p)) for p, q, r in combinations(points, 3) if any(plane := cross(sub(q, p), sub(r, p)))
    ]
    heights = [(plane, offset, [dot(plane, x) - offset for x in points]) for plane, offset in planes]
    facets = [(plane, offset) for plane, offset, h in heights if max(h) == 0 > min(h)]
    facets += [(plane, -offset) for plane, offset, h in heights if min(h) == 0 < max(h)]
    if facets and min(offset for _, offset in facets) >= 0:
        depth = min(Fraction(offset * offset, dot(plane, plane)) for plane, offset in facets)
        return (-1 if depth else 0), depth
    square = min(to_simplex(simplex) for size in (1, 2, 3) for simplex in combinations(points, size))
    return (1 if square else 0), square


def to_simplex(simplex: Sequence[Int3]) -> Fraction:
    """The squared distance of the origin from a triangle or segment where its foot is inside, else from a vertex."""
    p, *rest = simplex
    vertex = Fraction(dot(p, p))
    if len(rest) == 1:
        d = sub(rest[0], p)
        t = -dot(p, d)
        return vertex - Fraction(t * t, dot(d, d)) if 0 < t < dot(d, d) else vertex
    if len(rest) == 2:
        q, r = rest
        n = cross(sub(q, p), sub(r, p))
        sides = [dot(n, cross(x, y)) for x, y in ((p, q), (q, r), (r, p))]
        return Fraction(dot(n, p) ** 2, dot(n, n)) if any(n) and min(sides) >= 0 else vertex
    return vertex


def whole_points(random: Random, count: int, reach: int, flat: bool) -> tuple[Int3, ...]:
    def number() -> int:
        return random.randint(-reach, reach)

    return tuple((number(), number(), 0 if flat else number()) for _ in range(count))


def differences(a: Sequence[Int3], b: Sequence[Int3]) -> list[Int3]:
    return [sub(p, q) for p in a for q in b]


def placed_hull(points: Sequence[Int3], position: Int3) -> tuple[Hull, Pose]:
    """The points by a hull that stands at `position`."""
    return Hull(tuple(sub(point, position) for point in points)), Pose(position=position)


def test_whole_number_hulls_have_the_distance_that_brute_force_finds() -> None:
    random, seen = Random(1), Counter[tuple[int, bool]]()
    for _ in range(500):
        flat = random.random() < 0.2
        sizes = random.choice(((1, 4), (2, 2), (2, 3), (3, 3), (4, 4), (5, 3), (6, 2)))
        offset = random.randint(0, 3)
        a, b = (whole_points(random, size, random.choice((1, 2, 4)), flat) for size in sizes)
        b = tuple((x + offset, y, z) for x, y, z in b)
        sign, square = brute(differences(a, b))
        step = last(*placed_hull(a, (1, -2, 3)), *placed_hull(b, (5, 0, 0)))
        assert exact.squared_distance(step) == square
        assert compare(step.exact.lower, 0.0) == compare(step.exact.upper, 0.0) == sign
        seen[sign, flat] += 1
    assert min(seen[1, False], seen[0, False], seen[-1, False], seen[1, True], seen[0, True]) >= 20
    assert seen[-1, True] == 0


def test_boxes_have_the_distance_that_brute_force_finds() -> None:
    random, signs = Random(2), Counter[int]()
    for _ in range(20):
        half, corner = [random.randint(1, 3) for _ in range(3)], [random.randint(-2, 3) for _ in range(3)]
        corners = [(x * half[0], y * half[1], z * half[2]) for x, y, z in product((-1, 1), repeat=3)]
        tetrahedron = whole_points(random, 4, 2, flat=False)
        moved = [(x + corner[0], y + corner[1], z + corner[2]) for x, y, z in tetrahedron]
        sign, square = brute(differences(corners, moved))
        step = last(Box((half[0], half[1], half[2])), Pose(), *placed_hull(moved, (1, 1, 1)))
        assert exact.squared_distance(step) == square
        assert compare(step.exact.upper, 0.0) == sign
        signs[sign] += 1
    assert min(signs[1], signs[-1]) >= 5


# --- by hand ---


CUBE = Box((1, 1, 1))
UP = nextafter(2.0, inf)


@pytest.mark.parametrize(
    ("shape_b", "position", "expected"),
    [
        (CUBE, (2, 0, 0), 0.0),  # face to face
        (CUBE, (2, 0.5, 0.25), 0.0),
        (CUBE, (2, 2, 0), 0.0),  # edge to edge
        (CUBE, (2, 2, 2), 0.0),  # corner to corner
        (CUBE, (UP, 0, 0), UP - 2),  # one unit in the last place
        (CUBE, (UP, UP, 0), sqrt(2) * (UP - 2)),
        (CUBE, (nextafter(2.0, 0), 0, 0), nextafter(2.0, 0) - 2),
        (CUBE, (0, 0, 0), -2.0),  # the same
        (Box((0.25, 0.25, 0.25)), (0, 0, 0), -1.25),  # concentric, nested
        (Box((0.25, 0.25, 0.25)), (0.5, 0, 0.125), -0.75),
        (Point(), (1, 0.5, 0), 0.0),
        (Point(), (1, 1, 1), 0.0),
        (Point(), (0.75, 0, 0), -0.25),
        (Point(), (4, 5, 1), 5.0),
        (Segment((-3, 0, 0), (3, 0, 0)), (0, 1, 0), 0.0),
        (Segment((-3, 0, 0), (3, 0, 0)), (0, 0, 0), -1.0),  # pierced
        (Segment((-3, 0, 0), (3, 0, 0)), (0, 1, 1), 0.0),  # along an edge
        (Triangle(((9, 9, 0), (-9, 9, 0), (0, -9, 0))), (0, 0, 1), 0.0),  # in the plane of a face
        (Triangle(((9, 9, 0), (-9, 9, 0), (0, -9, 0))), (0, 0, 0), -1.0),
        (Triangle(((1, 1, 1), (1, 1, 1), (1, 1, 1))), (0, 0, 0), 0.0),  # no more than a corner
        (Hull(((1, 0, 0), (1, 0, 0), (5, 1, 0), (5, 1, 0))), (0, 0, 0), 0.0),  # vertices twice
        (Sphere(0.5), (1.5, 0, 0), 0.0),
        (Sphere(0.5), (4, 5, 0), 4.5),
        (Sphere(0.5), (0, 0, 0), -1.5),
        (Sphere(5), (4, 5, 0), 0.0),  # 3, 4 and 5: the ball reaches the edge exactly
        (Sphere(nextafter(5, inf)), (4, 5, 0), 5 - nextafter(5, inf)),
        (Capsule(0.5, 1, "z"), (1.5, 0, 0), 0.0),
        (Capsule(0.5, 1, "x"), (2.25, 0, 0), -0.25),
        (Capsule(0.5, 1, "y"), (0, 2.75, 0), 0.25),
        (replace(CUBE, rounding=0.5), (4, 5, 0), sqrt(13) - 0.5),
        (Mesh(((2, 0, 0), (2, 1, 0), (3, 0, 0)), ((0, 1, 2),)), (0, 0, 0), 1.0),
    ],
)
def test_a_cube_and_another_shape(shape_b: Shape, position: Vec3, expected: float) -> None:
    verdict = Verdict.TOUCHING if expected == 0 else Verdict.SEPARATED if expected > 0 else Verdict.PENETRATING
    for result in (
        distance(CUBE, shape_b, position),
        exact.signed_distance(shape_b, Pose(position=position), CUBE, Pose()),
    ):
        assert result.verdict == verdict
        assert result.signed_distance == pytest.approx(expected, rel=1e-15, abs=0)
        assert result.lower <= result.signed_distance <= result.upper
