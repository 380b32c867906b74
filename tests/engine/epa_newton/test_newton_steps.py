"""The parts of Newton's method on the depth: bendings against differences, lines, ends, balls and caps by hand."""

from itertools import pairwise
from math import cos, inf, radians, sin, sqrt
from random import Random

import pytest

from gjkscope.engine import Box, Capsule, Cylinder, Ellipsoid, Exit, Options, Point, Pose, Shape, Sphere, trace
from gjkscope.engine.epa.polytope import EpaFace, new_search
from gjkscope.engine.epa.steps import CURVED, depth_rounding
from gjkscope.engine.epa_newton import steps as newton
from gjkscope.engine.epa_newton.algorithm import ALGORITHM
from gjkscope.engine.epa_newton.bending import (
    FLAT,
    Bending,
    Form,
    Summands,
    bending_of,
    furthest_of,
    least_eigenvalue,
    second_derivative,
    summands_of,
)
from gjkscope.engine.epa_newton.steps import (
    CAPS,
    LEAP,
    NO_TRIAL,
    NONE,
    PATIENCE,
    Minimum,
    Reason,
    SummedPair,
    Trial,
    summed_pair,
)
from gjkscope.engine.gjk.steps import Vertex, relative
from gjkscope.engine.registry.records import Change
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import IDENTITY, ZERO, Vec3, along, cross, dot, neg, norm, scale, sub, unit
from tests.engine.epa_newton.pairs import pairs
from tests.engine.epa_newton.test_outside import SIGNS, octahedron
from tests.engine.moving import at
from tests.engine.samples import random_direction, random_rotation, random_sizes

X, Y, Z = IDENTITY


def summed(shape_a: Shape, shape_b: Shape, offset: Vec3 = ZERO) -> SummedPair:
    return summed_pair(*relative(convex(shape_a, Pose()), convex(shape_b, Pose(position=offset))))


# --- bending ---


def test_derivatives_are_those_of_the_support_height() -> None:
    random, step = Random(51), 1e-4
    for _ in range(40):
        summands = Summands(random_sizes(random), random_sizes(random))
        rotation, normal = random_rotation(random), random_direction(random)
        right = unit(cross(normal, random_direction(random)))
        up = cross(normal, right)

        def height(x: float, y: float) -> float:
            turned = along(along(normal, right, x), up, y)  # noqa: B023
            return dot(turned, furthest_of(summands, rotation, unit(turned)))  # noqa: B023

        bending = bending_of(summands, rotation, normal, right, up)
        assert dot(furthest_of(summands, rotation, normal), normal) == pytest.approx(height(0, 0))
        slopes = ((height(step, 0) - height(-step, 0)) / (2 * step), (height(0, step) - height(0, -step)) / (2 * step))
        assert bending.slope == pytest.approx(slopes, abs=1e-6)
        form = second_derivative(bending, Bending(ZERO, (0.0, 0.0), 0.0, 0.0, FLAT), 0.0)
        middle, square = 2 * height(0, 0), step * step
        xx, yy = (
            (height(step, 0) + height(-step, 0) - middle) / square,
            (height(0, step) + height(0, -step) - middle) / square,
        )
        xy = (height(step, step) + height(-step, -step) - height(step, -step) - height(-step, step)) / (4 * square)
        assert form == pytest.approx((xx, xy, yy), abs=1e-4)


def test_the_least_second_derivative_in_a_cap_is_a_lower_bound() -> None:
    """At an angle θ, the height exceeds its linear part by at least half of it times sin²θ."""
    random = Random(52)
    for _ in range(100):
        radii, normal = random_sizes(random), random_direction(random)
        right = unit(cross(normal, random_direction(random)))
        bending = bending_of(Summands(ZERO, radii), IDENTITY, normal, right, cross(normal, right))
        nothing = Bending(ZERO, (0.0, 0.0), 0.0, 0.0, FLAT)
        for angle in (10, 30, 60, 85):
            sine, turn = sin(radians(angle)), random.uniform(0, 6.3)
            form = second_derivative(bending, nothing, sine)
            t = along(scale(right, cos(turn)), cross(normal, right), sin(turn))
            n = along(scale(normal, cos(radians(angle))), t, sine)
            gain = norm((radii[0] * n[0], radii[1] * n[1], radii[2] * n[2])) - dot(n, bending.point)
            bend = form[0] * cos(turn) ** 2 + 2 * form[1] * cos(turn) * sin(turn) + form[2] * sin(turn) ** 2
            assert gain >= 0.5 * bend * sine * sine - 1e-12
            assert bend >= least_eigenvalue(form) - 1e-12


