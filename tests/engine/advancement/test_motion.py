"""Motion: exact poses under constant velocities, and free fall."""

from itertools import pairwise
from math import cos, pi, sin
from random import Random

import pytest

from gjkscope.engine.advancement.motion import STILL, Motion, accelerate, move_pose, orthonormal, rotation_by
from gjkscope.engine.pose import Pose, check_rotation
from gjkscope.engine.vectors import ZERO, add, column, cross, dot, norm, scale, sub
from tests.engine.samples import random_pose, random_vector

TICK = 1 / 60


def same(a: Pose, b: Pose, tolerance: float) -> bool:
    rows = [*zip(a.rotation, b.rotation, strict=True), (a.position, b.position)]
    return all(norm(sub(first, second)) <= tolerance for first, second in rows)


def test_a_quarter_turn_about_z_maps_x_to_y() -> None:
    assert column(rotation_by((0, 0, pi / 2)), 0) == pytest.approx((0, 1, 0), abs=1e-15)


@pytest.mark.parametrize("angle", [1e-300, 1e-9, 0.3, pi, 7.0, 1e3])
def test_a_rotation_about_an_axis_is_planar_rotation_perpendicular_to_it(angle: float) -> None:
    (xx, xy, xz), (yx, yy, yz), _ = rotation_by((0, 0, angle))
    assert (xx, xy, yx, yy) == pytest.approx((cos(angle), -sin(angle), sin(angle), cos(angle)), abs=1e-12)
    assert xz == yz == 0


def test_a_body_at_rest_is_unchanged_to_the_bit() -> None:
    pose = random_pose(Random(1))
    assert move_pose(pose, STILL, 5.0) == pose


def test_a_body_that_does_not_rotate_keeps_its_rotation_to_the_bit() -> None:
    pose = random_pose(Random(2))
    after = move_pose(pose, Motion((1.0, 2.0, 3.0)), 0.5)
    assert after.rotation == pose.rotation
    assert after.position == pytest.approx(add(pose.position, (0.5, 1, 1.5)))


def test_one_long_step_equals_many_ticks() -> None:
    """Constant velocities are integrated exactly, whatever the step size."""
    random = Random(3)
    for _ in range(20):
        pose = random_pose(random)
        motion = Motion(random_vector(random), scale(random_vector(random), 5))
        ticked = pose
        for _ in range(600):
            ticked = move_pose(ticked, motion, TICK)
        assert same(ticked, move_pose(pose, motion, 600 * TICK), 1e-12)
        check_rotation(ticked.rotation)


def test_a_point_moves_as_the_velocities_say() -> None:
    """The derivative of R(t) · r is ω × (R · r)."""
    random = Random(4)
    for _ in range(20):
        pose, turning = random_pose(random), random_vector(random)
        before, after = (move_pose(pose, Motion(ZERO, turning), dt) for dt in (-1e-6, 1e-6))
        for i in range(3):
            arm = column(pose.rotation, i)
            change = scale(sub(column(after.rotation, i), column(before.rotation, i)), 5e5)
            assert change == pytest.approx(cross(turning, arm), abs=1e-9)


def test_a_rotation_stays_orthonormal_over_many_ticks() -> None:
    skewed = ((1.0, 1e-6, 0.0), (0.0, 1.0, 1e-6), (1e-6, 0.0, 1.0))
    rotation = orthonormal(skewed)
    columns = [column(rotation, i) for i in range(3)]
    assert [dot(a, b) for a in columns for b in columns] == pytest.approx([1, 0, 0, 0, 1, 0, 0, 0, 1], abs=1e-15)


def test_falling_is_semi_implicit_and_keeps_its_energy() -> None:
    """After n ticks, lower by g · dt² · n (n + 1) / 2: g · dt² · n / 2 more than the exact solution."""
    pose, motion, gravity, ticks = Pose(), STILL, (0.0, -10.0, 0.0), 60
    for _ in range(ticks):
        motion = accelerate(motion, gravity, TICK)
        pose = move_pose(pose, motion, TICK)
    assert pose.position[1] == pytest.approx(-10 * TICK**2 * ticks * (ticks + 1) / 2)
    assert motion.velocity[1] == pytest.approx(-10.0)


def test_on_a_spring_the_energy_does_not_drift() -> None:
    pose, motion, energies = Pose(position=(1.0, 0.0, 0.0)), STILL, []
    for _ in range(20_000):
        motion = accelerate(motion, scale(pose.position, -40.0), TICK)
        pose = move_pose(pose, motion, TICK)
        energies.append(dot(motion.velocity, motion.velocity) + 40 * dot(pose.position, pose.position))
    first, last = (sum(part) / len(part) for part in (energies[:2000], energies[-2000:]))
    assert last == pytest.approx(first, rel=1e-3)
    assert max(abs(b - a) for a, b in pairwise(energies)) > 0  # it does oscillate
