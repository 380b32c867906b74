"""The smoothed distance: its mean, its gradient against differences of the mean, and what it does to a kink."""

from random import Random

import pytest

from gjkscope.engine import Box, Mesh, NotApplicable, Pose, Sphere
from gjkscope.engine.gradients.derivative import distance_gradient
from gjkscope.engine.gradients.smoothing import moved_pose, smoothed_distance
from gjkscope.engine.vectors import dot, norm, scale
from tests.engine.samples import random_hull, random_vector

BOX = Box((1, 1, 1))


def test_the_gradient_is_that_of_the_mean() -> None:
    """The same noise at both ends: the difference quotient of the mean is then nearly the mean of the gradients."""
    random, apart = Random(7), 0
    for _ in range(3):
        pair = random_hull(random), Pose(), BOX, Pose(position=random_vector(random, 2.5))
        found = smoothed_distance(*pair, sigma=0.05, count=40)
        shift, turn, step = random_vector(random), random_vector(random), 1e-4
        ends = [
            smoothed_distance(
                *pair[:3], moved_pose(pair[3], scale(shift, by), scale(turn, by)), sigma=0.05, count=40
            ).signed_distance
            for by in (step, -step)
        ]
        slope = (ends[0] - ends[1]) / (2 * step)
        assert dot(found.translation, shift) + dot(found.rotation, turn) == pytest.approx(slope, abs=0.02)
        apart += found.signed_distance > 0
    assert 1 <= apart <= 3


def test_a_smoothed_kink_has_the_mean_of_both_slopes() -> None:
    """A ball in the middle of a slab: the depth decreases both ways, and by symmetry the smoothed slope is 0."""
    slab = Box((5, 1, 5))
    found = smoothed_distance(slab, Pose(), Sphere(0.2), Pose(), sigma=0.01, count=200)
    assert abs(found.translation[1]) <= 3 * found.translation_error[1] + 1e-12
    assert found.signed_distance > -1.2  # the mean of a maximum lies above the maximum of the mean
    beside = smoothed_distance(slab, Pose(), Sphere(0.2), Pose(position=(0, 0.9, 0)), sigma=0.01, count=200)
    assert beside.translation[1] == pytest.approx(1, abs=1e-12)


def test_little_noise_gives_the_derivative_and_much_noise_another_one() -> None:
    pair = BOX, Pose(), BOX, Pose(position=(2.5, 2.2, 0.4))
    own = distance_gradient(*pair).gradient.translation
    little = smoothed_distance(*pair, sigma=1e-6, count=20)
    much = smoothed_distance(*pair, sigma=0.3, count=100)
    assert little.translation == pytest.approx(own, abs=1e-4)
    assert norm(much.translation) < 0.95


def test_more_samples_of_the_same_seed_are_less_uncertain_and_repeatable() -> None:
    pair = BOX, Pose(), BOX, Pose(position=(1.5, 1.5, 0.2))
    few, many = (smoothed_distance(*pair, count=count, seed=3) for count in (20, 320))
    assert many.distance_error < 0.6 * few.distance_error
    assert few == smoothed_distance(*pair, count=20, seed=3)
    assert few != smoothed_distance(*pair, count=20, seed=4)
    assert smoothed_distance(*pair, count=5).count == 6


def test_nonsense_is_refused() -> None:
    pair = BOX, Pose(), BOX, Pose(position=(3, 0, 0))
    with pytest.raises(ValueError, match="sigma: must be > 0, got -1"):
        smoothed_distance(*pair, sigma=-1)
    with pytest.raises(ValueError, match="count: must be ≥ 1, got 0"):
        smoothed_distance(*pair, count=0)
    dent = Mesh(
        ((0, 0, 0), (2, 0, 0), (0, 2, 0), (0.2, 0.2, 0.2), (0, 0, 2)), ((0, 1, 2), (0, 3, 1), (1, 3, 4), (2, 1, 4))
    )
    with pytest.raises(NotApplicable, match="not convex"):
        smoothed_distance(dent, Pose(), *pair[2:])