@pytest.mark.parametrize(
    ("form", "least"),
    [((3.0, 0.0, 5.0), 3.0), ((5.0, 0.0, 3.0), 3.0), ((2.0, 1.0, 2.0), 1.0), ((4.0, 2.0, 1.0), 0.0), (FLAT, 0.0)],
)
def test_the_least_eigenvalue(form: Form, least: float) -> None:
    assert least_eigenvalue(form) == pytest.approx(least)


def test_a_core_is_the_sum_of_a_box_and_an_ellipsoid() -> None:
    for shape, half, radii in (
        (Box((1, 2, 3)), (1, 2, 3), ZERO), (Ellipsoid((1, 2, 3)), ZERO, (1, 2, 3)), (Sphere(2), ZERO, ZERO),
        (Cylinder(2, 3), (0, 3, 0), (2, 0, 2)), (Capsule(2, 3), (0, 3, 0), ZERO), (Point(), ZERO, ZERO),
    ):  # fmt: skip
        assert summands_of(convex(shape, Pose())) == (half, radii)


# --- what touches ---


@pytest.mark.parametrize("number", range(6))
def test_a_face_shows_a_line_if_its_corners_are_not_all_at_one_end(number: int) -> None:
    pair = summed(Box((1, 2, 3)), Box((1, 2, 3)), (4.0, 5.0, 6.0))
    axis = number % 3

    def corner(place: float) -> Vertex:
        point = tuple(place if i == axis else 1.0 for i in range(3))
        x, y, z = point
        return Vertex(ZERO, (x, y, z), (x + 4, y + 5, z + 6), -1, -1, 0)

    for places, has in (((1, 1, 1), False), ((-1, -2, -1), False), ((1, -1, 1), True), ((1, 1, -1), True),
                        ((-1, 1, 1), True), ((0, 1, 1), True), ((1, 0, 2), True), ((-1, -1, 0), True)):  # fmt: skip
        p, q, r = (corner(float(place)) for place in places)
        assert newton._has_line(pair, number, p, q, r) == has
    flat = summed(Ellipsoid((1, 2, 3)), Ellipsoid((1, 2, 3)))
    assert not newton._has_line(flat, number, corner(1.0), corner(-1.0), corner(0.0))


def test_a_flat_end_is_tried_near_its_normal() -> None:
    tilted = unit((0.4, 0.95, 0.0))
    slanting = unit((0.6, 0.8, 0.0))
    for a, b, end in (
        (Cylinder(1, 1), Box((1, 1, 1)), 0), (Box((1, 1, 1)), Cylinder(1, 1), 1), (Cylinder(1, 1), Cylinder(1, 1), 0),
        (Box((1, 1, 1)), Ellipsoid((1, 1, 1)), NONE),
    ):  # fmt: skip
        assert newton._flat_end(summed(a, b), tilted) == end
        assert newton._flat_end(summed(a, b), neg(tilted)) == end
        assert newton._flat_end(summed(a, b), slanting) == NONE


def test_the_normal_is_square_to_what_touches() -> None:
    pair = summed(Cylinder(1, 1), Box((1, 1, 1)))
    normal = unit((0.5, 0.75, -0.25))
    assert newton._turned(pair, Trial(normal, 0, 1, 3, 0)).normal == (0, 1, 0)
    assert newton._turned(pair, Trial(neg(normal), 0, 1, 3, 0)).normal == (0, -1, 0)
    two = newton._turned(pair, Trial(normal, NONE, 1, 3, 4))
    assert (two.normal, two.steps) == ((0, 0, -1), 4)
    one = newton._turned(pair, Trial(normal, NONE, 1, NONE, 0)).normal
    assert one == pytest.approx(unit((0.5, 0.0, -0.25)))
    assert newton._turned(pair, Trial(normal, NONE, NONE, NONE, 0)).normal == normal
    assert newton._turned(pair, Trial(normal, NONE, 1, 4, 0)).normal == ZERO  # the lines are parallel
    assert newton._turned(pair, Trial(Y, NONE, 1, NONE, 0)).normal == ZERO
    barely = newton._across((1e-5, 1.0, 0.0), Y)
    assert (norm(barely), dot(barely, Y)) == (pytest.approx(1), 0)
    assert newton._across((1e-7, 1.0, 0.0), Y) == ZERO


