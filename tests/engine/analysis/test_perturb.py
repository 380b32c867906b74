"""Perturbed pairs: the perturbations, the counts, and an orderly end when time runs out."""

from math import acos, cos, sin

import pytest

from gjkscope.engine import Box, NotApplicable, Options, Pose, Sphere
from gjkscope.engine.analysis.stability import Nudge, nudge_pose, nudges, spread
from gjkscope.engine.pose import apply, is_rotation
from gjkscope.engine.result import TOUCHING, Verdict
from gjkscope.engine.vectors import ZERO, norm, product, sub

CUBE = Box((1.0, 1.0, 1.0))
SIZE = 2.0  # of a pair of them
QUARTER = ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))


def pair(gap: float) -> tuple[Box, Pose, Box, Pose]:
    return CUBE, Pose(), CUBE, Pose(position=(2.0 + gap, 0.0, 0.0))


def test_perturbations_lie_within_the_unit_ball_and_fill_it() -> None:
    drawn = list(nudges(2000, 1))
    for parts in ([perturbation.shift for perturbation in drawn], [perturbation.turn for perturbation in drawn]):
        lengths = sorted(norm(part) for part in parts)
        assert lengths[-1] <= 1
        # The median radius of points spread evenly over a ball is 2^(−1/3).
        assert lengths[1000] == pytest.approx(0.5 ** (1 / 3), abs=0.02)
        for axis in range(3):
            assert sum(part[axis] for part in parts) / 2000 == pytest.approx(0.0, abs=0.04)


def test_a_seed_is_reproducible_and_a_larger_count_extends_the_same_sequence() -> None:
    assert list(nudges(5, 7)) == list(nudges(50, 7))[:5]
    assert list(nudges(5, 7)) != list(nudges(5, 8))


def test_a_perturbation_moves_by_epsilon_times_the_size_and_rotates_by_epsilon() -> None:
    before = Pose(QUARTER, (1.0, 2.0, 3.0))
    after = nudge_pose(before, Nudge((0.6, 0.0, 0.8), (0.0, 0.0, 1.0)), 0.1, SIZE, before.position)
    assert sub(after.position, before.position) == pytest.approx((0.12, 0.0, 0.16))
    turn = ((cos(0.1), -sin(0.1), 0.0), (sin(0.1), cos(0.1), 0.0), (0.0, 0.0, 1.0))
    for row, expected in zip(after.rotation, product(turn, QUARTER), strict=True):
        assert row == pytest.approx(expected, abs=1e-15)
    for nudge in nudges(20, 3):
        rotation = nudge_pose(Pose(), nudge, 0.5, SIZE, ZERO).rotation
        assert is_rotation(rotation)
        trace = sum(rotation[i][i] for i in range(3))
        assert acos((trace - 1) / 2) == pytest.approx(0.5 * norm(nudge.turn), rel=1e-6)


def test_a_shape_far_from_its_own_origin_is_rotated_about_its_centre() -> None:
    far = Pose(position=(-1e5, 0.0, 0.0))
    after = nudge_pose(far, Nudge(ZERO, (0.0, 0.0, 1.0)), 1e-3, SIZE, (0.0, 0.0, 0.0))
    assert apply(after, (1e5, 0.0, 0.0)) == pytest.approx((0.0, 0.0, 0.0), abs=1e-10)
    assert apply(after, (1e5 + 1, 0.0, 0.0)) == pytest.approx((cos(1e-3), sin(1e-3), 0.0), abs=1e-10)


def test_zero_epsilon_changes_nothing() -> None:
    stability = spread(*pair(0.5), epsilon=0.0, count=3)
    assert stability.counts[Verdict.SEPARATED] == stability.count == 3
    assert stability.nearest == stability.furthest == pytest.approx(0.5)


def test_a_verdict_is_stable_while_perturbations_are_smaller_than_the_gap() -> None:
    # A corner of B moves by at most ε (size + √3): less than 4 ε.
    gap = 1e-6
    calm = spread(*pair(gap), epsilon=gap / 4, count=60)
    assert calm.share(Verdict.SEPARATED) == 1.0
    assert calm.nearest is not None
    assert 0 < calm.nearest < gap
    wild = spread(*pair(gap), epsilon=gap * 100, count=60)
    assert 0.1 < wild.share(Verdict.SEPARATED) < 0.9
    assert wild.share(Verdict.PENETRATING) == pytest.approx(1 - wild.share(Verdict.SEPARATED))
    assert wild.nearest is not None
    assert wild.furthest is not None
    assert -4 * wild.epsilon < wild.nearest < 0 < wild.furthest < gap + 4 * wild.epsilon


def test_a_coarser_tolerance_reports_more_pairs_as_touching() -> None:
    shares = [
        spread(*pair(0.0), epsilon=1e-6, count=40, tolerance=tolerance).share(Verdict.TOUCHING)
        for tolerance in (TOUCHING, 3e-7, 1e-5)
    ]
    assert shares[0] < shares[1] < shares[2] == 1.0


def test_one_perturbation_is_evaluated_even_with_no_time_left() -> None:
    times = iter(range(100))
    assert spread(*pair(0.5), epsilon=0.1, budget=0.0, clock=lambda: next(times)).count == 1
    assert spread(*pair(0.5), epsilon=0.1, budget=5.0, clock=lambda: next(times)).count == 5


def test_algorithm_and_options_are_passed_on_as_in_a_query() -> None:
    stability = spread(*pair(1e-3), epsilon=1e-9, algorithm="brute", count=2)
    assert (stability.nearest, stability.furthest) == (None, None)
    with pytest.raises(NotApplicable, match="SAT takes polytopes"):
        spread(Sphere(1.0), Pose(), CUBE, Pose(), epsilon=1e-3, algorithm="sat")
    with pytest.raises(ValueError, match="crossings: not an option of gjk"):
        spread(*pair(0.5), epsilon=1e-3, algorithm="gjk", options=Options(crossings=True))
    with pytest.raises(ValueError, match="epsilon"):
        spread(*pair(0.5), epsilon=-1.0)
