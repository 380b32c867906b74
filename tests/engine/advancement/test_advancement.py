"""Conservative advancement: time of first contact against closed forms, and never too late."""

from math import asin, cos, hypot, inf, sin, sqrt
from random import Random

import pytest

from gjkscope.engine import (
    Advancement,
    Box,
    Capsule,
    Motion,
    Pose,
    Segment,
    Shape,
    Sphere,
    Verdict,
    first_contact,
    query,
)
from gjkscope.engine.advancement.motion import STILL, move_pose
from gjkscope.engine.advancement.steps import reach
from gjkscope.engine.explain import explain
from gjkscope.engine.pose import apply
from gjkscope.engine.result import TOUCHING, Exit
from gjkscope.engine.shapes.kinds import Cone, Cylinder, Ellipsoid, Hull, Point
from gjkscope.engine.vectors import ZERO, add, cross, dot, norm, scale, sub
from tests.engine.moving import at, go
from tests.engine.samples import (
    compose,
    random_direction,
    random_pose,
    random_rotation,
    random_shape,
    random_vector,
    scaled_shape,
)
from tests.engine.sentences import assert_well_said
from tests.thorough import cases

PLATE = Box((0.01, 1.0, 1.0))
BULLET = Sphere(0.05)
DURATION = 4.0


def time_of_spheres(apart: float, between: tuple[float, ...], closing: tuple[float, ...]) -> float:
    """The first root t ≥ 0 of |between + closing · t| = apart; inf if there is none."""
    a = dot(closing, closing)  # type: ignore[arg-type]
    b = dot(between, closing)  # type: ignore[arg-type]
    c = dot(between, between) - apart * apart  # type: ignore[arg-type]
    root = b * b - a * c
    return (-b - sqrt(root)) / a if root >= 0 and b < 0 else inf


def test_spheres_meet_at_the_root_of_the_quadratic() -> None:
    random, met = Random(1), 0
    for _ in range(200):
        a, b = Sphere(random.uniform(0.1, 1)), Sphere(random.uniform(0.1, 1))
        position = scale(random_direction(random), random.uniform(2.2, 4))
        towards = scale(position, random.uniform(0.2, 2))
        motion_a = Motion(add(towards, random_vector(random, 2)), random_vector(random, 9))
        motion_b = Motion(random_vector(random, 0.5), random_vector(random, 9))
        closing = sub(motion_b.velocity, motion_a.velocity)
        truth = time_of_spheres(a.radius + b.radius, position, closing)
        search = first_contact(a, Pose(), motion_a, b, Pose(position=position), motion_b, DURATION)
        if truth > DURATION:
            assert search.time is None
            assert search.exit in (Exit.NO_CONTACT, Exit.MOVING_APART)
            assert search.free_until == DURATION
        else:
            met += 1
            assert search.exit == Exit.FIRST_CONTACT
            assert search.time == pytest.approx(truth, abs=1e-6)
            assert len(search.steps) < 40  # Newton iterations: rotation does not matter for a sphere
    assert 60 <= met <= 140


def test_a_sphere_meets_the_face_of_a_box_in_one_advance() -> None:
    for speed in (0.5, 3.0, 40.0):
        run = first_contact(Sphere(0.5), at(-2), go(speed), Box((0.5, 3, 3)), Pose(), STILL, DURATION)
        assert run.time == pytest.approx(1 / speed, rel=1e-9)
        assert [step.exit for step in run.steps] == [Exit.RUNNING, Exit.FIRST_CONTACT]


