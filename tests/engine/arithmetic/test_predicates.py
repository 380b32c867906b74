"""Signs against rational arithmetic where floats fail, and segment–triangle tests on small lattices."""

from collections import Counter
from fractions import Fraction
from math import nextafter
from random import Random

import numpy as np
import pytest

from gjkscope.engine.arithmetic import predicates
from gjkscope.engine.arithmetic.predicates import Meet, Vec2, meet, on_triangle, orient2d, orient3d
from gjkscope.engine.vectors import Vec3, add, along, cross, norm, scale, sub, unit
from tests.engine.samples import random_vector


def nudge(random: Random, value: float) -> float:
    """The number or an adjacent double."""
    return nextafter(value, random.choice((-4.0, value, 4.0)))


def sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def turn(a: Vec2, b: Vec2, p: Vec2) -> Fraction:
    (ax, ay), (bx, by), (px, py) = (tuple(map(Fraction, point)) for point in (a, b, p))
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def volume(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> Fraction:
    o, u, v, w = (tuple(map(Fraction, point)) for point in (a, b, c, p))
    (ux, uy, uz), (vx, vy, vz), (wx, wy, wz) = (tuple(x - y for x, y in zip(t, o, strict=True)) for t in (u, v, w))
    return (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz


def naive(a: Vec2, b: Vec2, p: Vec2) -> int:
    value = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return (value > 0) - (value < 0)


def test_the_side_of_a_line_is_right_where_floats_are_wrong() -> None:
    """Points within an ulp of a diagonal: floats get many of these signs wrong."""
    random, signs, missed = Random(1), Counter(), 0
    for _ in range(2000):
        a, b, p = ((nudge(random, x), nudge(random, x)) for x in (random.randint(1, 9) / 9 for _ in range(3)))
        expected = sign(turn(a, b, p))
        assert orient2d(a, b, p) == expected
        signs[expected] += 1
        missed += naive(a, b, p) != expected
    assert min(signs[1], signs[-1], signs[0]) >= 100
    assert missed >= 100, missed


def test_the_side_of_a_plane_is_right_where_floats_are_wrong() -> None:
    random, signs = Random(2), Counter()
    for _ in range(1000):
        points = []
        for _ in range(4):
            x, y = random.randint(0, 8) / 7, random.randint(0, 8) / 7
            points.append((x, y, nudge(random, (x + y) / 3)))
        a, b, c, p = points
        expected = sign(volume(a, b, c, p))
        assert orient3d(a, b, c, p) == expected
        signs[expected] += 1
    assert min(signs[1], signs[-1], signs[0]) >= 25


@pytest.mark.parametrize("scale", [1e-200, 1e-110, 1e-12, 1e12, 1e110, 1e200])
def test_signs_are_exact_at_any_scale(scale: float) -> None:
    random = Random(3)
    for _ in range(50):
        a, b, c, p = ((x * scale, y * scale, z * scale) for x, y, z in (random_vector(random) for _ in range(4)))
        assert orient3d(a, b, c, p) == sign(volume(a, b, c, p)) != 0
        assert orient2d(a[:2], b[:2], p[:2]) == sign(turn(a[:2], b[:2], p[:2])) != 0


def test_signs_follow_the_right_hand_rule() -> None:
    x, y, z, o = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)
    assert orient3d(o, x, y, z) == 1
    assert orient3d(o, y, x, z) == -1
    assert orient3d(o, x, y, (5.0, -3.0, 0.0)) == 0
    assert orient2d((0.0, 0.0), (1.0, 0.0), (7.0, 1.0)) == 1


def test_segment_triangle_intersection_agrees_with_a_linear_program() -> None:
    """On lattices of 2³ to 4³ points most quintuples are degenerate: collinear, coplanar, coincident."""
    from scipy.optimize import linprog

    random, counts = Random(4), Counter()
    for _ in range(120):
        n = random.choice((1, 2, 3))
        p, q, a, b, c = ((*map(float, (random.randint(0, n) for _ in range(3))),) for _ in range(5))
        # p + t (q − p) = a + u (b − a) + v (c − a), all within bounds
        columns = np.column_stack([np.subtract(q, p), np.subtract(a, b), np.subtract(a, c)])
        program = linprog(
            [0, 0, 0], A_ub=[[0, 1, 1]], b_ub=[1], A_eq=columns, b_eq=np.subtract(a, p), bounds=[(0, 1), (0, 1), (0, 1)]
        )
        how = meet(p, q, a, b, c)
        counts[how] += 1
        assert (how != Meet.APART) == (program.status == 0)
        assert meet(q, p, c, b, a) == how
        assert on_triangle(p, a, b, c) == (meet(p, p, a, b, c) != Meet.APART)
    assert min(counts[how] for how in Meet) >= 2


def test_through_means_inside_both() -> None:
    triangle = ((0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 4.0, 0.0))
    assert meet((1, 1, -1), (1, 1, 1), *triangle) == Meet.THROUGH
    assert meet((1, 1, 0), (1, 1, 1), *triangle) == Meet.RIM  # an end on it
    assert meet((2, 2, -1), (2, 2, 1), *triangle) == Meet.RIM  # over an edge
    assert meet((0, 0, -1), (0, 0, 1), *triangle) == Meet.RIM  # over a corner
    assert meet((1, 1, 0), (9, 9, 0), *triangle) == Meet.FLAT
    assert meet((3, 3, 0), (9, 9, 0), *triangle) == Meet.APART  # in its plane, beside it
    assert meet((1, 1, 1), (1, 1, 2), *triangle) == Meet.APART
    assert meet((0, 0, 1), (1, 0, 1), (0.5, -1, 0), (0.5, 1, 0), (0.5, 0, 0)) == Meet.APART  # past a needle


def test_a_segment_has_no_side_of_a_degenerate_triangle() -> None:
    """Two segments that cross in every axis-aligned view, yet miss each other."""
    p, q = (0.0, 0.0, 0.0), (2.0, 2.0, 2.0)
    a, b = (0.0, 2.0, 1.5), (2.0, 0.0, 0.5)
    assert meet(p, q, a, b, b) == Meet.FLAT  # they cross at (1, 1, 1)
    assert meet(p, q, (0.0, 2.0, 1.25), (2.0, 0.0, 1.0), (2.0, 0.0, 1.0)) == Meet.APART


@pytest.mark.parametrize("axis", range(3))
def test_segments_on_one_line_meet_only_if_they_overlap(axis: int) -> None:
    """Neither spans a plane, so only the coordinate along their line tells them apart."""

    def at(x: int) -> tuple[float, ...]:
        return tuple(float(x) if i == axis else 5.0 for i in range(3))

    for place, how in ((3, Meet.APART), (-4, Meet.APART), (1, Meet.FLAT), (-1, Meet.FLAT), (2, Meet.FLAT)):
        assert meet(at(0), at(2), at(place), at(place + 1), at(place + 1)) == how
        assert meet(at(place), at(place + 1), at(0), at(2), at(2)) == how


@pytest.mark.parametrize("size", [1.0, 1e6, 1e-60])
def test_clear_signs_need_no_integers(size: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The filters are for speed: a determinant of a hundred times its rounding error is decided in doubles."""
    exact_2d, exact_3d = predicates._exact_orient2d, predicates._exact_orient3d
    monkeypatch.setattr(predicates, "_exact_orient2d", lambda *points: 1 / 0)
    monkeypatch.setattr(predicates, "_exact_orient3d", lambda *points: 1 / 0)
    random = Random(6)
    for _ in range(100):
        a, b, c = (tuple(size * x for x in random_vector(random)) for _ in range(3))
        for side in (1, -1):
            height = side * 1e-13 * size
            flat = add(scale(a, 0.25), add(scale(b, 0.25), scale(c, 0.5)))
            normal = unit(cross(sub(b, a), sub(c, a)))
            p = along(flat, normal, height)
            if norm(cross(sub(b, a), sub(c, a))) > 0.25 * size * size:
                assert orient3d(a, b, c, p) == exact_3d(a, b, c, p) == side
            q = (
                0.5 * (a[0] + b[0]) - height * (b[1] - a[1]) / size,
                0.5 * (a[1] + b[1]) + height * (b[0] - a[0]) / size,
            )
            if (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 > 0.25 * size * size:
                assert orient2d(a[:2], b[:2], q) == exact_2d(a[:2], b[:2], q) == side