def test_lines_are_numbered_by_core_and_axis() -> None:
    pair = summed(Box((1, 2, 3)), Box((4, 5, 6)))
    assert [newton._half_length(pair, number) for number in range(6)] == [1, 2, 3, 4, 5, 6]
    assert [newton._axis(pair, number) for number in range(6)] == [X, Y, Z, X, Y, Z]
    half = pair.summands_b.half
    for line in range(3, 6):
        held = newton._free(pair.summands_b, Trial(X, NONE, line, NONE, 0), 1).half
        assert held == tuple(0 if 3 + i == line else half[i] for i in range(3))
        assert newton._free(pair.summands_b, Trial(X, NONE, NONE, line, 0), 1).half == held
        assert newton._free(pair.summands_a, Trial(X, NONE, line, NONE, 0), 0) == pair.summands_a
    ends = summed(Cylinder(2, 1), Cylinder(3, 1))
    assert newton._free(ends.summands_a, Trial(Y, 0, NONE, NONE, 0), 0) == ((0, 1, 0), ZERO)
    assert newton._free(ends.summands_b, Trial(Y, 0, NONE, NONE, 0), 1) == ends.summands_b


# --- the contact ---


def found_along(pair: SummedPair, trial: Trial) -> tuple[newton._Held, Vec3, Vec3]:
    """The place on what touches, and the contact points."""
    tangents = newton._tangents(pair, trial)
    a = bending_of(newton._free(pair.summands_a, trial, 0), pair.a.rotation, trial.normal, *tangents)
    b = bending_of(newton._free(pair.summands_b, trial, 1), pair.b.rotation, neg(trial.normal), *map(neg, tangents))
    held = newton._hold(pair, trial, tangents, a, b)
    return held, *newton._contact(pair, trial, tangents, held, a, b)


def test_crossing_edges_touch_where_they_cross() -> None:
    """A's edge along x and B's along y: boxes of half extents (1, 2, 3) and (4, 5, 6), one above the other."""
    for offset in ((0.25, 0.5, 8.0), (-0.5, -2.0, 8.0), (4.5, 0.5, 8.0), (0.25, 7.5, 8.0)):
        pair = summed(Box((1, 2, 3)), Box((4, 5, 6)), offset)
        held, a, b = found_along(pair, Trial(Z, NONE, 0, 4, 0))
        assert (a[2], b[2]) == (3, offset[2] - 6)
        wanted = abs(a[0] - b[0]) < 1e-12 and abs(a[1] - b[1]) < 1e-12
        assert wanted == (held.room >= 0)
        assert abs(held.first) <= 1
        assert abs(held.second) <= 5
        if wanted:
            assert held.room == min(1 - abs(held.first), 5 - abs(held.second))
            assert held.bend == (2 * (1 - abs(held.first)), 0, 2 * (5 - abs(held.second)))


def test_a_line_and_a_curved_surface_touch_where_the_slope_vanishes() -> None:
    for offset, place in ((0.25, 0.25), (-0.75, -0.75), (1.5, 1.0)):
        for number, swapped in ((1, False), (4, True)):
            shapes = (Cylinder(1, 1), Ellipsoid((0.5, 0.5, 0.5)))
            a, b = shapes[::-1] if swapped else shapes
            pair = summed(a, b, (1.25, -offset if swapped else offset, 0.0))
            held, on_a, on_b = found_along(pair, Trial(X, NONE, number, NONE, 0))
            assert held.room == 1 - abs(offset)
            assert held.bend == (2 * held.room, 0, 0)
            line = sub(on_b, (1.25, -offset, 0.0)) if swapped else on_a
            assert line == pytest.approx(
                (-1.0 if swapped else 1.0, place if not swapped else min(max(offset, -1), 1), 0)
            )
            if held.room >= 0:
                assert sub(on_a, on_b) == pytest.approx((0.25, 0, 0))


