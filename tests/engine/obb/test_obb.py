"""The axes of two boxes: exact depths against exact arithmetic, contacts, refusals; every way to end is reached."""

from collections import Counter
from collections.abc import Iterator
from math import inf
from random import Random

import pytest

from gjkscope.engine import Box, Capsule, Cylinder, Exit, NotApplicable, Point, Pose, Result, Shape, Sphere, obb, trace
from gjkscope.engine.registry.algorithms import ALGORITHMS
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import IDENTITY, dot, neg, scale, sub
from tests.engine.samples import compose, random_pose, random_rotation, random_vector

Placed = tuple[Shape, Pose, Shape, Pose]

SIZES = (1e-6, 1.0, 1e6)
CLOSE = 1e-9  # of the size


def box(random: Random, scale_: float) -> Box:
    x, y, z = (scale_ * random.uniform(0.2, 1) for _ in range(3))
    return Box((x, y, z), random.choice((0.0, 0.1 * scale_)))


def other(random: Random, scale_: float) -> Shape:
    radius = scale_ * random.uniform(0.1, 0.5)
    half, axis = scale_ * random.uniform(0.1, 0.8), random.choice("xyz")
    return random.choice((box(random, scale_), Capsule(radius, half, axis), Sphere(radius), Point()))


def turn(random: Random, angle: float) -> Pose:
    """Nearly parallel to the axes: off by about this angle in radians."""
    x, y, z = (random.uniform(-angle, angle) for _ in range(3))
    return Pose(((1.0, -z, y), (z, 1.0, -x), (-y, x, 1.0)))


def some_pairs(count: int) -> Iterator[Placed]:
    """Random and nearly parallel boxes, of all sizes, deep, shallow, touching and apart, also far from the origin."""
    random = Random(20261128)
    for _ in range(count):
        unit, far = random.choice(SIZES), random.choice((0.0, 1e3))
        a, b = box(random, unit), other(random, unit)
        spread = unit * random.choice((0.0, 0.3, 1.0, 1.6))
        angle = random.choice((0.0, 1e-12, 1e-9, 1e-6, None))
        pose = Pose(random_rotation(random)) if angle is None else turn(random, angle)
        relative = Pose(pose.rotation, random_vector(random, spread))
        outer = random_pose(random)
        outer = Pose(outer.rotation, scale(outer.position, far * unit))
        pair = (a, outer, b, compose(outer, relative))
        yield pair if random.random() < 0.5 else (pair[2], pair[3], pair[0], pair[1])


@pytest.mark.slow
def test_depths_contacts_and_bounds_agree_with_exact_arithmetic() -> None:
    ends: Counter[tuple[Exit, str]] = Counter()
    for pair in some_pairs(500):
        run, known = trace(*pair, "obb"), trace(*pair, "exact").result
        assert known.signed_distance is not None
        result, slack = run.result, CLOSE * size(*pair)
        if result.exit == Exit.ALL_AXES_OVERLAP:
            assert result.signed_distance == pytest.approx(known.signed_distance, abs=slack)
            assert_contact(pair, result, slack)
        else:
            assert result.lower <= known.signed_distance + slack
            assert (result.exit == Exit.SEPARATING_AXIS) == (result.lower > 0)
        kind = "none" if result.signed_distance is None else contact_kind(pair)
        ends[result.exit, kind] += 1
    for end in (
        (Exit.SEPARATING_AXIS, "none"),
        (Exit.DEPTH_UNKNOWN, "none"),
        (Exit.ALL_AXES_OVERLAP, "unique"),
        (Exit.ALL_AXES_OVERLAP, "by GJK"),
    ):
        assert ends[end] >= 15, ends


def assert_contact(pair: Placed, result: Result, slack: float) -> None:
    """Witness points belong to the shapes, and are as far apart as the shapes are deep."""
    a, b, normal = result.witness_a, result.witness_b, result.normal
    assert a is not None
    assert b is not None
    assert normal is not None
    assert result.signed_distance is not None
    assert sub(b, a) == pytest.approx(scale(normal, result.signed_distance), abs=slack)
    for core, point, way in ((convex(pair[0], pair[1]), a, normal), (convex(pair[2], pair[3]), b, neg(normal))):
        for direction in (way, *IDENTITY, *map(neg, IDENTITY)):
            furthest = support(core, direction)[0]
            assert dot(direction, point) <= dot(direction, furthest) + core.radius + slack


def contact_kind(pair: Placed) -> str:
    """Whether the contact is unique."""
    prepared = obb.prepare(*pair)
    last = obb.run(prepared)[-1]
    return "unique" if obb.unique_contact(prepared, last)[2] else "by GJK"


def test_a_tilted_pose_within_the_tolerance_of_rotations_is_measured_as_given() -> None:
    pose = Pose(((1.0, 4e-6, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (0.3, 1.4, 0.2))
    pair = (Box((1, 1, 1)), Pose(), Box((1, 0.5, 1)), pose)
    result, known = trace(*pair, "obb").result, trace(*pair, "exact").result
    assert result.signed_distance == pytest.approx(known.signed_distance, abs=1e-12)


@pytest.mark.parametrize(
    ("a", "b"), [(Cylinder(1, 1), Box((1, 1, 1))), (Sphere(1), Sphere(1)), (Capsule(1, 1), Point())]
)
def test_other_pairs_are_refused(a: Shape, b: Shape) -> None:
    with pytest.raises(NotApplicable, match=f"^OBB takes two boxes, .*, not {a.kind} and {b.kind}$"):
        trace(a, Pose(), b, Pose(), "obb")


def test_two_boxes_have_fifteen_axes_a_capsule_six_and_a_ball_three() -> None:
    cube, turn = Box((1, 1, 1)), Pose(random_rotation(Random(2)))
    counts = [len(trace(cube, Pose(), b, turn, "obb").steps) for b in (cube, Capsule(0.5, 0.5), Sphere(0.5))]
    assert counts == [15, 6, 3]


def test_the_first_axis_without_overlap_ends_the_test() -> None:
    run = trace(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0, 3, 0)), "obb")
    assert (len(run.steps), run.result.exit, run.result.lower) == (2, Exit.SEPARATING_AXIS, 1.0)


def test_the_bounds_meet_once_all_axes_overlap() -> None:
    cube, bounds = Box((1, 1, 1)), ALGORITHMS["obb"].bounds
    assert bounds is not None
    deep = trace(cube, Pose(), cube, Pose(position=(1.5, 0, 0)), "obb").steps
    assert [bounds(step) for step in deep[:-1]] == [(-0.5, inf)] * 14
    assert bounds(deep[-1]) == (-0.5, -0.5)
    apart = trace(cube, Pose(), cube, Pose(position=(3, 0, 0)), "obb").steps
    assert bounds(apart[-1]) == (1, inf)


def test_boxes_that_touch_are_at_distance_0_not_minus_0() -> None:
    cube = Box((1, 1, 1))
    result = trace(cube, Pose(), cube, Pose(position=(0, 2, 0)), "obb").result
    assert str(result.signed_distance) == "0.0"
