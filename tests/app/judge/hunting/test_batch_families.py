"""The families that hunts draw for engines of batches only."""

import numpy as np

from gjkscope.app.judge.hunting.batch_families import BATCH_FAMILIES, families_for
from gjkscope.app.judge.hunting.families import FAMILIES, PairRequest, least_radii, truth_of

KINDS = ("box", "cylinder")
REQUEST = PairRequest(np.random.default_rng(1), 100, KINDS)


def test_bodies_in_line_overlap_slightly() -> None:
    block = BATCH_FAMILIES["in line"].draw(REQUEST)
    depth = -truth_of(block).signed_distance / least_radii(block)
    assert ((depth > 0.9e-4) & (depth < 1.1e-2)).all()
    aside = block.poses_b[:, :3, 3] - block.poses_a[:, :3, 3]
    assert ((np.abs(aside) > 1e-3).sum(axis=1) == 1).all()  # along one axis


def test_bodies_side_by_side_are_equal_and_parallel() -> None:
    block = BATCH_FAMILIES["side by side"].draw(REQUEST)
    assert (block.a == block.b).all()
    assert (block.poses_a[:, :3, :3] == block.poses_b[:, :3, :3]).all()
    assert 0.3 < (truth_of(block).signed_distance < 0).mean() < 1


def test_only_engines_of_batches_get_them() -> None:
    assert families_for("mujoco-warp") == families_for("newton@1.8.0") == FAMILIES | BATCH_FAMILIES
    assert families_for("mujoco") == families_for(len) == FAMILIES