def test_a_flat_end_touches_under_the_other_shape() -> None:
    for x, z, room in ((0.25, 0.5, None), (3.0, 4.0, -3.0), (0.0, 0.0, 2.0)):
        pair = summed(Cylinder(2, 1), Ellipsoid((0.5, 0.5, 0.5)), (x, 1.25, z))
        held, a, b = found_along(pair, Trial(Y, 0, NONE, NONE, 0))
        assert held.room == pytest.approx(2 - sqrt(x * x + z * z) if room is None else room)
        assert held.bend == (2 * held.room, 0, 2 * held.room)
        shrunk = min(1.0, 2 / sqrt(x * x + z * z)) if x or z else 1.0
        assert a == pytest.approx((x * shrunk, 1, z * shrunk))
        assert b == pytest.approx((x, 0.75, z))
        below = summed(Ellipsoid((0.5, 0.5, 0.5)), Cylinder(2, 1), (-x, 1.25, -z))
        _, on_a, on_b = found_along(below, Trial(Y, 1, NONE, NONE, 0))
        assert on_a == pytest.approx((0, 0.5, 0))
        assert on_b == pytest.approx((-x + x * shrunk, 0.25, -z + z * shrunk))


def test_without_lines_nothing_is_held() -> None:
    held, a, b = found_along(
        summed(Ellipsoid((1, 2, 3)), Ellipsoid((1, 1, 1)), (1.5, 0.25, 0.0)), Trial(X, NONE, NONE, NONE, 0)
    )
    assert (held.room, held.first, held.second, held.across, held.bend) == (inf, 0, 0, (0, 0), FLAT)
    assert (a, b) == ((1, 0, 0), (0.5, 0.25, 0))
    assert norm((*held.slope, 0.0)) == pytest.approx(0.25)


# --- balls and caps ---

STILL = Bending(ZERO, (0.0, 0.0), 2.0, 0.0, FLAT)


@pytest.mark.parametrize(
    ("shape", "end", "line", "other", "room", "radius"),
    [
        (Ellipsoid((4, 5, 6)), NONE, NONE, NONE, inf, 8.0),  # c² / |r ∘ m|
        (Ellipsoid((5, 4, 6)), NONE, NONE, NONE, inf, 8.0),
        (Ellipsoid((6, 5, 4)), NONE, NONE, NONE, inf, 8.0),
        (Cylinder(2, 3), 0, NONE, NONE, 1.0, 1.0),  # at the end: up to the rim, or half the height
        (Cylinder(2, 3), 0, NONE, NONE, 9.0, 3.0),
        (Cylinder(2, 3), 1, NONE, NONE, 9.0, 0.0),
        (Cylinder(2, 3), NONE, 1, NONE, 9.0, 2.0),  # on the side
        (Cylinder(2, 3), NONE, 3, 1, 1.5, 1.5),
        (Cylinder(2, 3), NONE, 3, NONE, 9.0, 0.0),
        (Cylinder(2, 3), NONE, NONE, NONE, 9.0, 0.0),  # at the rim
        (Box((2, 3, 4)), NONE, 0, 1, 9.0, 4.0),  # at a face
        (Box((2, 3, 4)), NONE, 2, 1, 9.0, 2.0),
        (Box((2, 3, 4)), NONE, 0, 2, 1.0, 1.0),
        (Box((2, 3, 4)), NONE, 0, 3, 9.0, 0.0),  # at an edge
        (Box((2, 3, 4)), NONE, 0, NONE, 9.0, 0.0),
        (Box((2, 3, 4)), 1, 0, 1, 9.0, 0.0),
        (Point(), NONE, NONE, NONE, inf, 0.0),
    ],
)
def test_the_ball_in_a_core_at_the_contact(
    shape: Shape, end: int, line: int, other: int, room: float, radius: float
) -> None:
    summands, trial = summands_of(convex(shape, Pose())), Trial(Y, end, line, other, 0)
    assert newton._ball_in(summands, trial, 0, room, STILL) == radius
    swapped = Trial(
        Y, 1 - end if end >= 0 else NONE, *((number + 3) % 6 if number >= 0 else NONE for number in (line, other)), 0
    )
    assert newton._ball_in(summands, swapped, 1, room, STILL) == radius
    assert newton._ball_in(Summands(ZERO, (1.0, 1.0, 1.0)), trial, 0, room, STILL._replace(length=0.0)) == 0


