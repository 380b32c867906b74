"""Times of impact: closed forms, conservative advancement, and the rules of each step."""

from collections import Counter
from itertools import pairwise
from math import asin, atan2, hypot, sqrt
from random import Random
from typing import Any

import pytest

from gjkscope.engine import (
    Box,
    Capsule,
    Cylinder,
    Ellipsoid,
    Motion,
    Pose,
    Shape,
    Sphere,
    cast,
    first_contact,
    query,
    toi,
)
from gjkscope.engine.advancement.motion import STILL, move_pose
from gjkscope.engine.result import Exit
from gjkscope.engine.time_of_impact import steps as impact
from gjkscope.engine.time_of_impact.separation import AxisFrame, separation_curve
from gjkscope.engine.time_of_impact.steps import Phase
from gjkscope.engine.vectors import Vec3, add, norm, scale, sub
from tests.engine.samples import random_box, random_hull, random_rotation, random_vector, scaled_shape

EAST = Motion(velocity=(1.0, 0.0, 0.0))
Moving = tuple[Shape, Pose, Motion]


def test_two_spheres_touch_where_the_quadratic_equation_says() -> None:
    for aside in (0.0, 0.5, 1.0, 1.4, 1.49):
        search = toi(Sphere(1), Pose(), EAST, Sphere(0.5), Pose(position=(5, aside, 0)), STILL, 10)
        assert search.time == pytest.approx(5 - sqrt(1.5**2 - aside**2), abs=2e-8)
        assert search.free_until == search.time


def test_a_sphere_that_passes_by_never_touches() -> None:
    search = toi(Sphere(1), Pose(), EAST, Sphere(0.5), Pose(position=(5, 1.51, 0)), STILL, 10)
    assert (search.time, search.free_until, search.exit) == (None, 10, Exit.NO_CONTACT)


@pytest.mark.parametrize(("find", "slack"), [(toi, 2e-8), (cast, 1e-8)])
@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_aligned_boxes_touch_when_their_last_interval_begins_to_overlap(find: Any, slack: float, size: float) -> None:
    random, seen = Random(f"boxes {size}"), Counter[bool]()
    for _ in range(60):
        a, b = (Box(tuple(size * random.uniform(0.2, 1) for _ in range(3))) for _ in range(2))  # type: ignore[arg-type]
        there = random_vector(random, 4 * size)
        velocity = scale(sub(there, random_vector(random, 1.9 * size)), random.uniform(0.3, 1.0))
        search = find(a, Pose(), Motion(velocity=velocity), b, Pose(position=there), STILL, 5)
        enters, leaves = 0.0, 5.0
        for k in range(3):
            reach, speed = a.half_extents[k] + b.half_extents[k], velocity[k]
            ends = sorted(((there[k] - reach) / speed, (there[k] + reach) / speed))
            enters, leaves = max(enters, ends[0]), min(leaves, ends[1])
        seen[enters < leaves] += 1
        if enters < leaves:
            assert search.time == pytest.approx(enters, abs=slack * size / norm(velocity))
        else:
            assert search.time is None
    assert min(seen.values()) >= 10


@pytest.mark.parametrize("rod", [Capsule(0.05, 1.0, "x"), Box((1.0, 0.05, 0.05))])
@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_a_spinning_rod_hits_a_sphere_at_the_angle_of_the_tangent(rod: Shape, size: float) -> None:
    """The sphere's centre is at 63°; the rod's side is 0.05 in front of its centre line."""
    spin, center = Motion(angular_velocity=(0.0, 0.0, 2.0)), (0.3 * size, 0.6 * size, 0.0)
    ball = scaled_shape(Sphere(0.1), size)
    search = toi(scaled_shape(rod, size), Pose(), spin, ball, Pose(position=center), STILL, 1.5)
    angle = atan2(0.6, 0.3) - asin(0.15 / hypot(0.3, 0.6))
    assert (search.time, search.free_until) == (pytest.approx(angle / 2, abs=2e-9), 0)
    assert search.steps[0].axis.frame is AxisFrame.BODY_A


