"""Comparing the contact policies: each is judged as it would be alone, and ids are followed while a pair moves."""

from math import cos, pi, sin
from random import Random

import pytest

from gjkscope.engine import Box, Cylinder, Ellipsoid, Hull, Pose, Shape, compare_manifolds, follow_manifolds
from gjkscope.engine.cancellation import Cancelled, cancellable_by
from gjkscope.engine.contacts import comparison
from gjkscope.engine.contacts.comparison import PolicyMotion
from gjkscope.engine.contacts.judge import judge_manifold
from gjkscope.engine.contacts.records import Manifold
from gjkscope.engine.contacts.registry import POLICIES, manifold
from gjkscope.engine.pose import rotation_from_quaternion
from tests.engine.samples import random_rotation, random_vector

ENGINE_PRECISION = 1e-6  # of bodies of 1 m: the engines compute in single precision
SLAB, CUBE = Box((1, 1, 1)), Box((0.5, 0.5, 0.5))
OCTAGON = Hull(tuple((cos(k * pi / 4), y, sin(k * pi / 4)) for k in range(8) for y in (-0.5, 0.5)))


def turn(angle: float) -> Pose:
    return Pose(rotation_from_quaternion((0.0, sin(angle / 2), 0.0, cos(angle / 2))), (0.2, 1.49, 0.0))


def follow(shape: Shape, poses: list[Pose], below: Shape = SLAB) -> dict[str, PolicyMotion]:
    return {result.policy: result for result in follow_manifolds(below, [Pose()] * len(poses), shape, poses)}


@pytest.mark.thorough
@pytest.mark.slow
def test_each_policy_is_judged_as_alone() -> None:
    random, points = Random("comparison"), 0
    for _ in range(8):
        pair = SLAB, Pose(), CUBE, Pose(random_rotation(random), random_vector(random, 1.2))
        results = compare_manifolds(*pair).results
        assert [result.policy for result in results] == [*POLICIES]
        for result in results:
            assert result.found == manifold(*pair, policy=result.policy)
            assert result.found is not None
            assert result.judged == judge_manifold(result.found, *pair)
            points += len(result.found.points)
    assert points > 20


def test_the_exact_policy_is_right_and_four_points_lose_area() -> None:
    results = {
        result.policy: result for result in compare_manifolds(SLAB, Pose(), OCTAGON, Pose(position=(0, 1.4, 0))).results
    }
    lost = {name: result.judged.area_lost for name, result in results.items() if result.judged is not None}
    assert lost["exact"] == 0
    for name in ("box3d", "jolt"):  # every second corner: a square of area 2 in an octagon of area 2√2
        assert lost[name] == pytest.approx(1 - 0.5**0.5)
    assert lost["bullet"] == 1  # of a hull, one point


def test_a_policy_that_does_not_apply_says_why() -> None:
    pair = SLAB, Pose(), Ellipsoid((1, 2, 1)), Pose(position=(0, 2.9, 0))
    results = {result.policy: result for result in compare_manifolds(*pair).results}
    assert results["exact"].found is results["exact"].judged is None
    assert results["jolt"].refusal is not None
    assert results["jolt"].refusal.startswith("jolt supports boxes")
    assert results["bullet"].refusal is None
    motions = follow(Ellipsoid((1, 2, 1)), [pair[3]])
    assert motions["jolt"].refusal == results["jolt"].refusal
    assert motions["jolt"].ticks == ()
    assert len(motions["bullet"].ticks) == 1


def test_a_sliding_cube_keeps_its_ids_except_in_bullet() -> None:
    motions = follow(CUBE, [Pose(position=(0.02 * tick, 1.49, 0)) for tick in range(6)])
    for name in ("exact", "box3d", "jolt"):
        assert (motions[name].ids_kept, motions[name].ids_new, motions[name].ids_lost) == (20, 0, 0)
        assert motions[name].phantoms == 0
        assert motions[name].area_lost == pytest.approx(0, abs=ENGINE_PRECISION)
    # The points of the last tick drift by more than the breaking distance, and take slots from new ones before they are
    # removed; pybullet 3.2.7 does the same.
    assert motions["bullet"].ids_lost > 0
    assert motions["bullet"].area_lost is not None
    assert motions["bullet"].area_lost > 0.5


def test_a_turn_past_a_corner_renames_points() -> None:
    """At 0° the edges of both squares are parallel: corners of one are where the other's edges cross just after."""
    square = Box((1, 0.5, 1))
    motions = follow(square, [turn(0.005 * tick) for tick in range(-3, 4)])
    exact = motions["exact"]
    assert exact.ids_renamed > 0
    assert exact.ids_new == exact.ids_lost
    for tick in exact.ticks:
        assert all(old in tick.ids.lost and new in tick.ids.new for old, new in tick.renamed)
    assert exact.ticks[0].ids == comparison.NO_MATCHES
    assert motions["bullet"].ids_renamed == 0


def test_a_body_that_leaves_loses_its_ids() -> None:
    motions = follow(CUBE, [Pose(position=(0, height, 0)) for height in (1.49, 1.49, 5.0, 5.0)])
    for name in ("box3d", "jolt"):
        motion = motions[name]
        assert [len(tick.found.points) for tick in motion.ticks] == [4, 4, 0, 0]
        assert (motion.ids_kept, motion.ids_new, motion.ids_lost, motion.ids_renamed) == (4, 0, 4, 0)
    assert motions["bullet"].ids_lost == 4


def test_the_worst_depth_error_counts_whatever_its_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """A policy that is too shallow in one tick and slightly too deep in another."""
    errors = iter([0.01, -0.25, 0.02])

    def wrong(*pair: object, policy: str, earlier: object = ()) -> Manifold:
        contact = manifold(*pair, policy=policy)  # type: ignore[arg-type]
        if policy != "exact":
            return contact
        error = next(errors)
        return contact._replace(points=tuple(point._replace(depth=point.depth + error) for point in contact.points))

    monkeypatch.setattr(comparison, "manifold", wrong)
    motions = follow(CUBE, [Pose(position=(0, 1.49, 0))] * 3)
    assert motions["exact"].depth_error == pytest.approx(-0.25)
    assert motions["box3d"].depth_error == pytest.approx(0, abs=ENGINE_PRECISION)


def test_a_curved_pair_has_no_area() -> None:
    motions = follow(Cylinder(0.5, 0.5), [Pose(position=(0, 1.49, 0))] * 2)
    assert motions["jolt"].area_lost is None
    assert (motions["jolt"].phantoms, motions["jolt"].ids_kept) == (0, 4)


def test_no_ticks_have_no_errors() -> None:
    assert all(
        motion.ticks == () and motion.depth_error is motion.area_lost is None for motion in follow(CUBE, []).values()
    )


def test_both_can_be_cancelled() -> None:
    with cancellable_by(lambda: True):
        with pytest.raises(Cancelled):
            compare_manifolds(SLAB, Pose(), CUBE, Pose())
        with pytest.raises(Cancelled):
            follow_manifolds(SLAB, [Pose()], CUBE, [Pose()])
