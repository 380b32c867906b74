"""GJK ray casts: closed forms, conservative advancement, and the rules of each step."""

from collections import Counter
from itertools import pairwise
from math import sqrt
from random import Random

import pytest

from gjkscope.engine import Box, Capsule, Cylinder, Motion, Pose, Sphere, first_contact, query
from gjkscope.engine.advancement.motion import STILL, move_pose
from gjkscope.engine.casting import steps as casting
from gjkscope.engine.casting.steps import State, cast
from gjkscope.engine.result import Exit
from gjkscope.engine.vectors import ZERO, dot, norm, scale, sub
from tests.engine.samples import random_box, random_hull, random_rotation, random_vector, scaled_shape

EAST = Motion(velocity=(1.0, 0.0, 0.0))


def test_two_spheres_touch_where_the_quadratic_equation_says() -> None:
    for aside in (0.0, 0.5, 1.0, 1.4, 1.49):
        search = cast(Sphere(1), Pose(), EAST, Sphere(0.5), Pose(position=(5, aside, 0)), STILL, 10)
        assert search.time == pytest.approx(5 - sqrt(1.5**2 - aside**2), rel=1e-8)
        assert search.exit == Exit.FIRST_CONTACT


def test_a_ray_that_passes_by_never_touches() -> None:
    for aside in (1.51, 3.0):
        search = cast(Sphere(1), Pose(), EAST, Sphere(0.5), Pose(position=(5, aside, 0)), STILL, 10)
        assert search.time is None
        assert search.free_until == 10
        assert search.exit in (Exit.MOVING_APART, Exit.NO_CONTACT)


def test_bodies_that_overlap_touch_from_the_start() -> None:
    search = cast(Box((1, 1, 1)), Pose(), EAST, Box((1, 1, 1)), Pose(position=(0.5, 0.2, 0.1)), STILL, 1)
    assert (search.time, search.exit) == (0.0, Exit.FIRST_CONTACT)
    assert norm(search.steps[-1].normal) == 0


def test_bodies_that_stand_still_or_move_apart_never_touch() -> None:
    for motion in (STILL, Motion(velocity=(-1.0, 0.0, 0.0))):
        search = cast(Box((1, 1, 1)), Pose(), motion, Box((1, 1, 1)), Pose(position=(3, 0, 0)), STILL, 1)
        assert (search.time, search.exit) == (None, Exit.MOVING_APART)


def test_a_body_that_turns_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match=r"motion_a: must not turn.*conservative advancement"):
        cast(Sphere(1), Pose(), Motion(angular_velocity=(0, 1, 0)), Sphere(1), Pose(position=(3, 0, 0)), STILL, 1)


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_random_pairs_agree_with_conservative_advancement(size: float) -> None:
    """Both find the same time, at which the bodies touch."""
    random, seen = Random(f"cast {size}"), Counter[str]()
    for number in range(30):
        a, b = (_shape(random, number + k, size) for k in range(2))
        pose_a, pose_b = Pose(random_rotation(random)), Pose(random_rotation(random), random_vector(random, 4 * size))
        aim = scale(sub(pose_b.position, random_vector(random, size)), random.uniform(0.3, 1.5))
        motion = Motion(velocity=aim)
        search = cast(a, pose_a, motion, b, pose_b, STILL, 2)
        slow = first_contact(a, pose_a, motion, b, pose_b, STILL, 2)
        assert (search.time is None) == (slow.time is None)
        seen["hit" if search.time else "miss" if search.time is None else "start"] += 1
        if search.time:
            assert slow.time is not None
            assert search.time == pytest.approx(slow.time, rel=1e-7, abs=1e-9)
            then = query(a, move_pose(pose_a, motion, search.time), b, pose_b).signed_distance
            assert then == pytest.approx(0.0, abs=3e-8 * size)
            assert dot(search.steps[-1].normal, aim) > 0
    assert seen["hit"] >= 8
    assert seen["miss"] >= 3


def test_time_never_decreases_and_each_step_can_be_repeated() -> None:
    arguments = (Cylinder(0.5, 1.0), Pose(), EAST, Capsule(0.2, 0.5), Pose(position=(4, 0.6, 0.3)), STILL)
    search = cast(*arguments, 10)
    ray = casting._ray(*arguments, 10.0)
    steps: list[State] = list(search.steps)
    assert steps[0] == casting.start(ray)
    for before, after in pairwise(steps):
        assert after == casting.step(ray, before)
        assert after.time >= before.time
        assert after.normal != ZERO or after.time == 0
    assert casting.step(ray, steps[-1]) == steps[-1]


def _shape(random: Random, number: int, size: float):  # type: ignore[no-untyped-def]
    kinds = (random_box, random_hull, lambda _: Sphere(0.5), lambda _: Capsule(0.2, 0.5), lambda _: Cylinder(0.4, 0.5))
    return scaled_shape(kinds[number % len(kinds)](random), size)