@pytest.mark.thorough
def test_a_rotating_rod_hits_when_its_tip_reaches_the_target() -> None:
    """A rod of length 2 rotates about its middle: its tip reaches height h at the angle asin(h)."""
    rod, floor = Segment((-1, 0, 0), (1, 0, 0)), Box((3, 0.5, 3))
    for height in (0.2, 0.5, 0.9, 0.999):
        for turning in (-6.0, 0.5, 1.0, 20.0):
            spin = Motion(ZERO, (0, 0, turning))
            run = first_contact(rod, at(0, height), spin, floor, at(0, -0.5), STILL, DURATION)
            assert run.time == pytest.approx(asin(height) / abs(turning), abs=1e-6)
    out_of_reach = first_contact(rod, at(0, 1.001), Motion(ZERO, (0, 0, 3)), floor, at(0, -0.5), STILL, DURATION)
    assert out_of_reach.time is None


def test_a_box_that_rotates_while_falling() -> None:
    """Its corner is r · sin(φ₀ + ω t) below the centre, which falls at v; bisection gives the first root."""
    run = first_contact(
        Box((0.5, 0.5, 0.5)), at(0, 3), Motion((0, -1, 0), (0, 0, 1.0)), Box((9, 1, 9)), at(0, -1), STILL, 9
    )

    def height(t: float) -> float:
        return 3 - t - 0.5 * (abs(cos(t)) + abs(sin(t)))

    low, high = 0.0, 2.6
    assert height(low) > 0 > height(high)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if height(middle) > 0 else (low, middle)
    assert run.time == pytest.approx(low, abs=1e-7)


def test_a_bullet_does_not_tunnel_through_a_thin_plate() -> None:
    """In 1/60 s it travels 5 m: both before and after, it is far from the 2 cm plate."""
    tick, motion = 1 / 60, go(300)
    before, after = at(-2), move_pose(at(-2), motion, tick)
    for pose in (before, after):
        assert query(BULLET, pose, PLATE, Pose()).verdict is Verdict.SEPARATED
    run = first_contact(BULLET, before, motion, PLATE, Pose(), STILL, tick)
    assert run.time == pytest.approx((2 - 0.01 - 0.05) / 300, rel=1e-9)


def test_grazing_contact() -> None:
    """A path slightly outside the contact radius misses, slightly inside hits; at the radius, within 1e-9."""
    for offset, touches in ((1.0 - 1e-6, True), (1.0 + 1e-6, False)):
        run = first_contact(Sphere(0.5), at(-3, offset), go(1), Sphere(0.5), Pose(), STILL, 9)
        assert (run.exit == Exit.FIRST_CONTACT) is touches
        if touches:
            assert run.time == pytest.approx(3 - sqrt(1 - offset**2), abs=1e-5)
        else:
            assert run.exit == Exit.MOVING_APART
    exact = first_contact(Sphere(0.5), at(-3, 1), go(1), Sphere(0.5), Pose(), STILL, 9)
    assert exact.time == pytest.approx(3, abs=1e-4)


def test_pairs_that_touch_or_overlap_initially_are_in_contact_at_time_zero() -> None:
    cube = Box((0.5, 0.5, 0.5))
    for x, word in ((1.0, "touch"), (0.7, "overlap")):
        for motion in (STILL, go(-1), go(1)):
            run = first_contact(cube, Pose(), motion, cube, at(x), STILL, DURATION)
            assert (run.time, run.free_until, len(run.steps)) == (0.0, 0.0, 1)
            assert word in explain(run.steps[0])


def test_separating_or_resting_pairs_need_one_step() -> None:
    for motion in (go(-1), STILL, Motion(ZERO, (3, 0, 0))):
        run = first_contact(Sphere(0.5), at(-3), motion, Sphere(0.5), Pose(), STILL, DURATION)
        assert (run.exit, run.time, len(run.steps)) == (Exit.MOVING_APART, None, 1)


def test_only_the_relative_velocity_matters() -> None:
    """A velocity common to both bodies changes the result only by rounding."""
    random = Random(5)
    for _ in range(10):
        shape, drift = random_shape(random), random_vector(random, 5)
        args = [shape, at(-4), Motion((2, 0, 0)), Sphere(1), Pose(), Motion((0, 0, 0))]
        alone = first_contact(*args, DURATION)
        args[2], args[5] = (Motion(add(args[i].velocity, drift)) for i in (2, 5))
        assert first_contact(*args, DURATION).time == pytest.approx(alone.time, rel=1e-6)