def test_a_rod_that_turns_half_round_is_caught_on_the_way() -> None:
    """The axis separates them at the start and at the end, but not at the ends of all spans."""
    rod, pin = Box((1.0, 0.05, 0.05)), Sphere(0.1)
    spin = Motion(angular_velocity=(0.0, 0.0, 6.2))
    arguments = (rod, Pose(), spin, pin, Pose(position=(0.0, 0.6, 0.0)), STILL, 1.0)
    first = first_contact(*arguments).time
    assert first is not None
    assert toi(*arguments).time == pytest.approx(first, abs=2e-9)


def test_a_corner_that_dips_in_within_a_span_is_missed() -> None:
    """As in engines: nobody looks between the ends of a span, so `free_until` promises nothing."""
    spin, corner = Motion(angular_velocity=(0.0, 0.0, 1.0)), hypot(1.0, 0.1)
    floor = Pose(position=(0.0, -0.5 - corner + 1e-4, 0.0))  # the corner reaches 0.1 mm below its top
    arguments = (Box((1.0, 0.1, 0.1)), Pose(), spin, Box((0.02, 0.5, 0.5)), floor, STILL, 3.0)
    assert first_contact(*arguments).exit == Exit.FIRST_CONTACT
    search = toi(*arguments)
    assert (search.time, search.free_until, search.exit) == (None, 0.0, Exit.NO_CONTACT)


def test_bodies_that_overlap_touch_from_the_start() -> None:
    search = toi(Box((1, 1, 1)), Pose(), EAST, Box((1, 1, 1)), Pose(position=(0.5, 0.2, 0.1)), STILL, 1)
    assert (search.time, search.exit, len(search.steps)) == (0.0, Exit.FIRST_CONTACT, 1)


def test_bodies_that_stand_still_or_move_apart_never_touch() -> None:
    for motion in (STILL, Motion(velocity=(-1.0, 0.0, 0.0))):
        search = toi(Box((1, 1, 1)), Pose(), motion, Box((1, 1, 1)), Pose(position=(3, 0, 0)), STILL, 1)
        assert (search.time, search.exit, search.free_until) == (None, Exit.NO_CONTACT, 1)