def capped(
    height: float, square: float, slack: float, ball: float, least: float, bend: Form = FLAT
) -> tuple[float, float]:
    """The cap of a surface that bends equally in all directions, and as much at any angle."""
    bending = Bending(ZERO, (0.0, 0.0), 1.0, 0.0, (least, 0.0, least))
    form = (least, 0.0, least)
    return newton._cap(height, square, slack, ball, form, bend, bending, STILL._replace(length=0.0))


def test_balls_prove_the_height_in_all_directions() -> None:
    assert capped(1.0, 0.0, 0.0, 1.5, 0.0) == (-1, 0.5)
    assert capped(1.0, 0.25, 0.25, 1.5, 0.0) == (-1, 0.5)
    assert capped(1.0, 0.2501, 0.25, 1.5, 0.0) == (1, 0)
    assert capped(1.0, 0.0, 1.0, 1.0, 0.0) == (1, 0)


def test_a_cap_is_the_largest_in_which_the_height_is_proved() -> None:
    for least in (1.001, 1.05, 1.2, 2.0, 9.0):
        cosine, excess = capped(1.0, 0.0, 0.0, 0.0, least)
        holds = [(cosine, 0.5 * least * (1 + cosine) - 1) for cosine, _ in CAPS if 0.5 * least * (1 + cosine) > 1]
        assert (cosine, excess) == holds[0]
    assert capped(1.0, 0.0, 0.0, 0.0, 1.0) == (1, 0)
    assert capped(1.0, 0.0, 0.0, 0.0, 2 / (1 + CAPS[0][0]) * (1 - 1e-9))[0] == CAPS[1][0]


def test_a_cap_that_proves_exactly_the_height_is_too_large() -> None:
    height = 0.5 * 3.0 * (1.0 + CAPS[0][0])
    assert capped(height, 0.0, 0.0, 0.0, 3.0)[0] == CAPS[1][0]
    assert capped(height * (1 - 1e-15), 0.0, 0.0, 0.0, 3.0)[0] == CAPS[0][0]


def test_a_slope_takes_from_what_a_cap_proves() -> None:
    """The height may be less by s² / 2ν: no more than the slack."""
    _, wide = capped(1.0, 0.0, 0.0, 0.0, 9.0)
    limit = 2 * wide * 0.125
    assert capped(1.0, limit * 0.999, 0.125, 0.0, 9.0) == (CAPS[0][0], wide)
    narrower = capped(1.0, limit * 1.001, 0.125, 0.0, 9.0)
    assert narrower[0] == CAPS[1][0]
    assert capped(1.0, 2 * (9 - 1) * 0.125 * 1.001, 0.125, 0.0, 9.0) == (1, 0)


def test_lines_add_to_the_second_derivative() -> None:
    for cosine, excess in (
        capped(1.0, 0.0, 0.0, 0.0, 0.5, (2.0, 0.0, 2.0)),
        capped(1.0, 0.0, 0.0, 0.0, 0.5, (9.0, 0.0, 2.0)),
    ):
        found = [(c, 0.5 * (0.5 + 2 / s) * (1 + c) - 1) for c, s in CAPS]
        assert (cosine, excess) == next((c, nu) for c, nu in found if nu > 0)


# --- Newton's step ---


def stepped(trial: Trial, slope: tuple[float, float], second: Form, most: int = 8, height: float = 1.0) -> Trial:
    pair = summed(Cylinder(1, 1), Box((1, 1, 1)))
    return newton._next_trial(pair, trial, newton._tangents(pair, trial), height, slope, second, most)


