"""Bounding boxes and spheres: the basic tests, and both algorithms on pairs that do or do not fill their volumes."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from math import cos, inf, pi, sin, sqrt
from random import Random

import pytest

from gjkscope.engine.aabb import explain as aabb_words
from gjkscope.engine.aabb import steps as aabb
from gjkscope.engine.geometry.volumes import (
    Aabb,
    Ball,
    aabb_aabb,
    closest_in_aabb,
    is_aligned,
    point_aabb,
    point_sphere,
    sphere_aabb,
    sphere_sphere,
    volumes,
)
from gjkscope.engine.pose import Pose, rotation_from_quaternion
from gjkscope.engine.result import Exit, Result, Trace, Verdict
from gjkscope.engine.shapes.kinds import Box, Capsule, Ellipsoid, Hull, Point, Segment, Shape, Sphere
from gjkscope.engine.sphere import explain as sphere_words
from gjkscope.engine.sphere import steps as sphere
from gjkscope.engine.sphere.steps import VolumeTest
from gjkscope.engine.vectors import Vec3, add, norm, scale, sub
from tests.engine import samples
from tests.engine.moving import at
from tests.engine.museum import exhibit, exhibits
from tests.engine.samples import sphere_sphere as sphere_pair

# Error bound, relative to the pair's extent, for sums of a few rounded numbers.
ROUNDING = 1e-14

ALGORITHMS = {"aabb": aabb, "sphere": sphere}
both = pytest.mark.parametrize("name", ALGORITHMS)

HALF = sqrt(0.5)
QUARTER_TURNS = [
    rotation_from_quaternion(q)
    for q in (
        (0, 0, 0, 1),
        (HALF, 0, 0, HALF),
        (0, HALF, 0, HALF),
        (0, 0, -HALF, HALF),
        (0.5, 0.5, -0.5, 0.5),
        (1, 0, 0, 0),
    )
]


def answer(name: str, pair: samples.Pair) -> Result:
    return ALGORITHMS[name].trace(*pair.arguments).result


# --- basic tests ---

CUBE = Aabb((-1.0, -1.0, -1.0), (1.0, 1.0, 1.0))


def random_aabb(random: Random) -> Aabb:
    center, half = samples.random_vector(random), samples.random_vector(random, 1.3)
    size = (abs(half[0]), abs(half[1]), abs(half[2]))
    return Aabb(sub(center, size), add(center, size))


def box_gap(a: Aabb, b: Aabb) -> float:
    return norm(tuple(max(a.lo[i] - b.hi[i], b.lo[i] - a.hi[i], 0.0) for i in range(3)))  # type: ignore[arg-type]


def test_points_boxes_and_balls_meet_at_distance_zero() -> None:
    random, met = Random(1), Counter()
    for _ in range(400):
        p, a, b = samples.random_vector(random), random_aabb(random), random_aabb(random)
        s, t = (
            Ball(samples.random_vector(random), random.uniform(0, 1)),
            Ball(samples.random_vector(random), random.uniform(0, 0.8)),
        )
        spot = Aabb(p, p)
        rows = (
            ("point–AABB", point_aabb(p, a), box_gap(spot, a) == 0),
            ("AABB–AABB", aabb_aabb(a, b), box_gap(a, b) == 0),
            ("point–sphere", point_sphere(p, s), norm(sub(p, s.center)) <= s.radius),
            ("sphere–sphere", sphere_sphere(s, t), norm(sub(s.center, t.center)) <= s.radius + t.radius),
            ("sphere–AABB", sphere_aabb(s, a), box_gap(Aabb(s.center, s.center), a) <= s.radius),
        )
        for name, answer, truth in rows:
            assert answer == truth, name
            met[name] += answer
        assert aabb_aabb(b, a) == aabb_aabb(a, b)
        assert sphere_sphere(t, s) == sphere_sphere(s, t)
        assert norm(sub(closest_in_aabb(p, a), p)) == pytest.approx(box_gap(spot, a), abs=1e-15)
        assert point_aabb(closest_in_aabb(p, a), a)
    assert all(0.05 <= met[name] / 400 <= 0.9 for name in met), met
    assert len(met) == 5


def test_volumes_are_closed() -> None:
    """A shared point is contact; the next double is not."""
    ball, tick = Ball((0.0, 0.0, 0.0), 1.0), 2.0**-52
    assert point_aabb((1, 1, 1), CUBE)
    assert not point_aabb((1 + tick, 0, 0), CUBE)
    assert aabb_aabb(CUBE, Aabb((1.0, 1.0, 1.0), (2.0, 2.0, 2.0)))
    assert not aabb_aabb(CUBE, Aabb((-1.0, -1.0, 1 + tick), (2.0, 2.0, 2.0)))
    assert point_sphere((0.6, 0.0, 0.8), ball)
    assert not point_sphere((1 + tick, 0, 0), ball)
    assert sphere_sphere(ball, Ball((2.5, 0, 0), 1.5))
    assert not sphere_sphere(ball, Ball((2.5 + 4 * tick, 0, 0), 1.5))
    assert sphere_aabb(Ball((4.0, 5.0, 0.0), 5.0), CUBE)  # from the edge at (1, 1): a triangle of 3, 4, 5
    assert not sphere_aabb(Ball((4.0, 5.0 + 8 * tick, 0.0), 5.0), CUBE)


# --- volumes of shapes ---


def test_points_spheres_and_axis_aligned_boxes_fill_their_volumes() -> None:
    random = Random(2)
    for rotation in QUARTER_TURNS:
        assert is_aligned(rotation)
        assert volumes(Box((1, 2, 3)), Pose(rotation)).is_box
        assert not volumes(Box((1, 2, 3), 0.1), Pose(rotation)).is_box
    for _ in range(20):
        pose = samples.random_pose(random)
        assert not is_aligned(pose.rotation)
        assert not volumes(Box((1, 2, 3)), pose).is_box
        for shape, is_box, is_ball in (
            (Point(), True, True),
            (Point(0.1), False, True),
            (Sphere(1), False, True),
            (Sphere(1, 0.5), False, True),
            (Capsule(1, 1), False, False),
            (Ellipsoid((1, 1, 1)), False, False),
            (samples.random_hull(random), False, False),
        ):
            bounds = volumes(shape, pose)
            assert (bounds.is_box, bounds.is_ball) == (is_box, is_ball)


def test_a_box_changes_as_its_shape_rotates_and_the_ball_does_not() -> None:
    """A plate rotated about z: its tight box is |w cos| + |h sin| wide, recomputed at each angle."""
    plate, widths, balls = Box((2, 0.5, 1)), [], set()
    for i in range(48):
        angle = 2 * pi * i / 48
        turned = rotation_from_quaternion((0.0, 0.0, sin(angle / 2), cos(angle / 2)))
        bounds = volumes(plate, Pose(turned, (5.0, 6.0, 7.0)))
        width = 2 * (2 * abs(cos(angle)) + 0.5 * abs(sin(angle)))
        assert bounds.box.hi[0] - bounds.box.lo[0] == pytest.approx(width, rel=1e-14)
        widths.append(width)
        balls.add((round(bounds.ball.radius, 12), *(round(x, 12) for x in bounds.ball.center)))
    assert max(widths) / min(widths) > 2
    assert len(balls) == 1


# --- pairs that fill their volumes ---


def exact_pairs(name: str, count: int) -> list[samples.Pair]:
    """With closed forms, transformed by quarter turns and translations."""
    random = Random(name)
    families = (
        (samples.box_box_aligned, samples.box_point)
        if name == "aabb"
        else (sphere_pair, samples.sphere_box, samples.box_point)
    )
    pairs = []
    for _ in range(count):
        pair = random.choice(families)(random)
        pair = random.choice((pair, samples.swap(pair)))
        pairs.append(samples.move(pair, Pose(random.choice(QUARTER_TURNS), samples.random_vector(random, 3))))
    return pairs


@both
def test_shapes_that_equal_their_volumes_get_the_whole_answer(name: str) -> None:
    counts = Counter()
    for pair in exact_pairs(name, 200):
        result = answer(name, pair)
        tolerance = ROUNDING * pair.extent
        assert result.verdict == (Verdict.SEPARATED if pair.signed_distance > 0 else Verdict.PENETRATING)
        assert result.signed_distance == pytest.approx(pair.signed_distance, abs=tolerance)
        assert result.lower == result.upper == result.signed_distance
        assert result.normal is not None
        assert result.witness_a is not None
        assert result.witness_b is not None
        assert norm(result.normal) == pytest.approx(1)
        apart = sub(result.witness_b, result.witness_a)
        assert apart == pytest.approx(scale(result.normal, result.signed_distance), abs=tolerance)
        counts[result.verdict] += 1
    assert min(counts.values()) >= 40


@both
def test_the_push_out_just_separates(name: str) -> None:
    pushed = 0
    for pair in exact_pairs(name, 80):
        result = answer(name, pair)
        if result.push_out is not None:
            pushed += 1
            there = pair.pose_a._replace(position=add(pair.pose_a.position, result.push_out))
            after = answer(name, replace(pair, pose_a=there))
            assert after.verdict == Verdict.TOUCHING
    assert pushed >= 20


@both
@pytest.mark.parametrize("factor", [1e-12, 1e12])
def test_scale_swap_and_distance_from_the_origin_change_nothing(name: str, factor: float) -> None:
    for pair in exact_pairs(name, 40):
        for other in (samples.scale_pair(pair, factor), samples.swap(pair)):
            result = answer(name, other)
            assert result.signed_distance == pytest.approx(other.signed_distance, abs=ROUNDING * other.extent)
            assert result.verdict == answer(name, pair).verdict
    box, ball = Box((1, 1, 1)), Sphere(1)
    shape = box if name == "aabb" else ball
    far = samples.Pair(shape, at(1e12, -1e12, 0), shape, at(1e12 + 2.25, -1e12, 0), 0.25)
    assert answer(name, far).signed_distance == 0.25


def test_a_centre_inside_a_box_exits_by_the_nearest_side() -> None:
    for axis, side in product(range(3), (-1, 1)):
        center = tuple(0.75 * side if i == axis else 0.25 for i in range(3))
        normal = tuple(float(side) if i == axis else 0.0 for i in range(3))
        inside = sphere.trace(Box((1, 1, 1)), Pose(), Sphere(0.5), at(*center)).result
        assert (inside.signed_distance, inside.normal) == (-0.75, normal)
        swapped_around = sphere.trace(Sphere(0.5), at(*center), Box((1, 1, 1)), Pose()).result
        assert (swapped_around.signed_distance, swapped_around.normal) == (-0.75, scale(normal, -1.0))  # type: ignore[arg-type]


def test_concentric_balls_have_a_push_out() -> None:
    result = sphere.trace(Sphere(1), at(3, 4, 5), Sphere(2), at(3, 4, 5)).result
    assert (result.verdict, result.signed_distance) == (Verdict.PENETRATING, -3)
    assert result.normal is not None
    assert norm(result.normal) == 1
    twice = sphere.trace(Point(), Pose(), Point(), Pose()).result
    assert (twice.verdict, twice.signed_distance) == (Verdict.TOUCHING, 0)
    assert aabb.trace(Point(), Pose(), Point(), Pose()).result.verdict == Verdict.TOUCHING


# --- pairs that do not fill their volumes ---


@both
@pytest.mark.parametrize("family", samples.FAMILIES)
def test_separated_volumes_prove_separation_and_overlapping_volumes_prove_nothing(name: str, family: str) -> None:
    for pair in samples.pairs(family, 20):
        result = answer(name, pair)
        if pair.signed_distance > -inf:
            assert result.lower <= pair.signed_distance + ROUNDING * pair.extent
        assert result.verdict in (Verdict.SEPARATED, Verdict.UNDECIDED) or result.signed_distance is not None
        if result.signed_distance is None:
            assert result.upper == inf
            assert result.verdict == (Verdict.SEPARATED if result.exit == Exit.SEPARATING_AXIS else Verdict.UNDECIDED)
            assert (result.normal is None) == (result.exit == Exit.VOLUMES_MEET)
            assert (result.witness_a, result.witness_b) == (None, None)


@both
def test_some_pairs_are_separated_and_some_are_not(name: str) -> None:
    random, counts = Random(4), Counter()
    for _ in range(150):
        counts[ALGORITHMS[name].trace(*samples.random_pair(random, 1.5)).result.exit] += 1
    assert min(counts[Exit.SEPARATING_AXIS], counts[Exit.VOLUMES_MEET]) >= 25


def test_one_kind_of_volume_may_separate_what_the_other_does_not() -> None:
    rods = Capsule(0.1, 2), Pose(), Capsule(0.1, 2), at(1, 0, 0)
    assert aabb.trace(*rods).result.exit == Exit.SEPARATING_AXIS
    assert sphere.trace(*rods).result.exit == Exit.VOLUMES_MEET
    tips = Hull(((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)))
    corner = tips, Pose(), tips, at(1.5, 1.5, 1.5)
    assert aabb.trace(*corner).result.exit == Exit.VOLUMES_MEET
    assert sphere.trace(*corner).result.exit == Exit.SEPARATING_AXIS


@both
def test_the_proved_axis_separates_the_shapes(name: str) -> None:
    """The normal of a `separated` answer is one on which the gap is at least the bound."""
    from gjkscope.engine.shapes.support import convex, support

    random, proved = Random(5), 0
    for _ in range(100):
        a, pose_a, b, pose_b = samples.random_pair(random, 1.5)
        result = ALGORITHMS[name].trace(a, pose_a, b, pose_b).result
        if result.verdict != Verdict.SEPARATED:
            continue
        proved += 1
        n = result.normal
        assert n is not None
        core_a, core_b = convex(a, pose_a), convex(b, pose_b)
        top = sum(x * y for x, y in zip(support(core_a, n)[0], n, strict=True)) + core_a.radius
        away: Vec3 = (-n[0], -n[1], -n[2])
        bottom = sum(x * y for x, y in zip(support(core_b, away)[0], n, strict=True)) - core_b.radius
        assert bottom - top >= result.lower - 1e-13
    assert proved >= 26


@both
def test_no_exhibit_raises_or_gives_a_wrong_verdict(name: str) -> None:
    for exhibit_name in exhibits():
        for order in ("A B", "B A"):
            *pair, expected = exhibit(exhibit_name, order)
            result = ALGORITHMS[name].trace(*pair).result
            assert result.verdict in (expected["verdict"], Verdict.UNDECIDED), exhibit_name
            assert result.lower <= expected["signed_distance"] + expected["tolerance"], exhibit_name


# --- the traces ---


@cache
def all_runs() -> list[Trace]:
    random = Random(6)
    boxes = [
        (samples.random_box(random), at(*samples.random_vector(random)), samples.random_box(random), Pose())
        for _ in range(6)
    ]
    pairs = [samples.random_pair(random, 1.5) for _ in range(20)]
    pairs += [pair.arguments for pair in (*exact_pairs("aabb", 10), *exact_pairs("sphere", 10))]
    pairs += [
        *boxes,
        (Box((1, 1, 1)), Pose(), Box((1, 1, 1)), at(2, 0, 0)),
        (Sphere(1), Pose(), Sphere(1), at(2, 0, 0)),
    ]
    pairs += [(Box((1e160, 1, 1)), Pose(), Sphere(1), Pose()), (Sphere(1.7e308), Pose(), Sphere(1.7e308), Pose())]
    return [module.trace(*pair) for pair in pairs for module in (aabb, sphere)]


def test_there_is_a_step_for_each_axis() -> None:
    for run in all_runs():
        if run.result.exit == Exit.DEGENERATE_INPUT:
            assert len(run.steps) == run.result.steps == 1
            assert run.result.verdict == Verdict.UNDECIDED
            continue
        assert [step.iteration for step in run.steps] == [0, 1, 2]
        assert [step.exit for step in run.steps[:2]] == [Exit.RUNNING] * 2
        assert run.steps[2].exit == run.result.exit
        assert run.result.steps == 3
        squares = [step.squared for step in run.steps]
        assert squares == sorted(squares)
        last = run.steps[2]
        assert norm(sub(last.closest_b, last.closest_a)) == pytest.approx(sqrt(last.squared), rel=1e-12)
    assert {run.result.exit for run in all_runs()} == {Exit.SEPARATING_AXIS, Exit.VOLUMES_MEET, Exit.DEGENERATE_INPUT}


def test_the_steps_agree_with_the_basic_tests() -> None:
    for run in all_runs():
        last = run.steps[-1]
        if last.exit == Exit.DEGENERATE_INPUT:
            continue
        a, b = last.volumes_a, last.volumes_b
        if run.algorithm == "aabb":
            meets = aabb_aabb(a.box, b.box)
        elif last.test == VolumeTest.BALLS:
            meets = sphere_sphere(a.ball, b.ball)
        else:
            ball, box = (a.ball, b.box) if last.test == VolumeTest.BALL_A_BOX_B else (b.ball, a.box)
            meets = sphere_aabb(ball, box)
            clamped = last.closest_b if last.test == VolumeTest.BALL_A_BOX_B else last.closest_a
            assert clamped == closest_in_aabb(ball.center, box)
        assert meets == (last.exit == Exit.VOLUMES_MEET)
    assert {run.steps[0].test for run in all_runs() if run.algorithm == "sphere"} == set(VolumeTest)


def test_the_boxes_closest_points_are_points_of_the_boxes() -> None:
    for run in all_runs():
        last = run.steps[-1]
        if run.algorithm == "aabb" and last.exit != Exit.DEGENERATE_INPUT:
            assert point_aabb(last.closest_a, last.volumes_a.box)
            assert point_aabb(last.closest_b, last.volumes_b.box)


@pytest.mark.parametrize("factor", [1e-160, 1e160])
def test_squares_that_overflow_are_reported(factor: float) -> None:
    pair = Sphere(factor), Pose(), Sphere(factor), Pose(position=(3 * factor, 0, 0))
    assert sphere.trace(*pair).result.exit == Exit.DEGENERATE_INPUT
    box = Box((factor, factor, factor))
    boxes = aabb.trace(box, Pose(), box, Pose(position=(3 * factor, 4 * factor, 0))).result
    if factor > 1:
        assert (boxes.exit, boxes.verdict) == (Exit.DEGENERATE_INPUT, Verdict.UNDECIDED)
    else:  # no test depends on the square
        assert boxes.signed_distance == pytest.approx(sqrt(5) * factor)


def test_a_rotated_pair_is_measured_again() -> None:
    """Two plates side by side, separated on x; rotated onto their corners, their boxes overlap."""
    plates = samples.Pair(Box((0.1, 2, 2)), at(-0.2, 0, 0), Box((0.1, 2, 2)), at(0.2, 0, 0), 0.2)
    assert answer("aabb", plates).signed_distance == pytest.approx(0.2)
    turned = samples.move(plates, Pose(samples.random_rotation(Random(7))))
    assert answer("aabb", turned).exit == Exit.VOLUMES_MEET
    back = samples.move(plates, samples.compose(Pose(QUARTER_TURNS[4]), Pose(QUARTER_TURNS[1])))
    assert answer("aabb", back).signed_distance == pytest.approx(0.2)


# --- wording ---


@pytest.mark.parametrize(
    ("name", "shape", "other", "x", "words"),
    [
        ("aabb", Sphere(1), Sphere(1), 5.0, "the boxes are 3 m apart, so A and B are at least 3 m apart"),
        ("aabb", Sphere(1), Sphere(1), 1.0, "This proves nothing about A and B, which need not fill them"),
        ("aabb", Box((1, 1, 1)), Box((1, 1, 1)), 5.0, "A and B are their own bounding boxes, so they are 3 m apart"),
        ("aabb", Box((1, 1, 1)), Box((1, 1, 1)), 1.5, "the shortest way out for A is 0.5 m along −x"),
        ("aabb", Box((2, 2, 1)), Box((1, 1, 2)), -0.5, "the shortest way out for A is 2.5 m along +x"),
        ("aabb", Box((1, 1, 1)), Box((1, 1, 1)), 2.0, "which are their own bounding boxes, touch"),
        ("sphere", Capsule(1, 1), Sphere(1), 5.0, "(2 + 1 m)² = 9 m²: the spheres are apart, and so are A and B"),
        ("sphere", Capsule(1, 1), Sphere(1), 1.0, "This proves nothing about A and B, which need not fill them"),
        (
            "sphere",
            Sphere(1),
            Sphere(1),
            5.0,
            "the spheres are apart. A and B are these volumes themselves: they are 3 m apart",
        ),
        (
            "sphere",
            Sphere(1),
            Sphere(1),
            1.0,
            "the spheres intersect. A and B are these volumes themselves: they overlap by 1 m",
        ),
        (
            "sphere",
            Sphere(1),
            Sphere(1),
            2.0,
            "the spheres intersect. A and B are these volumes themselves: they touch",
        ),
        ("sphere", Sphere(1), Box((1, 1, 1)), 4.0, "whose closest point is (3, 0, 0) from A's position, are apart"),
        ("sphere", Box((1, 1, 1)), Sphere(1), 1.5, "whose closest point is (1, 0, 0) from A's position, intersect"),
    ],
    ids=str,
)
def test_the_last_sentence_states_what_is_proved(name: str, shape: Shape, other: Shape, x: float, words: str) -> None:
    run = ALGORITHMS[name].trace(shape, Pose(), other, at(x, 0, 0))
    explain = (aabb_words if name == "aabb" else sphere_words).explain
    assert words in explain(run.steps[-1], "A", "B")


def test_an_axis_aligned_segment_does_not_count_as_a_box() -> None:
    """It would be one, but the list of shapes that equal their volume is short and fixed."""
    rod = Segment((-1, 0, 0), (1, 0, 0))
    assert aabb.trace(rod, Pose(), Point(), Pose()).result.verdict == Verdict.UNDECIDED