def test_far_from_the_origin_the_time_is_as_exact_as_the_coordinates() -> None:
    far = (1e7, -2e7, 5e6)
    search = toi(Box((1, 1, 1)), Pose(position=far), EAST, Sphere(1), Pose(position=add(far, (5, 0, 0))), STILL, 10)
    assert search.time == pytest.approx(3.0, abs=1e-8)


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_random_pairs_agree_with_the_other_searches(size: float) -> None:
    random, seen = Random(f"toi {size}"), Counter[str]()
    for number in range(30):
        a, b = _moving(random, number, size, 0.0), _moving(random, number + 1 + number // 7, size, 0.0)
        a, b = _aim(random, a, b, size)
        search, slow, ray = toi(*a, *b, 2), first_contact(*a, *b, 2), cast(*a, *b, 2)
        assert (search.time is None) == (slow.time is None) == (ray.time is None)
        seen["miss" if search.time is None else "hit"] += 1
        if search.time is not None:
            assert search.time == pytest.approx(slow.time, abs=1e-7)
            assert search.time == pytest.approx(ray.time, abs=1e-7)
    assert min(seen.values()) >= 4


@pytest.mark.slow
def test_where_bodies_turn_what_is_found_is_a_contact_and_most_are_the_first() -> None:
    random, seen = Random("turning"), Counter[str]()
    for number in range(20):
        a, b = _moving(random, number, 1.0, 2.0), _moving(random, number + 1 + number // 7, 1.0, 2.0)
        a, b = _aim(random, a, b, 1.0)
        search, first = toi(*a, *b, 2), first_contact(*a, *b, 2)
        if search.time is None:
            seen["missed" if first.time is not None else "none"] += 1
            continue
        poses = [move_pose(pose, motion, search.time) for _, pose, motion in (a, b)]
        assert abs(query(a[0], poses[0], b[0], poses[1]).signed_distance or 0) < 1e-8
        assert first.time is not None
        assert search.time >= first.time - 1e-8
        seen["first" if search.time < first.time + 1e-7 else "later"] += 1
    assert seen["first"] >= 6
    assert seen["none"] >= 1
    assert seen["missed"] + seen["later"] <= 6


@pytest.mark.parametrize("spin", [0.0, 1.0])
def test_swapping_the_bodies_and_moving_both_change_nothing(spin: float) -> None:
    random, hits = Random(f"laws {spin}"), 0
    for number in range(8):
        a, b = _aim(random, _moving(random, number, 1.0, spin), _moving(random, number + 1, 1.0, spin), 1.0)
        search, swapped = toi(*a, *b, 2), toi(*b, *a, 2)
        shift, drift = random_vector(random, 3.0), random_vector(random, 1.0)
        a, b = (
            (
                shape,
                pose._replace(position=add(pose.position, shift)),
                motion._replace(velocity=add(motion.velocity, drift)),
            )
            for shape, pose, motion in (a, b)
        )
        moved = toi(*a, *b, 2)
        assert (search.time is None) == (swapped.time is None) == (moved.time is None)
        if search.time is not None:
            assert swapped.time == pytest.approx(search.time, abs=1e-7)
            assert moved.time == pytest.approx(search.time, abs=1e-7)
            hits += 1
    assert hits >= 4


def test_each_step_can_be_repeated_and_the_brackets_close() -> None:
    arguments = (
        Cylinder(0.5, 1.0),
        Pose(),
        Motion((1, 0, 0), (0, 1, 1)),
        Capsule(0.2, 0.5),
        Pose(position=(4, 0, 0)),
        STILL,
    )
    search = toi(*arguments, 10)
    sweep = impact.sweep_of(*arguments, 10.0)
    assert search.exit == Exit.FIRST_CONTACT
    assert search.steps[0] == impact.start(sweep)
    for before, after in pairwise(search.steps):
        assert after == impact.step(sweep, before)
        assert after.earliest >= before.earliest
        if after.phase is Phase.ROOT:
            assert after.earliest <= after.low <= after.high <= after.latest
            assert after.low_separation >= after.target >= after.high_separation
            if before.phase is Phase.ROOT:
                assert after.high - after.low <= before.high - before.low
    assert {step.phase for step in search.steps} == set(Phase)
    assert impact.step(sweep, search.steps[-1]) == search.steps[-1]


def test_the_curve_is_a_lower_bound_of_the_distance() -> None:
    a: Moving = (Ellipsoid((0.3, 0.5, 0.7)), Pose(), Motion((1, 0, 0), (0, 1, 1)))
    b: Moving = (Box((0.5, 0.5, 0.5)), Pose(position=(4, 0.3, 0)), Motion(angular_velocity=(1, 0, 0)))
    sweep = impact.sweep_of(*a, *b, 2.0)
    times = [k / 8 for k in range(17)]
    values = separation_curve(sweep, impact.start(sweep).axis, times)
    for time, value in zip(times, values, strict=True):
        poses = [move_pose(pose, motion, time) for _, pose, motion in (a, b)]
        assert value <= (query(a[0], poses[0], b[0], poses[1]).signed_distance or 0) + 1e-12


def _moving(random: Random, number: int, size: float, spin: float) -> Moving:
    kinds = (
        random_box,
        random_hull,
        lambda _: Sphere(0.5),
        lambda _: Capsule(0.2, 0.5),
        lambda _: Cylinder(0.4, 0.5),
        lambda _: Ellipsoid((0.3, 0.5, 0.7)),
    )
    shape = scaled_shape(kinds[number % len(kinds)](random), size)
    turning = random_vector(random, spin) if spin else (0.0, 0.0, 0.0)
    return shape, Pose(random_rotation(random)), Motion(angular_velocity=turning)


def _shift(moving: Moving, shift: Vec3, drift: Vec3) -> Moving:
    shape, pose, motion = moving
    return shape, Pose(pose.rotation, add(pose.position, shift)), motion._replace(velocity=add(motion.velocity, drift))


def _aim(random: Random, a: Moving, b: Moving, size: float) -> tuple[Moving, Moving]:
    """A flies at B, or past it."""
    there = random_vector(random, 4 * size)
    velocity = scale(sub(there, random_vector(random, size)), random.uniform(0.3, 1.5))
    return (a[0], a[1], a[2]._replace(velocity=velocity)), (b[0], b[1]._replace(position=there), b[2])