def test_newtons_step_solves_the_linear_equations() -> None:
    start = Trial(X, NONE, NONE, NONE, 2)
    tangents = newton._tangents(summed(Point(), Point()), start)
    for slope, second in (
        ((0.25, 0.125), (3.0, 0.5, 4.0)),
        ((-0.25, 0.0), (2.0, -0.5, 2.0)),
        ((0.0, 0.25), (5.0, 1.0, 2.0)),
    ):
        after = stepped(start, slope, second)
        across = scale(after.normal, 1 / dot(after.normal, X))
        x, y = dot(across, tangents.right), dot(across, tangents.up)
        assert (second[0] - 1) * x + second[1] * y == pytest.approx(-slope[0])
        assert second[1] * x + (second[2] - 1) * y == pytest.approx(-slope[1])
        assert after.steps == 3
        assert norm(after.normal) == pytest.approx(1)
    on_line = stepped(Trial(X, NONE, 1, NONE, 0), (9.0, 0.25), (9.0, 9.0, 3.0))
    across = scale(on_line.normal, 1 / dot(on_line.normal, X))
    tangents = newton._tangents(summed(Cylinder(1, 1), Point()), Trial(X, NONE, 1, NONE, 0))
    assert (dot(across, tangents.right), dot(across, tangents.up)) == pytest.approx((0, -0.125))


@pytest.mark.parametrize(
    ("trial", "slope", "second", "most"),
    [
        (Trial(Y, 0, NONE, NONE, 0), (0.1, 0.1), (3.0, 0.0, 3.0), 8),  # an end has no angle left
        (Trial(Z, NONE, 0, 4, 0), (0.1, 0.1), (3.0, 0.0, 3.0), 8),  # nor have two lines
        (Trial(X, NONE, NONE, NONE, 7), (0.1, 0.1), (3.0, 0.0, 3.0), 8),
        (Trial(X, NONE, 1, NONE, 0), (0.0, 0.1), (9.0, 0.0, 1.0), 8),  # not a minimum
        (Trial(X, NONE, NONE, NONE, 0), (0.1, 0.1), (1.0, 0.0, 3.0), 8),
        (Trial(X, NONE, NONE, NONE, 0), (0.1, 0.1), (2.0, 1.0, 2.0), 8),
        (Trial(X, NONE, NONE, NONE, 0), (0.1, 0.1), (0.5, 0.0, 0.5), 8),
        (Trial(X, NONE, NONE, NONE, 0), (2 * LEAP, 0.1), (3.0, 0.0, 3.0), 8),  # too far
        (Trial(X, NONE, NONE, NONE, 0), (LEAP, -LEAP * 1.01), (2.0, 0.0, 2.0), 8),
    ],
)
def test_a_step_that_leads_to_no_minimum_is_not_tried(
    trial: Trial, slope: tuple[float, float], second: Form, most: int
) -> None:
    assert stepped(trial, slope, second, most) == NO_TRIAL


def test_a_step_within_the_limits_is_tried() -> None:
    assert stepped(Trial(X, NONE, NONE, NONE, 6), (0.1, 0.1), (3.0, 0.0, 3.0)) != NO_TRIAL
    assert stepped(Trial(X, NONE, NONE, NONE, 0), (LEAP / 2, -LEAP / 2), (2.0, 0.0, 2.0)) != NO_TRIAL
    assert stepped(Trial(X, NONE, 1, NONE, 0), (0.0, 0.001), (9.0, 0.0, 1.01)) != NO_TRIAL


# --- the end ---


@pytest.fixture(scope="module")
def states() -> list[newton.State]:
    return [step for pair in pairs(61, 40) for step in trace(*pair, "epa-newton").steps]


