"""The parts of a superellipsoid by hand: norms, the grid of its samples, and bounds rounded to one side."""

from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import inf

import numpy as np
import pytest

from gjkscope.engine.shapes import superellipsoid as parts
from gjkscope.engine.shapes.exact import INSIDE
from gjkscope.engine.shapes.kinds import Superellipsoid
from gjkscope.engine.shapes.superellipsoid import GRID

NEXT = Fraction(1, 10**50)  # how loose a bound may be, relative to it


@pytest.mark.parametrize(
    ("numbers", "exponent", "norm"),
    [((3, -4, 0), 2, 5), ((2, 3, -6), 2, 7), ((1, -2, 3), 1, 6), ((1, -2, 3), inf, 3), ((0, 0, 0), 2, 0),
     ((0, 0, 0), 3, 0), ((-5, 0, 0), 3, 5), ((3, 4, 5), 3, 6), ((3e200, 4e200, 0), 2, 5e200), ((1, 1, 1), 0.5, 9)],
)  # fmt: skip
def test_norms(numbers: tuple[float, float, float], exponent: float, norm: float) -> None:
    assert parts._norm(numbers, exponent) == pytest.approx(norm)


def test_the_ball_around_and_the_ball_inside_by_hand() -> None:
    for exponent, arm, inner in (
        (1, 6, 6**0.5),
        (2, 6, 3),
        (4, (3**4 + 6**4 + 6**4) ** 0.25, 3),
        (1e9, 9, 3),
    ):
        shape = Superellipsoid((3, 6, 6), exponent)
        assert shape.arm() == pytest.approx(arm)
        assert shape.core_inner_radius() == pytest.approx(inner)
        assert shape.core_ball() == ((0, 0, 0), shape.arm())
    middle = Superellipsoid((1, 1, 1), 1.5)
    assert middle.core_inner_radius() == pytest.approx(3 ** (0.5 - 1 / 1.5))


