"""The lower bounds of engines' steps: whatever the engine answers, they are true of the shapes."""

from collections import Counter
from dataclasses import replace

import pytest

from gjkscope.engine.options import DEFAULT
from gjkscope.engine.query import query
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.bounds import size
from tests.fidelity.pairs import seeded_pairs
from tests.thorough import cases

SHAPES = (
    *(kinds.Box, kinds.Hull, kinds.Sphere, kinds.Capsule, kinds.Cylinder, kinds.Cone, kinds.Ellipsoid, kinds.Triangle),
)
ACCURACY = 1e-9  # of the distance that is compared with, relative to the pair's size


@pytest.mark.thorough
def test_no_step_proves_more_than_the_distance() -> None:
    """Engines round vertices, shrink shapes by their radii, and round edges off: the bound leaves room for it all."""
    asked: Counter[str] = Counter()
    for pair in seeded_pairs(cases(28, 70), 11, SHAPES):
        shape_a, pose_a, shape_b, pose_b = pair.arguments
        for rounding in (0.0, 0.02):
            placed = replace(shape_a, rounding=rounding), pose_a, replace(shape_b, rounding=rounding), pose_b
            distance = query(*placed).signed_distance
            for name, algorithm in ENGINE_ALGORITHMS.items():
                try:
                    steps = algorithm.trace(*placed, DEFAULT).steps
                except NotApplicable:
                    continue
                asked[name] += 1
                assert distance is not None
                assert max(step.lower for step in steps) <= distance + ACCURACY * size(*placed), (name, pair.name)
    assert {*asked} >= {*"libccd libccd-mpr fcl mujoco mujoco-warp parry jolt jolt-cast coal box3d bullet".split()}
