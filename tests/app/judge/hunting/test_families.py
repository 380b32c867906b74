"""The families of pairs: how many, of what kinds, how close; and that drawing them is reproducible."""

from collections import Counter

import numpy as np
import pytest

from gjkscope.app.ask.solvers.pair_block import Floats, PairBlock
from gjkscope.app.judge.hunting.families import FAMILIES, ORDINARY_SIZES, PairRequest, move_to_gap, truth_of
from gjkscope.app.judge.hunting.near import drawn_near
from gjkscope.app.judge.hunting.random_parts import KINDS, QUARTER_TURNS, is_kind, rotations_from_quaternions
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.shapes.kinds import SHAPE_TYPES, Box, Cylinder, Hull, Mesh, Point, Sphere

COUNT = 256
TIGHT = 1e-9


def draw(name: str, seed: int = 1, kinds: tuple[str, ...] = KINDS) -> PairBlock:
    return FAMILIES[name].draw(PairRequest(np.random.default_rng(seed), COUNT, kinds))


def distances(block: PairBlock) -> Floats:
    return truth_of(block).signed_distance


def relative(block: PairBlock) -> Floats:
    """The distances in units of the smaller shape's size."""
    smaller = [min(size(a, pa, a, pa), size(b, pb, b, pb)) for a, pa, b, pb in map(block.pair, range(block.size))]
    return np.asarray(distances(block) / np.array(smaller))


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_draws_rigid_pairs_of_all_kinds_that_can_be_answered(name: str) -> None:
    block = draw(name)
    assert block.size == COUNT
    for poses in (block.poses_a, block.poses_b):
        turns = poses[:, :3, :3]
        assert np.allclose(turns @ turns.transpose(0, 2, 1), np.eye(3), atol=TIGHT)
        assert np.all(np.linalg.det(turns) > 0)
    assert np.all(np.isfinite(distances(block)))
    combinations = Counter(
        (type(a).__name__, type(b).__name__) for a, b in zip(block.side_a, block.side_b, strict=True)
    )
    assert len(combinations) == (len(KINDS) if name == "coincident" else len(KINDS) ** 2)


@pytest.mark.parametrize("name", FAMILIES)
def test_drawing_depends_on_the_seed_only(name: str) -> None:
    once, again, other = draw(name), draw(name), draw(name, seed=2)
    assert all(once.pair(i) == again.pair(i) for i in range(COUNT))
    assert any(once.pair(i) != other.pair(i) for i in range(COUNT))


def test_ordinary_families_come_first_and_have_ordinary_sizes() -> None:
    ordinary = [family.is_ordinary for family in FAMILIES.values()]
    assert ordinary == sorted(ordinary, reverse=True)
    assert len(FAMILIES) == 22
    low, high = ORDINARY_SIZES
    for name, family in FAMILIES.items():
        if family.is_ordinary:
            sizes = [size(shape, Pose(), shape, Pose()) for shape in draw(name).shapes]
            assert low < max(sizes) < 1.8 * high  # an axial shape is as wide as its larger half extent


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("apart", 1e-4, 1.0),
        ("shallow overlap", -0.11, -1e-5),
        ("nearly touching", -1e-3, 1e-3),
        ("touching", -TIGHT, TIGHT),
        ("stacked", -1e-6, 1e-6),
        ("far apart", 1.0, np.inf),
    ],
)
def test_the_distances_are_what_the_family_says(name: str, least: float, most: float) -> None:
    distances = relative(draw(name))
    assert np.mean((least <= distances) & (distances <= most)) > 0.97  # a flat shape may be too thin for the overlap


@pytest.mark.parametrize("name", ["any pose", "parallel", "nearly parallel", "nearly flush", "nearly touching"])
def test_both_sides_of_contact_are_drawn(name: str) -> None:
    overlapping = np.mean(distances(draw(name)) < 0)
    assert 0.2 < overlapping < 0.8


def test_centres_coincide_in_the_families_that_say_so() -> None:
    for name in ("concentric", "coincident"):
        block = draw(name)
        assert np.array_equal(block.poses_a[:, :3, 3], block.poses_b[:, :3, 3])
    same = draw("coincident")
    assert np.array_equal(same.a, same.b)


def test_moved_to_gap_reaches_the_distance() -> None:
    block = move_to_gap(draw("any pose", kinds=("box", "sphere", "hull")), np.full(COUNT, 0.125))
    assert np.allclose(distances(block), 0.125, atol=TIGHT)


