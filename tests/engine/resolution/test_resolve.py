"""Push-out of a pair: afterwards the bodies touch, and the correction is shared by mass."""

from random import Random
from typing import Any

import pytest

from gjkscope.engine import Pose, Result, Verdict, resolve_pair, trace
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.resolution import pair as resolve
from gjkscope.engine.result import TOUCHING, Exit
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.shapes.kinds import Box, Capsule, Shape, Sphere
from gjkscope.engine.vectors import ZERO, add, norm, scale, sub
from tests.engine.samples import compose, pairs, random_box, random_hull, random_pose, scaled_shape

CUBE = Box((0.5, 0.5, 0.5))


def random_solids(random: Random) -> tuple[Shape, Pose, Shape, Pose]:
    a, b = (random.choice((random_box, random_hull))(random) for _ in range(2))
    return a, random_pose(random, 0.6), b, random_pose(random, 0.6)


def measure(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, algorithm: str = "epa") -> Result:
    return trace(shape_a, pose_a, shape_b, pose_b, algorithm).result


def masses(random: Random) -> tuple[float, float]:
    return 10 ** random.uniform(-3, 3), 10 ** random.uniform(-3, 3)


def test_after_the_push_out_the_pair_touches() -> None:
    random, overlapping = Random(1), 0
    for _ in range(50):
        shape_a, pose_a, shape_b, pose_b = random_solids(random)
        before = measure(shape_a, pose_a, shape_b, pose_b)
        run = resolve_pair(shape_a, pose_a, shape_b, pose_b, *masses(random))
        assert run.exit == Exit.CLEAR
        if before.verdict != Verdict.PENETRATING:
            assert (run.pose_a, run.pose_b, len(run.steps)) == (pose_a, pose_b, 1)
            continue
        overlapping += 1
        assert len(run.steps) == 2
        after = measure(shape_a, run.pose_a, shape_b, run.pose_b, "exact")
        extent = size(shape_a, run.pose_a, shape_b, run.pose_b)
        assert after.signed_distance == pytest.approx(0, abs=TOUCHING * extent)
    assert 0.4 <= overlapping / 50 <= 0.9


@pytest.mark.parametrize("family", ["sphere_sphere", "sphere_capsule", "capsule_capsule", "sphere_cone"])
def test_after_the_push_out_round_pairs_touch(family: str) -> None:
    overlapping = 0
    for pair in pairs(family, 40):
        run = resolve_pair(*pair.arguments)
        assert run.exit == Exit.CLEAR
        after = measure(pair.shape_a, run.pose_a, pair.shape_b, run.pose_b)
        if pair.overlaps:
            overlapping += 1
            assert after.signed_distance == pytest.approx(0, abs=1e-6 * pair.extent)
    assert overlapping >= 10


def test_the_push_is_the_depth_along_the_normal_shared_by_inverse_mass() -> None:
    """This keeps the centre of mass in place."""
    random, pushed = Random(2), 0
    for _ in range(60):
        pair, (mass_a, mass_b) = random_solids(random), masses(random)
        for step in resolve_pair(*pair, mass_a, mass_b).steps:
            assert step.share_a + step.share_b == pytest.approx(1, rel=1e-15)
            if step.exit != Exit.RUNNING:
                assert (step.push_a, step.push_b) == (ZERO, ZERO)
                continue
            pushed += 1
            assert step.share_a * mass_a == pytest.approx(step.share_b * mass_b)
            assert sub(step.push_a, step.push_b) == pytest.approx(step.result.push_out, abs=1e-15)
            assert step.pose_a == step.before_a._replace(position=add(step.before_a.position, step.push_a))
            assert step.pose_b == step.before_b._replace(position=add(step.before_b.position, step.push_b))
            assert norm(add(scale(step.push_a, mass_a), scale(step.push_b, mass_b))) <= 1e-12 * (mass_a + mass_b)
    assert pushed >= 30


def test_a_fixed_body_does_not_move() -> None:
    a, b = Sphere(1), Sphere(1)
    there = Pose(position=(1.5, 0, 0))
    only_b = resolve_pair(a, Pose(), b, there, mass_a=0)
    assert (only_b.pose_a, only_b.pose_b.position) == (Pose(), (2, 0, 0))
    only_a = resolve_pair(a, Pose(), b, there, mass_b=0)
    assert (only_a.pose_a.position, only_a.pose_b) == ((-0.5, 0, 0), there)


def test_of_two_fixed_bodies_neither_moves_and_this_is_reported() -> None:
    there = Pose(position=(1.5, 0, 0))
    run = resolve_pair(Sphere(1), Pose(), Sphere(1), there, 0, 0)
    assert (run.exit, run.pose_a, run.pose_b, len(run.steps)) == (Exit.BOTH_FIXED, Pose(), there, 1)
    assert explain(run.steps[0]) == "A and B overlap by 0.5 m, but both are fixed: nothing moves."
    assert resolve_pair(Sphere(1), Pose(), Sphere(1), Pose(position=(3, 0, 0)), 0, 0).exit == Exit.CLEAR


