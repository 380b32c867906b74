"""The families of contact hunts: bodies that rest on each other as their names say, and overlap slightly."""

from collections import Counter

import numpy as np
import pytest

from gjkscope.app.ask.solvers.pair_block import Floats, PairBlock
from gjkscope.app.judge.hunting.contact_families import CONTACT_FAMILIES, SUNK, TILTS, Feature, features_of
from gjkscope.app.judge.hunting.families import PairRequest, least_radii, truth_of
from gjkscope.app.judge.hunting.random_parts import CONTACT_KINDS
from gjkscope.engine import Pose, manifold
from gjkscope.engine.contacts.judge import contact_truth, judge_by
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Hull, PolytopeShape, Shape, Sphere, Triangle

COUNT = 48


def draw(name: str, kinds: tuple[str, ...] = ("box",), seed: int = 1) -> PairBlock:
    return CONTACT_FAMILIES[name].draw(PairRequest(np.random.default_rng(seed), COUNT, kinds))


def deepest_corners(block: PairBlock) -> Counter[tuple[int, int]]:
    """How many corners of A and of B are the furthest in the other body, to within a thousandth of the size."""
    corners, truth = Counter[tuple[int, int]](), truth_of(block)
    for i in range(block.size):
        a, pose_a, b, pose_b = block.pair(i)
        normal = truth.normal[i]
        corners[_furthest(a, pose_a, normal), _furthest(b, pose_b, -normal)] += 1
    return corners


def _furthest(shape: Shape, pose: Pose, direction: Floats) -> int:
    assert isinstance(shape, PolytopeShape)
    heights = np.array(shape.corners()) @ np.array(pose.rotation).T @ direction
    return int(np.sum(heights > heights.max() - 1e-3 * np.ptp(heights)))


@pytest.mark.thorough
@pytest.mark.parametrize("name", CONTACT_FAMILIES)
def test_a_family_is_drawn_again_from_its_seed(name: str) -> None:
    first, same, other = (draw(name, CONTACT_KINDS, seed) for seed in (1, 1, 2))
    assert np.array_equal(first.poses_b, same.poses_b)
    assert first.shapes == same.shapes
    assert not np.array_equal(first.poses_b, other.poses_b)


@pytest.mark.parametrize("name", CONTACT_FAMILIES)
def test_bodies_overlap_slightly(name: str) -> None:
    block = draw(name, CONTACT_KINDS)
    depths = -truth_of(block).signed_distance / least_radii(block)
    if name == "just touching":
        assert np.all(np.abs(depths) <= 2e-6)
        assert 0.2 < np.mean(depths > 0) < 0.8
    else:
        assert np.all(depths <= SUNK[1] * 1.01)
        assert np.mean(depths >= SUNK[0] * 0.99) > 0.9


@pytest.mark.parametrize(
    ("name", "corners"),
    [
        ("face on face", (4, 4)),
        ("crates", (4, 4)),
        ("flush", (4, 4)),
        ("small on large", (4, 4)),
        ("edge on face", (4, 2)),
        ("vertex on face", (4, 1)),
        ("edge on edge", (2, 2)),
    ],
)
def test_boxes_rest_on_the_features_that_the_family_names(name: str, corners: tuple[int, int]) -> None:
    assert deepest_corners(draw(name))[corners] > 0.8 * COUNT


def test_tilts_are_in_range_and_crates_are_equal() -> None:
    block = draw("tilted")
    truth = [contact_truth(*block.pair(i)) for i in range(block.size)]
    assert sum(contact.exact is not None and len(contact.exact.points) >= 3 for contact in truth) > 0.9 * COUNT
    cosines = np.abs(np.swapaxes(block.poses_a[:, :3, :3], 1, 2) @ block.poses_b[:, :3, :3]).max(axis=(1, 2))
    assert np.all(np.arccos(np.minimum(cosines, 1)) <= TILTS[1])
    crates = draw("crates")
    assert all(a is b for a, b in zip(crates.side_a, crates.side_b, strict=True))


def test_flush_boxes_are_in_line_with_the_axes_exactly() -> None:
    block = draw("flush")
    for turns in (block.poses_a[:, :3, :3], block.poses_b[:, :3, :3]):
        assert set(np.unique(turns)) == {-1.0, 0.0, 1.0}


@pytest.mark.thorough
def test_four_points_on_prisms_lose_area() -> None:
    block, lost = draw("prisms", ("hull",)), 0
    for i in range(block.size):
        judged = judge_by(contact_truth(*block.pair(i)), manifold(*block.pair(i), policy="jolt"), *block.pair(i))
        lost += (judged.area_lost or 0.0) > 0.02
    assert lost > 5


@pytest.mark.parametrize(
    ("shape", "counts"),
    [
        (Box((1, 2, 3)), (6, 12, 8)),
        (Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))), (4, 6, 4)),
        (Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), (2, 0, 0)),
        (Cylinder(1, 2), (2, 1, 1)),
        (Cone(1, 2), (1, 1, 1)),
        (Capsule(1, 2), (2, 1, 1)),
        (Sphere(1), (0, 0, 0)),
    ],
)
def test_each_feature_has_a_direction(shape: Shape, counts: tuple[int, int, int]) -> None:
    assert tuple(len(features_of(shape, feature).directions) for feature in Feature) == counts
    for feature in Feature:
        for direction in features_of(shape, feature).directions:
            assert np.linalg.norm(direction) == pytest.approx(1)


def test_a_vertex_is_the_furthest_in_its_direction_alone() -> None:
    box = Box((1, 2, 3))
    assert {tuple(np.sign(direction)) for direction in features_of(box, Feature.VERTEX).directions.tolist()} == {
        tuple(np.sign(corner)) for corner in box.corners()
    }
    for direction in features_of(box, Feature.EDGE).directions:
        assert np.sum(direction == 0) == 1