def random_flight(random: Random) -> tuple[Shape, Pose, Motion, Shape, Pose, Motion]:
    a, b = random_shape(random), random_shape(random)
    pose_b = Pose(random_rotation(random), scale(random_direction(random), random.uniform(2.5, 5)))
    towards = scale(pose_b.position, random.uniform(0.3, 1.5))
    motion_a = Motion(add(towards, random_vector(random, 0.5)), random_vector(random, 4))
    return a, Pose(random_rotation(random), ZERO), motion_a, b, pose_b, Motion(ZERO, random_vector(random, 4))


@pytest.mark.thorough
@pytest.mark.slow
def test_no_contact_before_the_time_of_impact_and_contact_at_it() -> None:
    """Compares with the narrow phase at many times during each motion, for all shapes, with rotation."""
    random, met, apart = Random(6), 0, 0
    for _ in range(cases(12, 24)):
        a, pose_a, motion_a, b, pose_b, motion_b = random_flight(random)
        run = first_contact(a, pose_a, motion_a, b, pose_b, motion_b, 2.0)
        for k in range(8):
            t = run.free_until * k / 8
            there = query(a, move_pose(pose_a, motion_a, t), b, move_pose(pose_b, motion_b, t))
            assert there.verdict is Verdict.SEPARATED or run.time == 0.0
        if run.time is None:
            apart += 1
            continue
        met += 1
        last = run.steps[-1]
        there = query(a, last.pose_a, b, last.pose_b)
        assert abs(there.signed_distance) <= 2 * TOUCHING * 10
    assert met >= cases(3, 6)
    assert apart >= cases(1, 5)


def test_the_approach_speed_bound_holds() -> None:
    """No point of A or B approaches along the normal faster than the bound, at any orientation."""
    random = Random(7)
    for _ in range(40):
        shape, pose = random_shape(random), random_pose(random)
        motion, normal = Motion(ZERO, random_vector(random, 4)), random_direction(random)
        bound = norm(cross(motion.angular_velocity, normal)) * reach(shape)
        for _ in range(10):
            arm = scale(random_direction(random), reach(shape) * random.random())
            velocity = cross(motion.angular_velocity, sub(apply(pose, arm), pose.position))
            assert dot(velocity, normal) <= bound * (1 + 1e-12)


@pytest.mark.parametrize(
    ("shape", "arm"),
    [
        (Point(), 0.0),
        (Sphere(3), 0.0),
        (Box((3, 4, 12)), 13.0),
        (Capsule(1, 2), 2.0),
        (Cylinder(3, 4, "x"), 5.0),
        (Cone(3, 4), 5.0),
        (Ellipsoid((1, 2, 3)), 3.0),
        (Segment((1, 0, 0), (3, 4, 0)), 5.0),
        (Hull(((0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 2.5))), 2.5),
    ],
)
def test_the_reach_is_the_largest_distance_of_the_core_from_its_centre(shape: Shape, arm: float) -> None:
    assert reach(shape) == pytest.approx(arm)


def test_the_time_is_invariant_under_rigid_motion_and_scale() -> None:
    random = Random(8)
    for _ in range(4):
        frame = random_pose(random, 5)

        def turn(motion: Motion, frame: Pose = frame) -> Motion:
            return Motion(*(sub(apply(frame, part), frame.position) for part in motion))

        a, pose_a, motion_a, b, pose_b, motion_b = random_flight(random)
        here = first_contact(a, pose_a, motion_a, b, pose_b, motion_b, 2.0)
        there = first_contact(a, compose(frame, pose_a), turn(motion_a), b, compose(frame, pose_b), turn(motion_b), 2.0)
        other = first_contact(b, pose_b, motion_b, a, pose_a, motion_a, 2.0)
        assert (here.time is None) == (there.time is None) == (other.time is None)
        if here.time is not None:
            assert there.time == pytest.approx(here.time, abs=1e-5)
            assert other.time == pytest.approx(here.time, abs=1e-5)


