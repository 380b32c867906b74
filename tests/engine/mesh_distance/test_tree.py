"""Hierarchies of boxes over triangles: what each node holds, and the bound between two boxes."""

import tracemalloc
from math import isnan
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from gjkscope.engine import Box, Pose, query
from gjkscope.engine.meshes.ahead import compute_gaps
from gjkscope.engine.meshes.boxes import NodeBox, boxes_apart, direction_of_boxes
from gjkscope.engine.meshes.sides import box_of, compute_gap, place_side, place_sides
from gjkscope.engine.meshes.tree import NONE, MeshTree, build_tree, refit_boxes, tree_of, triangle_corners
from gjkscope.engine.shapes.kinds import Mesh, Triangle
from gjkscope.engine.vectors import Vec3, add, row_times
from tests.engine.known_meshes import bowl, ring
from tests.engine.meshes import torus
from tests.engine.samples import random_pose, random_sizes

Floats = npt.NDArray[np.float64]

# Boxes contain their triangles up to a few roundoffs of the mesh's coordinates.
ROUNDINGS = 16 * 2.0**-53

SOUPS: dict[str, Floats] = {
    "torus": triangle_corners(torus(12, 7)),
    "ring": triangle_corners(ring()),
    "one": triangle_corners(Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])),
    "coincident": np.zeros((7, 3, 3)),
    "collinear": np.arange(45.0).repeat(3).reshape(15, 3, 3),
    "slivers": np.random.default_rng(3).normal(size=(40, 3, 3)) * [1.0, 1e-9, 0.0],
    "huge": np.random.default_rng(4).normal(size=(30, 3, 3)) * 1e150,
    "tiny": np.random.default_rng(5).normal(size=(30, 3, 3)) * 1e-150,
    "far": np.random.default_rng(6).normal(size=(30, 3, 3)) + 1e9,
}
every_soup = pytest.mark.parametrize("corners", SOUPS.values(), ids=SOUPS)


def assert_holds(tree: MeshTree, corners: Floats) -> None:
    """Each box contains the triangles of its node, and has perpendicular unit axes."""
    error = ROUNDINGS * np.abs(corners).max()
    for node in tree.nodes:
        axes, mine = np.array(node.box.axes), corners[tree.items[node.begin : node.end]]
        assert np.abs(axes @ axes.T - np.eye(3)).max() < 1e-14
        heights = np.abs((mine.reshape(-1, 3) - node.box.center) @ axes.T)
        assert (heights <= np.array(node.box.half) + error).all()


@every_soup
def test_each_box_contains_its_triangles(corners: Floats) -> None:
    assert_holds(build_tree(corners), corners)


@every_soup
def test_each_triangle_is_in_one_leaf_and_the_tree_is_balanced(corners: Floats) -> None:
    tree = build_tree(corners)
    assert sorted(node.triangle for node in tree.nodes if node.low == NONE) == list(range(len(corners)))
    assert len(tree.nodes) == 2 * len(corners) - 1
    assert max(node.level for node in tree.nodes) == (len(corners) - 1).bit_length()
    for number, node in enumerate(tree.nodes):
        if node.low != NONE:
            low, high = tree.nodes[node.low], tree.nodes[node.low + 1]
            assert (low.parent, high.parent, low.level) == (number, number, node.level + 1)
            assert (low.begin, low.end, high.end) == (node.begin, high.begin, node.end)


def test_the_box_of_a_triangle_is_flat_and_that_of_a_patch_nearly() -> None:
    tree = tree_of(torus(40, 20))
    assert all(min(node.box.half) < 1e-15 for node in tree.nodes if node.low == NONE)
    patches = [node for node in tree.nodes if node.end - node.begin == 4]
    assert max(min(node.box.half) / max(node.box.half) for node in patches) < 0.2


def test_the_same_mesh_has_the_same_tree() -> None:
    again = Mesh(torus(12, 7).vertices, torus(12, 7).faces)
    assert [*build_tree(triangle_corners(again)).nodes] == [*tree_of(torus(12, 7)).nodes]


def test_a_tree_takes_a_few_hundred_bytes_per_triangle() -> None:
    """Nodes that were objects took 2,500, and 5,000 while the boxes of all levels were computed at once."""
    corners = triangle_corners(torus(60, 40))
    tracemalloc.start()
    tree = build_tree(corners)
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 400 * len(tree.items)
    assert most < 2000 * len(tree.items)