@pytest.mark.parametrize(
    ("mass_a", "mass_b", "share_a"),
    [(1, 1, 0.5), (1, 3, 0.75), (1e308, 1e308, 0.5), (5e-324, 5e-324, 0.5), (5e-324, 1e308, 1), (1e308, 5e-324, 0)],
)
def test_masses_may_span_the_whole_float_range(mass_a: float, mass_b: float, share_a: float) -> None:
    step = resolve_pair(Sphere(1), Pose(), Sphere(1), Pose(position=(1, 0, 0)), mass_a, mass_b).steps[0]
    assert (step.share_a, step.share_b) == (share_a, 1 - share_a)


def test_a_moved_scaled_or_swapped_pair_is_pushed_likewise() -> None:
    random, compared = Random(3), 0
    for _ in range(30):
        shape_a, pose_a, shape_b, pose_b = random_solids(random)
        run = resolve_pair(shape_a, pose_a, shape_b, pose_b, 1, 3)
        swapped = resolve_pair(shape_b, pose_b, shape_a, pose_a, 3, 1)
        assert swapped.pose_b.position == pytest.approx(run.pose_a.position, abs=1e-9)
        motion, factor = random_pose(random), 10 ** random.uniform(-6, 6)
        moved = resolve_pair(shape_a, compose(motion, pose_a), shape_b, compose(motion, pose_b), 1, 3)
        assert moved.pose_a.position == pytest.approx(compose(motion, run.pose_a).position, abs=1e-9)
        grown = resolve_pair(*resize(shape_a, pose_a, factor), *resize(shape_b, pose_b, factor), 1, 3)
        expected = scale(run.pose_a.position, factor)
        assert grown.pose_a.position == pytest.approx(expected, abs=1e-9 * factor)
        compared += len(run.steps) > 1
    assert compared >= 15


def resize(shape: Shape, pose: Pose, factor: float) -> tuple[Shape, Pose]:
    return scaled_shape(shape, factor), pose._replace(position=scale(pose.position, factor))


def test_an_unknown_depth_gives_no_push() -> None:
    run = resolve_pair(CUBE, Pose(), CUBE, Pose(position=(0.3, 0.2, 0.1)), algorithm="gjk")
    assert (run.exit, run.pose_a, len(run.steps)) == (Exit.DEPTH_UNKNOWN, Pose(), 1)
    assert explain(run.steps[0]).endswith("is not known, so no push-out is possible.")


def test_a_push_below_coordinate_resolution_ends_it() -> None:
    far = Pose(position=(1e17, 0, 0))
    run = resolve_pair(Sphere(1), far, Capsule(1, 1, "x"), far._replace(position=(1e17, 0, 0)))
    lost = resolve_pair(Sphere(1), far, Sphere(1), far)
    assert {run.exit, lost.exit} <= {Exit.NO_PROGRESS, Exit.CLEAR}
    assert lost.exit == Exit.NO_PROGRESS
    assert explain(lost.steps[-1]).endswith("This is lost in the rounding of the coordinates: nothing changes.")


def test_the_number_of_pushes_of_a_pair_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolve, "ITERATION_LIMIT", 1)
    run = resolve_pair(Sphere(1), Pose(), Sphere(1), Pose(position=(1, 0, 0)))
    assert (run.exit, len(run.steps)) == (Exit.ITERATION_LIMIT, 1)
    assert explain(run.steps[0]).endswith("The limit of 1 pushes is reached.")


@pytest.mark.parametrize("mass", [-1, float("inf"), float("nan"), "heavy", None])
def test_a_bad_mass_is_rejected_by_name(mass: Any) -> None:
    with pytest.raises(ValueError, match=r"^mass_a: must be"):
        resolve_pair(CUBE, Pose(), CUBE, Pose(), mass_a=mass)
    with pytest.raises(ValueError, match=r"^mass_b: must be"):
        resolve_pair(CUBE, Pose(), CUBE, Pose(), mass_b=mass)


def test_the_steps_of_a_pair_say_which_body_moves_and_how_far() -> None:
    run = resolve_pair(CUBE, Pose(), CUBE, Pose(position=(0.6, 0.1, 0)), 1, 3)
    assert [headline(step, "crate", "wall") for step in run.steps] == ["push crate and wall", "no overlap"]
    assert explain(run.steps[0], "crate", "wall") == (
        "crate and wall overlap by 0.4 m along (1, 0, 0). crate moves 75 % of it, 0.3 m, by (−0.3, 0, 0); wall moves "
        "25 % of it, 0.1 m, by (0.1, 0, 0)."
    )
    assert explain(run.steps[1]) == "A and B touch: there is nothing left to push out."