def test_the_grid_covers_the_sides_of_a_cube() -> None:
    points = parts._cube_grid()
    expected = {p for p in product(range(-GRID // 2, GRID // 2 + 1), repeat=3) if max(map(abs, p)) == GRID // 2}
    assert {tuple(map(round, point)) for point in (points * (GRID // 2)).tolist()} == expected
    assert np.abs(points).max(axis=1).tolist() == [1] * len(points)


@pytest.mark.parametrize("exponent", [1.0, 1.5, 2.0, 4.0])
def test_directions_are_normals_at_the_points_of_the_grid(exponent: float) -> None:
    """The gradient of Σ |x/r|ᵖ is |x/r|ᵖ⁻¹ / r, with the sign of x; 0 in a plane of symmetry."""
    radii, points = (1.0, 2.0, 4.0), parts._cube_grid()
    found = Superellipsoid(radii, exponent).directions()
    assert found.shape == points.shape
    for point, direction in zip(points.tolist(), found.tolist(), strict=True):
        expected = [
            0 if x == 0 else np.sign(x) * abs(x) ** (exponent - 1) / r for x, r in zip(point, radii, strict=True)
        ]
        assert direction == pytest.approx(expected)


# --- bounds ---


def test_contexts_have_digits_for_the_exponent_and_round_to_their_side() -> None:
    for power, digits in ((Fraction(2), 61), (Fraction(99, 2), 62), (Fraction(10**6), 67)):
        up, down = parts._contexts(power)
        assert (up.prec, down.prec) == (digits, digits)
        third = Fraction(1, 3)
        assert Fraction(parts._decimal(third, down)) < third < Fraction(parts._decimal(third, up))
        assert Fraction(parts._decimal(third, up)) - third < Fraction(1, 10 ** (digits - 1))
        assert parts._decimal(Fraction(1, 4), up) == parts._decimal(Fraction(1, 4), down) == Decimal("0.25")


@pytest.mark.parametrize("power", [Fraction(2), Fraction(3), Fraction(10), Fraction(1)])
def test_powers_are_bounded_from_above_and_closely(power: Fraction) -> None:
    up, down = parts._contexts(power)
    for numbers in (
        (1,),
        (0,),
        (Fraction(1, 2),),
        (Fraction(1, 3), Fraction(2, 3)),
        (1, 0, Fraction(9, 10)),
        (Fraction(1, 10**9),),
    ):
        exact = sum((Fraction(number) ** int(power) for number in numbers), Fraction(0))
        bound = Fraction(parts._powers_above([Fraction(number) for number in numbers], power, up, down))
        assert exact <= bound <= exact * (1 + NEXT)
        assert (bound == exact) or any(0 < number < 1 for number in numbers)
    assert Fraction(parts._exp_above(Decimal(0), up)) == 1 + Fraction(up.next_plus(Decimal(1)) - 1)


@pytest.mark.parametrize("exponent", [1, 1.5, 2, 3, 4])
def test_the_exact_reach_along_an_axis_is_a_radius(exponent: float) -> None:
    shape = Superellipsoid((1, 1, 1), exponent)
    for axis, way, shift in product(range(3), (1, -1), (0, 5)):
        direction = [0, 0, 0]
        direction[axis] = 7 * way
        assert (
            shape.exact_reach((3, 4, 5), (direction[0], direction[1], direction[2]), shift) == 7 * (3 + axis) << shift
        )
    if exponent == 1:
        assert shape.exact_reach((3, 4, 5), (2, 3, -2), 1) == 24
    else:
        q = exponent / (exponent - 1)
        for heights in ((6, 12, 10), (6, 0, 10)):
            direction = (heights[0] // 3, heights[1] // 4, heights[2] // 5)
            exact = sum(height**q for height in heights) ** (1 / q)
            found = shape.exact_reach((3, 4, 5), direction, 30) / 2**30
            assert exact * (1 - 1e-14) <= found <= exact * (1 + 1e-8)


def test_the_exact_surface_is_inside_where_it_is_rational() -> None:
    for exponent, point, inside in (
        (1, (3, 0, 0), True),
        (1, (1, 1, 1), True),
        (1, (1, 1, 2), False),
        (1, (1, 2, 0), True),
        (1, (-1, 2, -1), False),
        (2, (3, 0, 0), True),
        (2, (0, -3, 0), True),
        (2, (0, 0, 4), False),
        (2, (2, 2, 0), True),
        (2, (2, 2, 2), False),
        (4, (2, 2, 2), True),
        (4, (3, 1, 0), False),
        (4, (0, 0, -3), True),
        (4, (4, 0, 0), False),
        (4, (4, 4, 0), False),
    ):
        sum_of = sum(Fraction(abs(x), 3) ** exponent for x in point)
        assert (sum_of <= 1) == inside
        assert Superellipsoid((1, 1, 1), exponent).exactly_contains((3, 3, 3), point) == inside, (exponent, point)


@pytest.mark.parametrize("exponent", [1, 2, 4])
def test_points_are_moved_inside_along_their_own_direction(exponent: float) -> None:
    shape = Superellipsoid((3, 6, 9), exponent)
    assert shape.move_inside((0.5, 0.5, 0.5)) == (0.5, 0.5, 0.5)
    for way in (1, -1):
        assert shape.move_inside((0.0, way * 12.0, 0.0)) == pytest.approx((0, way * 6 * INSIDE, 0), abs=1e-15)
        assert shape.move_inside((way * 3.0, 0.0, 0.0)) == pytest.approx((way * 3 * INSIDE, 0, 0), abs=1e-15)
    moved = shape.move_inside((3.0, 6.0, 9.0))
    share = 3 ** (-1 / exponent)
    assert moved == pytest.approx((3 * share, 6 * share, 9 * share))
    assert sum(abs(x / r) ** exponent for x, r in zip(moved, (3, 6, 9), strict=True)) < 1


def test_only_a_spheroid_turns_without_change() -> None:
    for exponent, turn in ((2, (0, 0, 0)), (2.0001, (1, 2, 3)), (1, (1, 2, 3))):
        assert Superellipsoid((1, 1, 1), exponent).effective_turn((1, 2, 3)) == turn