@pytest.mark.thorough
@pytest.mark.parametrize("factor", [1e-60, 1e-9, 1e9, 1e60])
def test_the_time_is_invariant_under_extreme_scale(factor: float) -> None:
    random = Random(10)
    for _ in range(3):
        a, pose_a, motion_a, b, pose_b, motion_b = random_flight(random)
        here = first_contact(a, pose_a, motion_a, b, pose_b, motion_b, 2.0)
        poses = [pose._replace(position=scale(pose.position, factor)) for pose in (pose_a, pose_b)]
        motions = [motion._replace(velocity=scale(motion.velocity, factor)) for motion in (motion_a, motion_b)]
        sized = [scaled_shape(shape, factor) for shape in (a, b)]
        there = first_contact(sized[0], poses[0], motions[0], sized[1], poses[1], motions[1], 2.0)
        assert (there.exit, there.time is None) == (here.exit, here.time is None)
        if here.time is not None:
            assert there.time == pytest.approx(here.time, abs=1e-5)


def test_fast_spin_with_slow_approach_hits_the_step_limit_without_overshooting() -> None:
    block, slow = Box((1, 1, 1)), Motion((0.01, 0, 0), (0, 0, 300))
    run = first_contact(Box((0.1, 1, 0.1)), at(-5), slow, block, at(0, 0.3), STILL, 1000)
    assert (run.exit, run.time) == (Exit.ITERATION_LIMIT, None)
    assert 0 < run.free_until == run.steps[-1].time < 300  # the tip reaches the block after 300 s
    assert "limit of 1000" in explain(run.steps[-1])


def test_spin_perpendicular_to_the_gap_costs_nothing() -> None:
    rod, spin = Segment((-1, 0, 0), (1, 0, 0)), Motion((0, -0.01, 0), (0, 900, 0))
    run = first_contact(rod, at(0, 3), spin, Box((3, 1, 3)), Pose(), STILL, 999)
    assert run.time == pytest.approx(200, rel=1e-6)
    assert len(run.steps) == 2


def test_motion_that_overflows_is_rejected() -> None:
    for motion in (Motion((1e308, 0, 0)), Motion(ZERO, (1e308, 1e308, 0))):
        with pytest.raises(ValueError, match=r"motion_b: must keep the body within double precision"):
            first_contact(BULLET, at(-2), STILL, PLATE, Pose(), motion, 100.0)


def test_the_same_motion_gives_the_same_run() -> None:
    flight = random_flight(Random(9))
    assert first_contact(*flight, 2.0) == first_contact(*flight, 2.0)


def test_every_exit_is_explained() -> None:
    runs: list[Advancement] = [
        first_contact(BULLET, at(-2), go(3), PLATE, Pose(), STILL, 9),
        first_contact(BULLET, at(-2), go(3), PLATE, Pose(), STILL, 0.1),
        first_contact(BULLET, at(-2), go(-3), PLATE, Pose(), STILL, 0.1),
        first_contact(BULLET, Pose(), go(-3), PLATE, Pose(), STILL, 0.1),
        first_contact(PLATE, at(-3), Motion((2, 0, 0), (0, 0, 3)), PLATE, Pose(), Motion(ZERO, (0, 1, 0)), 2),
    ]
    for run in runs:
        assert_well_said(run.steps)
    assert {run.exit for run in runs} == {Exit.FIRST_CONTACT, Exit.NO_CONTACT, Exit.MOVING_APART}
    assert "m/s from B's rotation" in explain(runs[-1].steps[0])
    assert hypot(*runs[-1].steps[0].normal) == pytest.approx(1)
