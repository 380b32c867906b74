"""Filters in doubles: what they exclude is never what exact arithmetic would have chosen, and they exclude a lot."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import inf
from random import Random

import numpy as np
import pytest

from gjkscope.engine.arithmetic.filters import ManyVertices, finest_exponent, undecided_planes
from gjkscope.engine.arithmetic.integers import Int3, as_integers, int_cross, int_dot, int_sub
from gjkscope.engine.vectors import Vec3
from tests.thorough import cases

Face = tuple[int, int, int]


def plane_of(points: list[Int3], face: Face) -> tuple[int, int]:
    """Its offset and squared normal."""
    p, q, r = (points[corner] for corner in face)
    normal = int_cross(int_sub(q, p), int_sub(r, p))
    return int_dot(normal, p), int_dot(normal, normal)


def directions(random: Random, count: int) -> list[Int3]:
    return [(random.randint(-999, 999), random.randint(-999, 999), random.randint(1, 999)) for _ in range(count)]


def random_points(random: Random) -> list[Int3]:
    scale = 10 ** random.randint(0, 30)
    return [(x * scale + random.randint(-9, 9), y * scale, z * scale + 1) for x, y, z in directions(random, 30)]


def huge_points(random: Random) -> list[Int3]:
    """Beyond the range of doubles."""
    return [(x * 10**400, y * 10**400, z * 10**400 + x) for x, y, z in directions(random, 30)]


def uneven_points(random: Random) -> list[Int3]:
    """Most within 1e-200 of the largest coordinate of one: their products underflow."""
    return [(10**200, 1, 1), *directions(random, 30)]


def lattice_points(_: Random) -> list[Int3]:
    """Many planes are equally near, contain the origin, or are no planes at all."""
    return [(x, y, z) for x, y, z in product((-1, 0, 1), repeat=3)]


def needles(random: Random) -> list[Int3]:
    """Faces with two corners next to each other: their normals are known to a few digits, or not at all."""
    points = [(x * 10**12, y * 10**12, 10**15 + z * 10**11) for x, y, z in directions(random, 10)]
    return points + [
        (x + random.randint(-9, 9), y + random.randint(-9, 9), z + random.randint(-9, 9)) for x, y, z in points * 2
    ]


def nearly_level_points(random: Random) -> list[Int3]:
    """All planes are nearly z = 1: their distances differ by rounding errors."""
    return [(x * 10**15, y * 10**15, 10**18 + random.randint(-3, 3)) for x, y, _ in directions(random, 30)]


@pytest.mark.parametrize(
    "family",
    [random_points, huge_points, uneven_points, lattice_points, needles, nearly_level_points],
    ids=lambda f: f.__name__,
)
def test_planes_that_the_filter_decides_are_in_front_of_nothing(family: Callable[[Random], list[Int3]]) -> None:
    random, counts, rounds = Random(7), Counter[str](), cases(8, 20)
    for _ in range(rounds):
        points = family(random)
        faces: list[Face] = [tuple(random.choices(range(len(points)), k=3)) for _ in range(200)]  # type: ignore[misc]
        behind = [(i, j, k) for i, j, k in faces if plane_of(points, (i, j, k))[0] > 0]
        for chosen in (behind, behind + faces[:50]):
            undecided = set(undecided_planes(points, np.array(chosen)))
            planes = [plane_of(points, face) for face in chosen]
            assert all(offset > 0 or number in undecided for number, (offset, _) in enumerate(planes))
            if chosen is behind:  # otherwise those that are not decide
                squares = [Fraction(offset**2, square) for offset, square in planes]
                decided = [square for number, square in enumerate(squares) if number not in undecided]
                assert min(decided, default=inf) > min(squares)
                counts.update(decided=len(decided), undecided=len(undecided))
    assert counts["undecided"] >= rounds
    expected = {"random_points": 75, "huge_points": 75, "lattice_points": 25}
    assert counts["decided"] >= rounds * expected.get(family.__name__, 0)


def coordinates(random: Random, scale: float, count: int) -> list[Vec3]:
    return [(random.gauss(0, scale), random.choice((0.0, scale)), random.uniform(-scale, scale)) for _ in range(count)]


@pytest.mark.parametrize("scale", [1.0, 1e-320, 1e-300, 3e-17, 2.0**60, 1e300])
def test_many_vertices_are_the_integers_that_as_integers_returns(scale: float) -> None:
    points = coordinates(Random(3), scale, 60)
    numbers, exponent = as_integers([number for point in points for number in point])
    many = ManyVertices(points)
    assert many.exponent == exponent
    assert [number for vertex in many for number in vertex] == list(numbers)
    assert many[-1] == many[59]


def test_the_finest_exponent_of_whole_numbers_is_zero() -> None:
    assert finest_exponent(np.array([0.0, 0.0])) == 0
    assert finest_exponent(np.array([4.0, 1e20, 0.0])) == 0
    assert finest_exponent(np.array([4.0, 0.75])) == -2
    assert finest_exponent(np.array([5e-324])) == -1074


def test_the_highest_vertices_are_few_unless_they_are_equally_high() -> None:
    random = Random(9)
    many = ManyVertices(coordinates(random, 1.0, 500))
    assert sum(len(many.highest(direction)) for direction in directions(random, 50)) < 55
    assert len(many.highest((0, 1, 0))) > 200


def test_points_that_coincide_with_the_origin_decide_nothing() -> None:
    assert undecided_planes([(0, 0, 0)] * 3, np.array([(0, 1, 2), (2, 1, 0)])) == [0, 1]