def test_a_refitted_tree_keeps_its_nodes_and_contains_the_moved_triangles() -> None:
    corners = SOUPS["torus"]
    tree, bent = build_tree(corners), corners * [1.0, 2.0, 0.5] + np.sin(3 * corners[..., ::-1])
    moved = refit_boxes(tree, bent)
    assert_holds(moved, bent)
    assert [node._replace(box=tree.nodes[0].box) for node in moved.nodes] == [
        node._replace(box=tree.nodes[0].box) for node in tree.nodes
    ]
    assert [*refit_boxes(tree, corners).nodes] == [*tree.nodes]
    with pytest.raises(ValueError, match=r"corners: must be of shape \(168, 3, 3\), as those of the tree, got \(1, "):
        refit_boxes(tree, bent[:1])


def test_the_bound_of_two_boxes_is_below_their_distance_and_nearly_as_great() -> None:
    random, shares = Random("boxes"), list[float]()
    for _ in range(200):
        halves, poses = [random_sizes(random) for _ in range(2)], [random_pose(random, 3.0) for _ in range(2)]
        a, b = (placed_box(pose, half) for pose, half in zip(poses, halves, strict=True))
        distance = query(Box(halves[0]), poses[0], Box(halves[1]), poses[1], "gjk").lower
        assert gap_between(a, b) <= max(distance, 0.0) + 1e-14
        assert gap_between(b, a) <= max(distance, 0.0) + 1e-14
        if distance > 0.1:
            shares.append(gap_between(a, b) / distance)
    assert len(shares) > 100
    assert sum(shares) / len(shares) > 0.97


def gap_between(a: NodeBox, b: NodeBox) -> float:
    return boxes_apart(a, b, direction_of_boxes(a, b))


def placed_box(pose: Pose, half: Vec3) -> NodeBox:
    x, y, z = (row_times(pose.rotation, axis) for axis in ((1.0, 0, 0), (0, 1.0, 0), (0, 0, 1.0)))
    return NodeBox(pose.position, (x, y, z), half)


def test_boxes_that_share_a_centre_are_not_apart() -> None:
    box = placed_box(Pose(), (1.0, 2.0, 3.0))
    assert gap_between(box, box) == 0


def test_a_convex_shape_is_one_node_and_a_mesh_moves_with_its_pose() -> None:
    pose = random_pose(Random(1))
    assert len(place_side(Box((1, 2, 3)), pose).nodes) == 1
    assert box_of(place_side(Box((1, 2, 3)), pose), 0).half == (1, 2, 3)
    mesh = bowl()
    here, there = place_side(mesh, Pose()), place_side(mesh, pose)
    center = add(row_times(pose.rotation, box_of(here, 3).center), pose.position)
    assert box_of(there, 3).center == center


def test_bounds_of_many_pairs_are_those_of_one_bit_for_bit() -> None:
    """Of two meshes, and of a mesh and a convex shape; also of boxes that meet or share a centre."""
    random, bounds = Random("ahead"), list[float]()
    for shape in (bowl(), Box((0.5, 0.25, 0.5)), torus(12, 7)):
        sides = place_sides(torus(12, 7), random_pose(random, 1.0), shape, random_pose(random, 2.0), 0.0)
        a = [random.randrange(len(sides.a.nodes)) for _ in range(200)]
        b = [random.randrange(len(sides.b.nodes)) for _ in range(200)]
        found = compute_gaps(sides, np.array(a), np.array(b)).tolist()
        one_by_one = [compute_gap(sides, i, j) for i, j in zip(a, b, strict=True)]
        assert all(isnan(known) or known == gap for known, gap in zip(found, one_by_one, strict=True))
        bounds += [gap for known, gap in zip(found, one_by_one, strict=True) if not isnan(known)]
    assert len(bounds) > 500
    assert 0.2 < sum(bound > 0 for bound in bounds) / len(bounds) < 0.98
    same = place_sides(torus(12, 7), Pose(), torus(12, 7), Pose(), 0.0)
    assert np.isnan(compute_gaps(same, np.array([0]), np.array([0]))).all()
    assert compute_gap(same, 0, 0) == 0


def test_the_bound_of_two_triangles_lies_between_that_of_their_boxes_and_their_distance() -> None:
    random, tighter = Random("triangles"), 0
    for _ in range(40):
        pose = random_pose(random, 2.0)
        sides = place_sides(torus(12, 7), Pose(), bowl(), pose, 0.0)
        a, b = (
            random.choice([i for i, node in enumerate(side.nodes) if node.low == NONE]) for side in (sides.a, sides.b)
        )
        bound, of_boxes = compute_gap(sides, a, b), gap_between(box_of(sides.a, a), box_of(sides.b, b))
        near, far = (
            Triangle(side.corners[side.nodes[node].triangle].tolist()) for side, node in ((sides.a, a), (sides.b, b))
        )
        assert of_boxes - 1e-14 <= bound <= max(query(near, Pose(), far, pose).upper, 0.0) + 1e-14
        tighter += bound > of_boxes + 1e-9
    assert tighter > 10
