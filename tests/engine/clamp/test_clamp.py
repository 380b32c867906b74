"""The clamp of a ball's centre to a box, against exact arithmetic: outside, inside, on the surface, at any size."""

from collections import Counter
from random import Random

import pytest

from gjkscope.engine import Box, Capsule, Exit, NotApplicable, Point, Pose, Shape, Sphere, Verdict, trace
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.vectors import Vec3, scale, sub
from tests.engine.samples import compose, random_pose, random_vector

CLOSE = 1e-9  # of the size


def centers(random: Random, half: Vec3) -> Vec3:
    """Anywhere, or on a side, an edge, a corner or the middle of the box."""
    if random.random() < 0.5:
        return random_vector(random, 1.5 * max(half))
    x, y, z = (random.choice((0.0, 1.0, -1.0)) * length for length in half)
    return x, y, z


def test_distances_agree_with_exact_arithmetic() -> None:
    random, verdicts = Random(7), Counter[Verdict]()
    for _ in range(800):
        unit = random.choice((1e-6, 1.0, 1e6))
        x, y, z = (unit * random.uniform(0.2, 1) for _ in range(3))
        box, outer = Box((x, y, z), random.choice((0.0, 0.1 * unit))), random_pose(random, unit)
        ball = random.choice((Sphere(unit * random.uniform(0.01, 1)), Point()))
        there = compose(outer, Pose(position=centers(random, box.half_extents)))
        pair: tuple[Shape, Pose, Shape, Pose] = (box, outer, ball, there)
        if random.random() < 0.5:
            pair = (ball, there, box, outer)
        result, known, slack = trace(*pair, "clamp").result, trace(*pair, "exact").result, CLOSE * size(*pair)
        assert result.signed_distance == pytest.approx(known.signed_distance, abs=slack)
        assert result.exit == Exit.CONVERGED
        assert result.normal is not None
        assert result.witness_a is not None
        assert result.witness_b is not None
        assert result.signed_distance is not None
        way = scale(result.normal, result.signed_distance)
        assert sub(result.witness_b, result.witness_a) == pytest.approx(way, abs=slack)
        verdicts[result.verdict] += 1
    assert min(verdicts[verdict] for verdict in (Verdict.SEPARATED, Verdict.TOUCHING, Verdict.PENETRATING)) >= 20, (
        verdicts
    )


def test_a_point_on_a_box_is_at_distance_0_not_minus_0() -> None:
    result = trace(Point(), Pose(), Box((1, 1, 1)), Pose(position=(0, 1, 0)), "clamp").result
    assert str(result.signed_distance) == "0.0"


def test_other_pairs_are_refused() -> None:
    with pytest.raises(NotApplicable, match="not capsule and box"):
        trace(Capsule(1, 1), Pose(), Box((1, 1, 1)), Pose(), "clamp")


def test_a_box_whose_axes_are_not_perpendicular_is_refused() -> None:
    pose = Pose(((1.0, 4e-6, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
    with pytest.raises(NotApplicable, match="perpendicular"):
        trace(Sphere(1), Pose(), Box((1, 1, 1)), pose, "clamp")
