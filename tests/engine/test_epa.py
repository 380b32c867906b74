"""EPA: depths with closed forms, seeds of every size, bounds that hold at every step, steps that tell what happened.

Depths of random and degenerate pairs are held to exact arithmetic in tests/fuzz.
"""

from collections import Counter
from random import Random

import pytest

import engine
from engine import Box, Capsule, Cylinder, Ellipsoid, Exit, Pose, Shape, Sphere, Triangle, Verdict, epa
from engine.vectors import add, norm, sub
from tests.engine.samples import random_box, random_hull, random_pose

NEAR = Pose(position=(0.125, 0.25, -0.0625))


@pytest.mark.parametrize(
    ("a", "b", "pose_b", "depth"),
    [
        (Box((1, 2, 3)), Box((1, 2, 3)), Pose(), 2.0),  # identical: the origin is in the middle
        (Box((1, 2, 3)), Box((0.5, 0.5, 0.5)), Pose(position=(0.25, 0, 0)), 1.25),
        (Box((1, 1, 1)), Sphere(0.5), Pose(), 1.5),
        (Box((1, 1, 1)), Capsule(0.25, 0.5), Pose(), 1.25),
        (Cylinder(0.5, 2), Cylinder(0.25, 2), Pose(), 0.75),  # coaxial: the nearest points are a ring
        (Cylinder(2, 0.5), Cylinder(2, 0.25), Pose(), 0.75),
        (Ellipsoid((1, 2, 3)), Ellipsoid((1, 2, 3)), Pose(), 2.0),
        (Ellipsoid((1, 1, 1)), Ellipsoid((0.5, 0.5, 0.5)), Pose(), 1.5),  # a sphere of nearest points
        (Triangle(((0, 0, 0), (2, 0, 0), (0, 2, 0))), Triangle(((0, 0, 0), (2, 0, 0), (0, 2, 0))), Pose(), 0.0),
        (Triangle(((0, 0, 0), (2, 0, 0), (0, 2, 0)), 0.25), Sphere(0.5), Pose(position=(0.5, 0.5, 0)), 0.75),
    ],
)
def test_concentric_nested_and_flat_pairs_have_their_depth(a: Shape, b: Shape, pose_b: Pose, depth: float) -> None:
    for pair in ((a, Pose(), b, pose_b), (b, pose_b, a, Pose())):
        result = engine.query(*pair)
        assert result.signed_distance == pytest.approx(-depth, abs=2e-7)
        assert result.verdict == (Verdict.PENETRATING if depth else Verdict.TOUCHING)
        assert result.normal is not None
        assert norm(result.normal) == pytest.approx(1)


def test_apart_there_is_nothing_to_expand() -> None:
    run = engine.trace(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0)), "epa")
    assert [step.exit for step in run.steps] == [Exit.DISTANCE_KNOWN]
    assert run.result.signed_distance == 1


def test_bounds_close_in_and_hold_at_every_step() -> None:
    random, seeds = Random(8), Counter[int]()
    for _ in range(150):
        pair = random_hull(random), random_pose(random, 0.3), random_box(random), random_pose(random, 0.3)
        run = engine.trace(*pair, "epa")
        if run.steps[-1].exit == Exit.DISTANCE_KNOWN:
            continue
        truth = engine.exact.signed_distance(*pair).signed_distance
        assert truth is not None
        seeds[len(run.steps[0].vertices)] += 1
        slack = 1e-12
        for before, after in zip(run.steps, run.steps[1:], strict=False):
            assert after.lower >= before.lower
            assert after.lower - slack <= truth <= after.upper + slack
        assert run.result.signed_distance == pytest.approx(truth, abs=1e-12)
    assert sum(seeds.values()) >= 75


def test_a_push_out_leaves_the_pair_touching_and_the_witnesses_span_it() -> None:
    random, met = Random(9), 0
    for _ in range(150):
        a, pose_a, b, pose_b = (
            random_box(random),
            random_pose(random, 0.4),
            random_hull(random),
            random_pose(random, 0.4),
        )
        result = engine.query(a, pose_a, b, pose_b)
        if result.push_out is None:
            continue
        met += 1
        assert result.witness_a is not None
        assert result.witness_b is not None
        assert sub(result.witness_b, result.witness_a) == pytest.approx(result.push_out, abs=1e-12)
        after = engine.query(a, pose_a._replace(position=add(pose_a.position, result.push_out)), b, pose_b)
        assert after.verdict == Verdict.TOUCHING
    assert met >= 75


def test_a_step_that_has_ended_stays_as_it_is() -> None:
    a, b = engine.support.convex(Box((1, 1, 1)), Pose()), engine.support.convex(Box((1, 1, 1)), NEAR)
    last = epa.run(a, b, engine.gjk.run(a, b)[-1])[-1]
    assert last.exit == Exit.CONVERGED
    assert epa.step(a, b, last) is last