def test_attempts_wait_for_a_third_as_many_steps_as_were_done(states: list[newton.State]) -> None:
    for done in (0, 1, 5, 6, 8, 9, 30, 31):
        state = states[0]._replace(polytope=states[0].polytope._replace(iteration=done))
        resumed = newton._resume(state)
        assert (resumed.attempt, resumed.following) == (done + max(PATIENCE, done // 3), Reason.EXPAND)


def test_the_slack_is_half_a_gap_but_fine_near_contact(states: list[newton.State]) -> None:
    polytope = states[0].polytope._replace(reach=4.0, gap=0.125, radius=0.5, roundoff=2.0**-53)
    fine = max(CURVED * 4, depth_rounding(polytope))
    assert fine == CURVED * 4
    for height, slack in ((1.0, 0.0625), (-0.2499, 0.0625), (-0.25, fine), (-0.4, fine)):
        assert newton._slack(polytope, height) == slack
    assert newton._slack(polytope._replace(gap=0.0), 1.0) == fine
    assert newton._sharpness(polytope, 0.0625) == 0.0625
    assert newton._sharpness(polytope, 0.0626) == depth_rounding(polytope)


def test_the_end_has_the_height_and_what_is_proved(states: list[newton.State]) -> None:
    polytope = states[0].polytope._replace(lower=-1.0, upper=-0.25, gap=0.0, reach=1.0, radius=0.0)
    minimum = Minimum(Y, 0.75, 0.0, -1.0, 0.75, X, Z)
    ended = newton._end(polytope, minimum, 0.5)
    assert (ended.lower, ended.upper, ended.normal, ended.exit) == (-0.75, -0.5, Y, Exit.CONVERGED)
    assert (ended.contact.a, ended.contact.b, ended.contact.face) == (X, Z, NONE)
    assert newton._end(polytope._replace(lower=-0.5), minimum, 0.125).lower == -0.5
    assert newton._end(polytope, minimum, 0.125).upper == -0.25
    for gap, reason in ((0.25, Exit.WITHIN_TOLERANCE), (0.2, Exit.CONVERGED)):
        assert newton._end(polytope._replace(gap=gap), minimum, 0.5).exit == reason
    fine = CURVED * 4
    for proved, reason in ((0.75 - 0.9 * fine, Exit.CONVERGED), (0.75 - 1.1 * fine, Exit.WITHIN_TOLERANCE)):
        there = polytope._replace(gap=0.25, reach=4.0)
        assert newton._end(there, minimum, proved).exit == reason


def test_what_a_step_changes_follows_from_its_vertices_and_its_reason() -> None:
    met = set[Change]()
    for pair in pairs(62, 12):
        steps = trace(*pair, "epa-newton").steps
        for before, step in pairwise(steps):
            changes = set(ALGORITHM.changes(before, step))
            grown = len(step.polytope.vertices) > len(before.polytope.vertices)
            assert (Change.VERTEX_ADDED in changes) == grown == (Change.NOTHING_NEW not in changes)
            assert (Change.PHASE_CHANGED in changes) == (step.reason != before.reason)
            met |= changes
        radius = steps[-1].polytope.radius
        assert ALGORITHM.bounds(steps[-1]) == (steps[-1].polytope.lower - radius, steps[-1].polytope.upper - radius)
    assert met == {Change.VERTEX_ADDED, Change.NOTHING_NEW, Change.PHASE_CHANGED}


def test_an_outside_search_extends_the_face_that_it_sees_best(states: list[newton.State]) -> None:
    """The face that was searched, or a neighbour that the support point is further beyond."""
    number = SIGNS.index((1.0, 1.0, 1.0))
    distances = dict.fromkeys(SIGNS, 1.0)
    polytope = states[0].polytope._replace(chosen=number, reach=1.0)

    def seen(point: Vec3, faces: list[EpaFace]) -> int:
        vertex = Vertex(point, point, ZERO, NONE, NONE, 0)
        return newton._seen_face(polytope._replace(faces=faces, support=vertex))

    regular = octahedron(distances)
    assert seen((1.0, 1.0, 1.0), regular) == number
    for signs, point in (((-1.0, 1.0, 1.0), (-0.5, 2.0, 2.0)), ((1.0, -1.0, 1.0), (2.0, -0.5, 2.0)),
                         ((1.0, 1.0, -1.0), (2.0, 2.0, -0.5))):  # fmt: skip
        beside = SIGNS.index(signs)
        assert seen(point, regular) == beside
        thin = [face._replace(rank=inf) if index == beside else face for index, face in enumerate(regular)]
        assert seen(point, thin) == number
    assert seen((0.0, 2.0, 2.0), regular) == number  # of equals, the one that was searched
    for more, found in ((0.5, NONE), (2.0, number)):
        height = 1.0 + more * depth_rounding(polytope)
        assert seen(scale(unit((1.0, 1.0, 1.0)), height), regular) == found
    assert seen(ZERO, regular) == NONE


def test_what_a_cap_proves_is_less_by_the_slope_that_is_left() -> None:
    """The square of the slope over twice the excess ν, which is computed again here."""
    met = 0
    for shape_a, pose_a, shape_b, pose_b in pairs(63, 40):
        options = Options(tolerance=1e-2)
        pair, distance = newton.prepare(shape_a, pose_a, shape_b, pose_b, options)
        steps = newton.run(pair, distance)
        for before, step in pairwise(steps):
            minimum = step.minimum
            if step.reason != Reason.NEWTON or minimum.cosine == 1:
                continue
            trial, polytope = before.trial, step.polytope
            tangents = newton._tangents(pair, trial)
            free_a, free_b = newton._free(pair.summands_a, trial, 0), newton._free(pair.summands_b, trial, 1)
            a = bending_of(free_a, pair.a.rotation, trial.normal, *tangents)
            b = bending_of(free_b, pair.b.rotation, neg(trial.normal), *map(neg, tangents))
            held = newton._hold(pair, trial, tangents, a, b)
            ball = newton._ball_in(pair.summands_a, trial, 0, held.room, a)
            ball += newton._ball_in(pair.summands_b, trial, 1, held.room, b)
            slack = newton._sharpness(polytope, newton._slack(polytope, minimum.height))
            second, square = second_derivative(a, b, 0.0), minimum.slope * minimum.slope
            cosine, excess = newton._cap(minimum.height, square, slack, ball, second, held.bend, a, b)
            assert minimum.cosine == cosine
            assert minimum.slope == norm((*held.slope, 0.0))
            assert minimum.proved == minimum.height - square / (2 * excess)
            met += minimum.proved < minimum.height
    assert met >= 5


def looking(faces: list[EpaFace], cosine: float, state: newton.State) -> newton.State:
    """What follows for a polytope of these faces with a cap around −z, in which the height is 2."""
    polytope = state.polytope._replace(
        faces=faces, reach=1.0, radius=0.0, gap=0.0, lower=-2.0, upper=0.0, exit=Exit.RUNNING
    )
    minimum = Minimum(neg(Z), 2.0, 0.0, cosine, 1.75, X, Y)
    search = new_search()
    search.few.extend(range(len(faces)))
    return newton._look_outside(state._replace(polytope=polytope, minimum=minimum, following=Reason.NEWTON), search)


def test_outside_the_cap_the_nearest_face_is_searched_then_where_an_edge_leaves_it(states: list[newton.State]) -> None:
    """The faces of an octahedron: those with z < 0 are in the cap, the first of which is face 0."""
    near, far = (dict.fromkeys(SIGNS, distance) for distance in (1.0, 3.0))
    inside = {signs: (1.0 if signs[2] < 0 else 3.0) for signs in SIGNS}
    facing = looking(octahedron(near), 0.25, states[0])
    assert (facing.following, facing.facing) == (Reason.OUTSIDE, SIGNS.index((-1.0, -1.0, 1.0)))
    assert facing.outside == unit((-1.0, -1.0, 1.0))
    leaving = looking(octahedron(inside), 0.25, states[0])
    assert (leaving.following, leaving.facing) == (Reason.OUTSIDE, 0)
    assert norm(leaving.outside) == pytest.approx(1)
    assert leaving.outside[2] < 0
    done = looking(octahedron(far), 0.25, states[0])
    assert (done.polytope.exit, done.following, done.polytope.upper) == (Exit.CONVERGED, Reason.EXPAND, -1.75)
    ball = looking(octahedron(near), -1.0, states[0])
    assert (ball.polytope.exit, ball.polytope.upper) == (Exit.CONVERGED, -1.75)
    behind = octahedron(inside)
    behind[0] = behind[0]._replace(distance=-0.5, rank=-0.5)
    unknown = looking(behind, 0.25, states[0])
    assert (unknown.polytope.exit, unknown.following) == (Exit.RUNNING, Reason.EXPAND)
    assert unknown.attempt == newton._resume(states[0]).attempt


def test_touching_pairs_are_searched_once() -> None:
    steps = trace(Cylinder(1, 1), at(0), Sphere(0.5), at(3), "epa-newton").steps
    assert [step.exit for step in steps] == [Exit.DISTANCE_KNOWN]
