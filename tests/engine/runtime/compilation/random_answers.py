"""Answers of a batch about random pairs, for processes that compare them; imports no compiler."""

from random import Random
from typing import Any

import numpy as np

from gjkscope.engine import batch
from tests.engine.samples import random_pair

PAIRS = 500


def answers() -> Any:
    """Distances, bounds, normals and witness points, (PAIRS, 12)."""
    random = Random(20261201)
    pairs = [random_pair(random) for _ in range(PAIRS)]
    poses = np.tile(np.eye(4), (2, PAIRS, 1, 1))
    for i, (_, pose_a, _, pose_b) in enumerate(pairs):
        for matrix, pose in ((poses[0, i], pose_a), (poses[1, i], pose_b)):
            matrix[:3, :3], matrix[:3, 3] = pose.rotation, pose.position
    shapes_a, _, shapes_b, _ = zip(*pairs, strict=True)
    found = batch.signed_distance(shapes_a, poses[0], shapes_b, poses[1])
    numbers = (found.signed_distance, found.lower, found.upper)
    return np.column_stack([*numbers, found.normal, found.witness_a, found.witness_b])