def test_pairs_near_a_pair_differ_from_it_by_little_and_by_much() -> None:
    pair = Cylinder(0.5, 1.0), Pose(), Box((1.0, 0.5, 0.25)), Pose(position=(1.0, 0.5, 0.0))
    block = drawn_near(pair, np.random.default_rng(1), COUNT)
    block = block.only(np.arange(COUNT // 2, COUNT))  # the first half keeps the alignments
    moves = np.linalg.norm(block.poses_b[:, :3, 3] - pair[3].position, axis=1)
    assert 0.1 < np.mean(moves == 0) < 0.5
    assert 0.2 < np.mean((moves > 0) & (moves < 1e-4)) < 0.8
    assert np.max(moves) > 0.1
    assert {type(shape) for shape in block.shapes} == {Cylinder, Box}
    assert len(set(block.shapes)) > 16
    hulls = drawn_near(
        (Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))), Pose(), *pair[2:]), np.random.default_rng(1), 9
    )
    assert all(isinstance(shape, Hull | Box) for shape in hulls.shapes)


ALIGNED = Box((1.0, 2.0, 3.0)), Pose(position=(0.1, 0.2, 0.3)), Box((0.5, 0.5, 0.5)), Pose(position=(0.1, 2.9, 1.3))


def test_the_given_pair_is_the_first_one() -> None:
    block = drawn_near(ALIGNED, np.random.default_rng(1), COUNT, is_first=True)
    assert (block.size, block.pair(0)) == (COUNT, ALIGNED)
    assert drawn_near(ALIGNED, np.random.default_rng(1), 1, is_first=True).pair(0) == ALIGNED
    later = drawn_near(ALIGNED, np.random.default_rng(1), COUNT)
    assert later.size == COUNT
    assert later.pair(0) != ALIGNED


def test_the_first_pair_of_parts_is_the_one_that_decides() -> None:
    blocks = [[(x, y, z) for x in (i, i + 1) for y in (0, 1) for z in (0, 1)] for i in range(4)]
    bar = Mesh([corner for part in blocks for corner in part], [], parts=blocks)
    block = drawn_near(
        (bar, Pose(), Sphere(0.25), Pose(position=(2.5, 2, 0.5))), np.random.default_rng(1), COUNT, is_first=True
    )
    assert block.pair(0)[0] == Hull(blocks[2])
    assert {block.pair(i)[0] for i in range(4)} == {Hull(part) for part in blocks}


def test_half_of_the_pairs_keep_the_alignments() -> None:
    """Both boxes stay parallel to each other and to the axes; x stays equal except where both are scaled or moved."""
    block = drawn_near(ALIGNED, np.random.default_rng(2), COUNT)
    aligned, others = block.only(np.arange(COUNT // 2)), block.only(np.arange(COUNT // 2, COUNT))
    assert np.all(aligned.poses_a[:, :3, :3] == aligned.poses_b[:, :3, :3])
    assert np.all(np.abs(aligned.poses_a[:, :3, :3]).sum(axis=1) == 1)
    assert np.mean(others.poses_a[:, :3, :3] == others.poses_b[:, :3, :3]) < 0.9
    offsets = np.einsum("nji,nj->ni", aligned.poses_a[:, :3, :3], aligned.poses_b[:, :3, 3] - aligned.poses_a[:, :3, 3])
    assert np.mean(offsets[:, 0] == 0) > 0.7  # not where B is moved along x, a tangent
    sizes = {shape.half_extents for shape in aligned.side_a}
    assert all(x * 2 == pytest.approx(y) and x * 3 == pytest.approx(z) for x, y, z in sizes)
    assert len(sizes) > 3
    gaps = truth_of(aligned).signed_distance / [shape.half_extents[0] for shape in aligned.side_a]
    assert np.sum(np.abs(gaps - 0.2) > 1e-6) > COUNT / 20
    assert np.sum(np.abs(gaps - 0.2) < 1e-9) > COUNT / 10


def test_pairs_without_a_normal_keep_their_alignments() -> None:
    """Of two points at the same place, no axis lies in a plane of contact."""
    pair = Point(), Pose(), Point(), Pose()
    assert drawn_near(pair, np.random.default_rng(3), COUNT, is_first=True).size == COUNT


def test_all_kinds_but_surfaces_of_triangles_can_be_drawn() -> None:
    assert {name for name in SHAPE_TYPES if not is_kind(name)} == {"heightfield"}
    names = [name for name in SHAPE_TYPES if is_kind(name) and name != "mesh"]  # which has families of its own
    block = FAMILIES["any pose"].draw(PairRequest(np.random.default_rng(1), COUNT, tuple(names)))
    assert {type(shape).__name__.lower() for shape in block.shapes} == set(names)


def test_the_rotations_are_rotations() -> None:
    assert len({tuple(turn.ravel()) for turn in QUARTER_TURNS}) == 24
    half = 0.5**0.5
    assert np.allclose(rotations_from_quaternions(np.array([[0, 0, half, half]]))[0] @ [1, 0, 0], [0, 1, 0])
