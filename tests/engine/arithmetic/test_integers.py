"""Integer geometry: positions against `Fraction`, lengths against high-precision decimals."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import inf, isqrt, ldexp, nextafter
from random import Random
from sys import float_info

import pytest

from gjkscope.engine.arithmetic import integers
from gjkscope.engine.arithmetic.filters import ManyVertices
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Ellipsoid, Hull, Segment, Shape, Sphere
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.shapes.support import support as float_support
from gjkscope.engine.vectors import Vec3, norm, sub
from tests.engine.kinds import POSES, SHAPES
from tests.engine.samples import random_direction, random_hull, random_pose

POLYTOPES = [shape for shape in SHAPES if isinstance(shape, integers.PolytopeShape)]


def in_metres(number: int, unit: int) -> Fraction:
    return number * Fraction(2) ** unit


def world(pose: Pose, point: Vec3) -> tuple[Fraction, ...]:
    return tuple(
        sum((Fraction(m) * Fraction(x) for m, x in zip(row, point, strict=True)), Fraction(position))
        for row, position in zip(pose.rotation, pose.position, strict=True)
    )


# --- positions ---


def test_integers_equal_the_doubles_they_stand_for() -> None:
    random = Random(1)
    for _ in range(200):
        numbers = [ldexp(random.uniform(-1, 1), random.randint(-1100, 1000)) for _ in range(4)] + [0.0, -0.0, 3.0]
        parts, exponent = integers.as_integers(numbers)
        assert [in_metres(part, exponent) for part in parts] == [Fraction(number) for number in numbers]


def test_vertices_are_exactly_where_rotation_and_position_put_them() -> None:
    random = Random(2)
    for _ in range(20):
        scale = ldexp(1.0, random.choice((0, -300, 40)))
        points = tuple((random.gauss(0, scale), random.gauss(0, 1), random.gauss(0, 1e6)) for _ in range(3))
        pose_a, pose_b = random_pose(random, 1e3), POSES["badly printed"]
        box = Box((0.1, 0.2, 0.3), rounding=0.7)
        pair = integers.place_pair(Hull(points), pose_a, box, pose_b)
        assert [tuple(in_metres(x, pair.unit) for x in integers.vertex(pair.a, i)) for i in range(3)] == [
            world(pose_a, point) for point in points
        ]
        corner = tuple(in_metres(x, pair.unit) for x in integers.vertex(pair.b, 0b101))
        assert corner == world(pose_b, (0.1, -0.2, 0.3))
        assert in_metres(pair.b.radius, pair.unit) == Fraction(0.7)


def test_the_radius_of_a_capsule_is_its_own_plus_the_rounding() -> None:
    pair = integers.place_pair(Capsule(0.1, 1, "z", 0.2), Pose(), Sphere(1e-300), Pose(position=(1e10, 0, 0)))
    assert in_metres(pair.a.radius, pair.unit) == Fraction(0.1) + Fraction(0.2)  # not 0.1 + 0.2 in doubles
    assert in_metres(pair.b.radius, pair.unit) == Fraction(1e-300)


@pytest.mark.parametrize("pose", POSES.values(), ids=POSES)
def test_supports_and_their_indices_match_the_engine_s(pose: Pose) -> None:
    random = Random(3)
    for shape in POLYTOPES:
        pair = integers.place_pair(shape, pose, Sphere(1), Pose())
        for _ in range(5):
            direction = random_direction(random)
            parts, exponent = integers.as_integers(direction)
            height, index = integers.int_support(pair.a, (parts[0], parts[1], parts[2]))
            point, number = float_support(convex(shape, pose), direction)
            assert index == number
            there = integers.metres(integers.vertex(pair.a, index), 1, pair.unit)
            assert norm(sub(there, point)) <= 1e-15 * (norm(point) + 10)
            assert in_metres(height, pair.unit + exponent) == sum(
                in_metres(x, pair.unit) * Fraction(d)
                for x, d in zip(integers.vertex(pair.a, index), direction, strict=True)
            )


def test_pruning_vertices_in_doubles_changes_no_support(monkeypatch: pytest.MonkeyPatch) -> None:
    """Includes ties, vertices very close together, and coordinates next to the ends of the range."""
    random, ties = Random(4), 0
    for size in (1.0, 1e-300, 1e-320, 1e290, 1.7e308):
        near = [nextafter(size, 0), size, size]
        points = [tuple(random.choice((-1, 1)) * random.choice(near) for _ in range(3)) for _ in range(60)]
        points += [tuple(size * random.uniform(-1, 1) for _ in range(3)) for _ in range(40)]
        shape = Hull(tuple(points))  # type: ignore[arg-type]
        for _ in range(20):
            direction = random.choice(((0, 0, 1), (0, 1, 1), (1, 1, 1), (10**40, 1, 0), (-5, 7, 10**300)))
            pose = random_pose(random, 1.0)
            fast = integers.place_pair(shape, pose, Sphere(1), Pose()).a
            assert isinstance(fast.vertices, ManyVertices)
            exhaustive = fast._replace(vertices=tuple(fast.vertices))
            assert integers.int_support(fast, direction) == integers.int_support(exhaustive, direction)
            straight, slow = (core._replace(rotation=((1, 0, 0), (0, 1, 0), (0, 0, 1))) for core in (fast, exhaustive))
            assert integers.int_support(straight, direction) == integers.int_support(slow, direction)
            heights = [integers.int_dot(direction, v) for v in slow.vertices]
            ties += heights.count(max(heights)) > 1
    assert ties > 20


def test_small_vertex_sets_are_compared_exactly_without_pruning() -> None:
    assert isinstance(
        integers.place_pair(random_hull(Random(1), integers.MANY - 1), Pose(), Sphere(1), Pose()).a.vertices, tuple
    )
    assert isinstance(
        integers.place_pair(random_hull(Random(1), integers.MANY), Pose(), Sphere(1), Pose()).a.vertices, ManyVertices
    )


@pytest.mark.parametrize("shape", [Cylinder(1, 2), Ellipsoid((1, 2, 3))])
def test_points_can_replace_the_vertices_of_a_curved_shape(shape: Shape) -> None:
    points = ((0.1, 0.2, 0.3), (0.0, -0.5, 0.0))
    pair = integers.place_pair(Segment((0, 0, 0), (1, 0, 0)), Pose(), shape, Pose(position=(1, 0, 0)), points_b=points)
    assert len(pair.a.vertices) == 2
    assert tuple(in_metres(x, pair.unit) for x in integers.vertex(pair.b, 0)) == world(
        Pose(position=(1, 0, 0)), points[0]
    )


# --- lengths ---


def in_decimals(length: integers.Length) -> Decimal:
    with localcontext() as context:
        context.prec = 1200  # the smallest doubles have 751 digits
        root = length.sign * (Decimal(length.square) / Decimal(length.divisor)).sqrt()
        return (root - length.radius) * Decimal(2) ** length.unit


def random_length(random: Random) -> integers.Length:
    divisor = random.choice((1, 3, random.getrandbits(60) + 1))
    square = random.choice((random.getrandbits(200), divisor * random.getrandbits(30) ** 2, 2, 0))
    radius = random.choice((0, isqrt(square // divisor), random.getrandbits(40)))
    return integers.Length(random.choice((1, -1)), square, divisor, radius, random.choice((0, -60, -1074, 7, 500)))


def test_lengths_are_bracketed_by_adjacent_doubles() -> None:
    random, whole_doubles = Random(5), 0
    for _ in range(250):
        length = random_length(random)
        down, up = integers.bracket(length)
        truth = in_decimals(length)
        assert Decimal(down) <= truth <= Decimal(up)
        assert up in (down, nextafter(down, inf))
        assert (up == down) == (Decimal(down) == truth)
        assert str(up) != "-0.0"
        whole_doubles += up == down
    assert 50 <= whole_doubles <= 200


def test_the_nearest_double_is_chosen() -> None:
    random = Random(6)
    for _ in range(150):
        length = random_length(random)
        down, up = integers.bracket(length)
        truth, middle = in_decimals(length), (Decimal(down) + Decimal(up)) / 2
        assert integers.nearest(length) == (down if truth < middle else up)
    tie = integers.Length(1, (2**53 + 1) ** 2, 1, 0, 0)
    assert integers.bracket(tie) == (2.0**53, 2.0**53 + 2)
    assert integers.nearest(tie) == 2.0**53  # ties to even


def test_digits_lost_to_the_radius_are_recovered() -> None:
    """√(r² + 1) − r is 1 / 2r to first order: all of the initial digits cancel."""
    radius = 10**100
    assert integers.nearest(integers.Length(1, radius**2 + 1, 1, radius, 0)) == pytest.approx(
        0.5e-100, rel=1e-15, abs=0
    )


def test_lengths_beyond_double_range_lie_between_the_largest_double_and_infinity() -> None:
    huge = integers.Length(1, 1, 1, 0, 2000)
    assert integers.bracket(huge) == (float_info.max, inf)
    assert integers.nearest(huge) == inf
    assert integers.bracket(huge._replace(sign=-1)) == (-inf, -float_info.max)
    assert integers.nearest(huge._replace(sign=-1)) == -inf
    tiny = integers.Length(1, 1, 1, 0, -2000)
    assert integers.bracket(tiny) == (0.0, 5e-324)
    assert integers.bracket(tiny._replace(sign=-1)) == (-5e-324, 0.0)


def test_lengths_compare_as_numbers() -> None:
    random, signs = Random(7), [0, 0, 0]
    for _ in range(150):
        length = random_length(random)
        value = random.choice((0.0, *integers.bracket(length), random.uniform(-1, 1), 1.0))
        truth = in_decimals(length)
        side = integers.compare_length(length, value)
        assert side == (truth > Decimal(value)) - (truth < Decimal(value))
        signs[side + 1] += 1
        other = length._replace(square=length.square + random.choice((-1, 0, 1)) * (length.square > 0))
        assert integers.less(length, other) == (truth < in_decimals(other))
        assert (integers.compare_length(length, inf), integers.compare_length(length, -inf)) == (-1, 1)
    assert min(signs) >= 30


def test_metres_are_the_nearest_doubles() -> None:
    assert integers.metres((1, -2, 0), 3, 0) == (1 / 3, -2 / 3, 0.0)
    assert integers.metres((1, 2, 3), 1, -1074) == (5e-324, 1e-323, 1.5e-323)
    assert integers.metres((1, -1, 0), 1, 2000) == (inf, -inf, 0.0)
    assert integers.metres(integers.int_neg((3, 0, 0)), 1, 1) == (-6.0, 0.0, 0.0)


def test_the_extents_of_many_vertices_are_those_of_all() -> None:
    """As for few vertices, which are compared one by one."""
    random = Random(8)
    hull = random_hull(random, integers.MANY + 20)
    for pose in (Pose(), random_pose(random)):
        core = integers.place_pair(hull, pose, Sphere(1), Pose()).a
        corners = [integers.vertex(core, index) for index in range(len(core.vertices))]
        assert not isinstance(core.vertices, tuple)
        expected = tuple(max(c[i] for c in corners) - min(c[i] for c in corners) for i in range(3))
        assert integers.int_extents(core) == expected


def test_integers_that_doubles_cannot_tell_apart_are_texts_in_json() -> None:
    for sign in (1, -1):
        assert integers.json_integer(sign * 2**53) == sign * 2**53
        assert integers.json_integer(sign * (2**53 + 1)) == hex(sign * (2**53 + 1))
    assert integers.json_integer(0) == 0


def test_a_length_halfway_between_doubles_is_rounded_to_even() -> None:
    for unit in (0, -60, 5):
        for odd in (2**53 + 1, 2**53 + 3):
            for sign in (1, -1):
                length = integers.Length(sign, odd * odd, 1, 0, unit)
                assert integers.nearest(length) == ldexp(float(sign * odd), unit)
            less, more = integers.Length(1, 4 * odd**2 - 1, 4, 0, unit), integers.Length(1, 4 * odd**2 + 1, 4, 0, unit)
            assert integers.nearest(less) == ldexp(float(odd - 1), unit)
            assert integers.nearest(more) == ldexp(float(odd + 1), unit)


def test_a_length_is_compared_with_infinity_and_with_itself() -> None:
    for sign in (1, -1):
        length = integers.Length(sign, 9, 4, 1, -1)  # ±3/2 − 1, in halves
        value = (sign * 1.5 - 1) / 2
        assert [integers.compare_length(length, x) for x in (inf, -inf)] == [-1, 1]
        assert integers.compare_length(length, value) == 0
        assert integers.compare_length(length, nextafter(value, inf)) == -1
        assert integers.compare_length(length, nextafter(value, -inf)) == 1
        assert integers.bracket(length) == (value, value)


def test_lengths_are_less_by_their_signs_and_squares() -> None:
    lengths = [integers.Length(sign, square, 1, 0, 0) for sign, square in ((-1, 9), (-1, 4), (1, 0), (1, 4), (1, 9))]
    for i, p in enumerate(lengths):
        for j, q in enumerate(lengths):
            assert integers.less(p, q) == (i < j)
            assert integers.less(p._replace(square=4 * p.square, divisor=4), q) == (i < j)
