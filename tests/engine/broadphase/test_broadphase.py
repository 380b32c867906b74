"""Broad phases against all-pairs comparison: same pairs, fewer comparisons, consistent traces."""

from itertools import pairwise, product
from math import inf, nextafter
from random import Random
from typing import Any

import numpy as np
import pytest

from gjkscope.engine import BROADPHASES, BroadTrace, Pose, Verdict, broad_phase, trace
from gjkscope.engine.broadphase import linear, near_pairs, tree
from gjkscope.engine.broadphase.boxes import box_center, sort_pair
from gjkscope.engine.broadphase.sweep import EndpointKind
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.geometry.volumes import MEET, Aabb
from gjkscope.engine.result import TOUCHING, Exit
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.kinds import Box, Capsule, Shape, Sphere
from gjkscope.engine.vectors import Vec3, add, scale
from tests.engine.samples import random_direction, random_pose, random_shape, random_vector
from tests.engine.sentences import assert_well_said

Corners = tuple[Vec3, Vec3]

BROAD = ("sweep", "kdtree", "bvh", "linear")
TREES = ("kdtree", "bvh", "linear")

everywhere = pytest.mark.parametrize("name", BROADPHASES)


def box_at(center: Vec3, half: Vec3) -> Corners:
    return (
        (center[0] - half[0], center[1] - half[1], center[2] - half[2]),
        (center[0] + half[0], center[1] + half[1], center[2] + half[2]),
    )


def random_boxes(random: Random, count: int, size: float, spread: float = 10) -> list[Corners]:
    sizes = [(random.uniform(0, size), random.uniform(0, size), random.uniform(0, size)) for _ in range(count)]
    return [box_at(random_vector(random, spread), half) for half in sizes]


def lattice_boxes(random: Random, count: int) -> list[Corners]:
    """Integer corners: about as many boxes just touch as overlap, and some are flat or points."""
    lows = [(random.randrange(9), random.randrange(9), random.randrange(9)) for _ in range(count)]
    return [
        (lo, (lo[0] + random.randrange(3), lo[1] + random.randrange(3), lo[2] + random.randrange(3))) for lo in lows
    ]


def all_pairs(boxes: list[Corners]) -> tuple[tuple[int, int], ...]:
    """The pairs of closed boxes that share a point, by one vectorised comparison."""
    if not boxes:
        return ()
    lo, hi = np.array([box[0] for box in boxes], float), np.array([box[1] for box in boxes], float)
    meet = ((lo[:, None] <= hi[None]) & (lo[None] <= hi[:, None])).all(axis=2)
    return tuple((int(i), int(j)) for i, j in zip(*np.nonzero(np.triu(meet, 1)), strict=True))


def verdict(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Verdict:
    return trace(shape_a, pose_a, shape_b, pose_b, "gjk").result.verdict


@pytest.fixture(scope="module")
def scenes() -> list[list[Corners]]:
    random = Random(1)
    sizes = (0.3, 1.0, 3.0)
    spread = [random_boxes(random, random.randrange(60), random.choice(sizes), spread=5) for _ in range(12)]
    lattices = [lattice_boxes(random, random.randrange(2, 50)) for _ in range(12)]
    return [*spread, *lattices]


@pytest.fixture(scope="module")
def runs(scenes: list[list[Corners]]) -> list[BroadTrace]:
    return [broad_phase(name, boxes) for name in BROADPHASES for boxes in scenes]


# --- the pairs ---


@everywhere
def test_the_pairs_match_an_all_pairs_comparison(name: str, scenes: list[list[Corners]]) -> None:
    overlaps = there = 0
    for boxes in scenes:
        run = broad_phase(name, boxes)
        assert run.pairs == all_pairs(boxes)
        overlaps, there = overlaps + len(run.pairs), there + run.all_pairs
    assert 0.02 * there <= overlaps <= 0.5 * there


@everywhere
def test_zero_to_many_bodies(name: str) -> None:
    for count in [0, 1, 2, 3, 4, 5, 150]:
        boxes = random_boxes(Random(count), count, 1.5, spread=2 if count < 9 else 10)
        run = broad_phase(name, boxes)
        assert run.pairs == all_pairs(boxes)
        assert run.steps[-1].exit == Exit.COMPLETE
        assert all(step.exit == Exit.RUNNING for step in run.steps[:-1])


@everywhere
def test_the_pairs_without_the_steps_are_the_same(name: str, scenes: list[list[Corners]]) -> None:
    for boxes in ([], *scenes):
        run = broad_phase(name, boxes)
        assert near_pairs(name, run.boxes) == (run.pairs, run.comparisons)


@everywhere
def test_boxes_that_share_a_corner_meet(name: str) -> None:
    """The unit cells of a 4 × 4 × 4 lattice: each meets its neighbours, at most one step away on every axis."""
    cells = list(product(range(4), repeat=3))
    boxes = [((x, y, z), (x + 1, y + 1, z + 1)) for x, y, z in cells]
    neighbours = {
        (i, j)
        for i, a in enumerate(cells)
        for j, b in enumerate(cells)
        if i < j and max(abs(p - q) for p, q in zip(a, b, strict=True)) <= 1
    }
    assert broad_phase(name, boxes).pairs == tuple(sorted(neighbours))


@everywhere
def test_the_smallest_gap_separates_two_boxes(name: str) -> None:
    touching: Any = [((0, 0, 0), (1, 1, 1)), ((1, 1, 1), (2, 2, 2))]
    apart: Any = [((0, 0, 0), (1, 1, 1)), ((1, nextafter(1, 2), 1), (2, 2, 2))]
    assert broad_phase(name, touching).pairs == ((0, 1),)
    assert broad_phase(name, apart).pairs == ()


DEGENERATE: dict[str, list[Any]] = {
    "identical": [((0, 0, 0), (1, 2, 3))] * 40,
    "one point": [((1, 1, 1), (1, 1, 1))] * 40,
    "nested": [box_at((0, 0, 0), (k, k, k)) for k in range(1, 40)],
    "flat, stacked": [((-1, k, -1), (1, k, 1)) for k in range(40)],
    "flat, in one plane": [((k, 0, 0), (k + 1, 0, 1)) for k in range(40)],
    "on one line": [((k, k, k), (k + 0.5, k + 0.5, k + 0.5)) for k in range(40)],
    "needles": [((-1e6, k, 0), (1e6, k, 0)) for k in range(20)] + [((k, -1e6, 0), (k, 1e6, 0)) for k in range(20)],
    "two heaps": [((0, 0, 0), (1, 1, 1))] * 20 + [((9, 9, 9), (10, 10, 10))] * 20,
    "one holds all": [((-99, -99, -99), (99, 99, 99))] + [((k, 0, 0), (k + 0.5, 1, 1)) for k in range(40)],
    "far away": [((1e15 + 2 * k, 1e15, 0), (1e15 + 2 * k + 2, 1e15 + 1, 1)) for k in range(20)],
    "as large as floats are": [((-1.7e308, k, 0), (1.7e308, k + 1, 0)) for k in range(20)],
    "as far as floats are": [((s * 1.7e308, k, -k), (s * 1.7e308, k, 0)) for s in (-1, 1) for k in range(10)],
    "as small as floats are": [((k * 5e-324, 0, 0), (k * 5e-324, 5e-324, 0)) for k in range(20)],
    "signed zeros": [((0.0, 0.0, 0.0), (1, 1, 1)), ((-1, -1, -1), (-0.0, -0.0, -0.0)), ((-0.0, 0, 0), (0.0, 0, 0))],
}


@everywhere
def test_degenerate_scenes_give_the_right_pairs(name: str) -> None:
    for kind in DEGENERATE:
        boxes = DEGENERATE[kind]
        assert broad_phase(name, boxes).pairs == all_pairs(boxes)


@everywhere
def test_reordering_the_bodies_only_renumbers_the_pairs(name: str) -> None:
    random = Random(2)
    boxes = random_boxes(random, 60, 2.0)
    order = random.sample(range(60), 60)
    shuffled = broad_phase(name, [boxes[old] for old in order])
    renumbered = {tuple(sorted((order[i], order[j]))) for i, j in shuffled.pairs}
    assert renumbered == set(broad_phase(name, boxes).pairs)


@everywhere
def test_pairs_are_invariant_under_translation_and_power_of_two_scale(name: str) -> None:
    boxes = lattice_boxes(Random(3), 50)
    for factor in (2.0**-40, 2.0**40):
        grown = [(scale(lo, factor), scale(hi, factor)) for lo, hi in boxes]
        there = [(add(lo, (2.0**20, -5, 3)), add(hi, (2.0**20, -5, 3))) for lo, hi in boxes]
        assert broad_phase(name, grown).pairs == broad_phase(name, there).pairs == all_pairs(boxes)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_sweep_along_any_axis_finds_the_same_pairs(axis: int, scenes: list[list[Corners]]) -> None:
    for boxes in scenes:
        run = broad_phase("sweep", boxes, axis=axis)
        assert run.pairs == all_pairs(boxes)
        assert run.steps[0].axis == axis


# --- number of comparisons ---


@pytest.mark.parametrize("name", BROAD)
def test_spread_out_scenes_need_far_fewer_comparisons(name: str) -> None:
    """300 scattered bodies, also with a floor below all of them: 44,850 pairs."""
    boxes = random_boxes(Random(5), 299, 0.4)
    floor: Corners = ((-11, -0.1, -11), (11, 0.1, 11))
    assert broad_phase("allpairs", [*boxes, floor]).comparisons == 44850
    assert broad_phase(name, boxes).comparisons < 0.2 * 44551
    assert broad_phase(name, [*boxes, floor]).comparisons < 0.2 * 44850


@pytest.mark.parametrize("name", BROAD)
def test_comparisons_grow_almost_linearly(name: str) -> None:
    """Four times the bodies in four times the volume: all-pairs would need sixteen times the comparisons."""
    few = broad_phase(name, random_boxes(Random(6), 100, 0.5, spread=10))
    many = broad_phase(name, random_boxes(Random(6), 400, 0.5, spread=10 * 4 ** (1 / 3)))
    assert many.all_pairs > 16 * few.all_pairs
    assert many.comparisons < 11 * few.comparisons


@pytest.mark.parametrize("name", BROAD)
@pytest.mark.parametrize("kind", ["identical", "one point", "nested"])
def test_clustered_scenes_need_as_many_comparisons_as_all_pairs(name: str, kind: str) -> None:
    run = broad_phase(name, DEGENERATE[kind])
    assert run.comparisons >= run.all_pairs


def test_a_sweep_along_the_wrong_axis_compares_all_pairs() -> None:
    tower: Any = [((0, 3 * k, 0), (1, 3 * k + 1, 1)) for k in range(50)]
    up, across = broad_phase("sweep", tower), broad_phase("sweep", tower, axis=0)
    assert (up.steps[0].axis, up.comparisons) == (1, 0)
    assert across.comparisons == across.all_pairs == 1225


# --- the traces ---


def test_the_steps_add_up_to_the_answer(runs: list[BroadTrace]) -> None:
    for run in runs:
        pairs = [pair for step in run.steps for pair in step.found]
        assert len(pairs) == len(set(pairs))
        assert tuple(sorted(pairs)) == run.pairs
        assert run.comparisons == run.steps[-1].comparisons
        assert [step.iteration for step in run.steps] == list(range(len(run.steps)))
        assert all(0 <= before.comparisons <= after.comparisons for before, after in pairwise(run.steps))


def test_no_pair_is_compared_twice(runs: list[BroadTrace]) -> None:
    for run in itemised_runs(runs):
        compared = [tuple(sorted((asker, other))) for asker, other, _ in comparisons(run)]
        assert len(compared) == len(set(compared))


def test_each_comparison_reports_the_truth(runs: list[BroadTrace]) -> None:
    meet = apart = 0
    for run in itemised_runs(runs):
        for asker, other, axis in comparisons(run):
            a, b = run.boxes[asker], run.boxes[other]
            gaps = [max(a.lo[i], b.lo[i]) > min(a.hi[i], b.hi[i]) for i in range(3)]
            assert axis == (gaps.index(True) if True in gaps else MEET)
            meet, apart = meet + (axis == MEET), apart + (axis != MEET)
    assert meet >= 500
    assert apart >= 1000


def itemised_runs(runs: list[BroadTrace]) -> list[BroadTrace]:
    """The runs whose steps list their comparisons."""
    itemised_runs = [run for run in runs if run.algorithm in ("sweep", "allpairs", *TREES)]
    assert {run.algorithm for run in itemised_runs} == {"sweep", "allpairs", *TREES}
    return itemised_runs


def comparisons(run: BroadTrace) -> list[tuple[int, int, int]]:
    """(body, other body, separating axis) for all steps."""
    rows = []
    for step in run.steps:
        body = step.events[step.at].body if run.algorithm == "sweep" else step.body
        groups = [look.compared for look in step.looks] if run.algorithm in TREES else [step.compared]
        rows += [(body, comparison.other, comparison.apart) for group in groups for comparison in group]
    return rows


def test_the_active_list_holds_bodies_that_have_begun_and_not_ended(scenes: list[list[Corners]]) -> None:
    ties = 0
    for boxes in scenes:
        run = broad_phase("sweep", boxes)
        events = run.steps[0].events
        assert sorted(events, key=lambda event: (event.position, event.side)) == sorted(events)
        assert {(event.body, event.side) for event in events} == set(product(range(len(boxes)), EndpointKind))
        ties += sum(a.position == b.position and a.side < b.side for a, b in pairwise(events))
        for step in run.steps[1:]:
            begun = [event.body for event in events[: step.at + 1] if event.side == EndpointKind.BEGIN]
            ended = {event.body for event in events[: step.at + 1] if event.side == EndpointKind.END}
            assert step.active == tuple(body for body in begun if body not in ended)
            if events[step.at].side == EndpointKind.BEGIN:
                assert tuple(comparison.other for comparison in step.compared) == step.active[:-1]
    assert ties >= 30


def test_the_sweep_takes_the_axis_of_the_widest_spread() -> None:
    random = Random(7)
    chosen = set()
    for _ in range(30):
        stretch = random_vector(random, 5)
        centers = [tuple(a * b for a, b in zip(random_vector(random), stretch, strict=True)) for _ in range(20)]
        first = broad_phase("sweep", [box_at(c, (0.1, 0.1, 0.1)) for c in centers]).steps[0]
        assert first.spreads == pytest.approx(np.std(np.array(centers), axis=0))
        assert first.axis == int(np.argmax(np.std(np.array(centers), axis=0)))
        chosen.add(first.axis)
    assert chosen == {0, 1, 2}


@pytest.mark.parametrize("name", TREES)
def test_a_tree_grows_level_by_level_and_is_then_fixed(name: str, scenes: list[list[Corners]]) -> None:
    for boxes in (scene for scene in scenes if scene):
        steps = broad_phase(name, boxes).steps
        build = [step for step in steps if step.phase == tree.TreePhase.BUILD]
        nodes = build[-1].nodes
        assert [step.node for step in build] == list(range(-1, len(nodes)))
        assert tuple(step.body for step in steps[len(build) :]) == steps[0].order
        assert sorted(steps[0].order) == list(range(len(boxes)))
        assert name == "linear" or steps[0].order == tuple(range(len(boxes)))
        assert all(step.nodes is nodes for step in steps[len(build) :])
        assert [node.level for node in nodes] == sorted(node.level for node in nodes)
        assert len(nodes) <= 8 * len(boxes)
        assert_linked(nodes)


def assert_linked(nodes: tuple[tree.Node, ...]) -> None:
    assert nodes[0].parent == tree.NONE
    for number, node in enumerate(nodes):
        assert node.items == tuple(sorted(set(node.items)))
        if node.split == tree.Split.SPLIT:
            low, high = nodes[node.low], nodes[node.high]
            assert (low.parent, high.parent) == (number, number)
            assert (low.level, high.level) == (node.level + 1, node.level + 1)
            assert set(low.items) | set(high.items) == set(node.items)
            assert max(len(low.items), len(high.items)) < len(node.items)
        else:
            assert node.split in (tree.Split.FEW, tree.Split.INSEPARABLE, tree.Split.DEEPEST)
            assert (node.low, node.high, node.axis) == (tree.NONE, tree.NONE, tree.NONE)


def test_a_bvh_node_is_the_tight_box_of_its_bodies_and_splits_them_in_half(scenes: list[list[Corners]]) -> None:
    for boxes in (scene for scene in scenes if scene):
        run = broad_phase("bvh", boxes)
        nodes = run.steps[-1].nodes
        for node in nodes:
            around = [run.boxes[item] for item in node.items]
            assert node.bounds.lo == tuple(min(box.lo[i] for box in around) for i in range(3))
            assert node.bounds.hi == tuple(max(box.hi[i] for box in around) for i in range(3))
            if node.split == tree.Split.SPLIT:
                low, high = nodes[node.low], nodes[node.high]
                assert len(high.items) - len(low.items) in (0, 1)
                assert set(low.items).isdisjoint(high.items)
                assert_ordered(run.boxes, low.items, high.items, node.axis, node.position)


def test_a_linear_node_holds_consecutive_bodies_and_is_split_by_a_plane(scenes: list[list[Corners]]) -> None:
    for boxes in (scene for scene in scenes if scene):
        run = broad_phase("linear", boxes)
        nodes, order = run.steps[-1].nodes, run.steps[0].order
        for node in nodes:
            around = [run.boxes[item] for item in node.items]
            assert node.bounds.lo == tuple(min(box.lo[i] for box in around) for i in range(3))
            assert node.bounds.hi == tuple(max(box.hi[i] for box in around) for i in range(3))
            begin = min(order.index(item) for item in node.items)
            assert set(order[begin : begin + len(node.items)]) == set(node.items)
            if node.split == tree.Split.SPLIT:
                low, high = nodes[node.low].items, nodes[node.high].items
                assert set(low).isdisjoint(high)
                assert min(map(order.index, high)) > max(map(order.index, low))
                if node.axis != tree.NONE:
                    apart = 1e-5  # twice the size of a cell, relative to the scene
                    centers = [box_center(run.boxes[item], node.axis) for item in (*low, *high)]
                    assert max(centers[: len(low)]) <= node.position + apart
                    assert node.position - apart <= min(centers[len(low) :])


def test_morton_codes_interleave_the_bits_of_cells() -> None:
    grid = linear.Grid((0.0, 0.0, 0.0), linear.LAST_CELL / 2)
    assert linear.morton_code((0.5, 0.5, 0.5), grid) == 0
    assert [linear.morton_code(point, grid) for point in ((1, 0, 0), (0, 1, 0), (0, 0, 1))] == [4, 2, 1]
    assert linear.morton_code((2, 3, 1), grid) == 0b110_011
    assert linear.morton_code((linear.LAST_CELL,) * 3, grid) == 2**63 - 1


def test_bodies_in_one_cell_are_split_in_halves() -> None:
    nodes = broad_phase("linear", DEGENERATE["identical"]).steps[-1].nodes
    assert nodes[0].axis == tree.NONE
    assert max(node.level for node in nodes) == 4
    assert "Their codes are equal" in explain(broad_phase("linear", DEGENERATE["identical"]).steps[1])


def assert_ordered(boxes: tuple[Aabb, ...], low: tuple[int, ...], high: tuple[int, ...], axis: int, at: float) -> None:
    centers = [(boxes[item].lo[axis] + boxes[item].hi[axis]) / 2 for item in (*low, *high)]
    assert max(centers[: len(low)]) <= at + 1e-12
    assert at - 1e-12 <= min(centers[len(low) :])


def test_kd_tree_leaves_fill_space_and_hold_every_body_that_reaches_into_them(scenes: list[list[Corners]]) -> None:
    cut = 0
    for boxes in (scene for scene in scenes if scene):
        run = broad_phase("kdtree", boxes)
        nodes = run.steps[-1].nodes
        for node in nodes:
            if node.split != tree.Split.SPLIT:
                continue
            low, high = nodes[node.low], nodes[node.high]
            assert low.bounds.lo == node.bounds.lo
            assert high.bounds.hi == node.bounds.hi
            assert low.bounds.hi[node.axis] == high.bounds.lo[node.axis] == node.position
            cut += len(set(low.items) & set(high.items))
            for item in node.items:
                box = run.boxes[item]
                assert (item in low.items) == (box.lo[node.axis] < node.position)
                assert item in high.items or box.hi[node.axis] <= node.position
    assert cut >= 100


@pytest.mark.parametrize("name", TREES)
def test_a_pruned_node_holds_no_missed_pair(name: str, scenes: list[list[Corners]]) -> None:
    """Checks each pruning reason against the bodies of the node, and against all pairs."""
    reasons = dict.fromkeys(tree.Visit, 0)
    for boxes in scenes:
        run, met = broad_phase(name, boxes), set(all_pairs(boxes))
        rank = {body: number for number, body in enumerate(run.steps[0].order)}
        for step in run.steps:
            for look in step.looks:
                node, box = step.nodes[look.node], run.boxes[step.body]
                reasons[look.visit] += 1
                if look.visit == tree.Visit.EARLIER:
                    assert max(rank[item] for item in node.items) <= rank[step.body]
                elif look.visit == tree.Visit.APART:
                    axis = look.apart
                    assert box.hi[axis] < node.bounds.lo[axis] or node.bounds.hi[axis] < box.lo[axis]
                    if name != "kdtree":
                        assert not any(sort_pair(step.body, item) in met for item in node.items)
    assert min(reasons.values()) >= 100


def test_a_kd_tree_compares_a_pair_in_several_leaves_once(scenes: list[list[Corners]]) -> None:
    repeats = 0
    for boxes in scenes:
        for step in broad_phase("kdtree", boxes).steps:
            seen: set[int] = set()
            for look in step.looks:
                assert set(look.repeats) <= seen
                seen |= {comparison.other for comparison in look.compared}
                repeats += len(look.repeats)
    assert repeats >= 100


def test_a_kd_tree_stops_where_no_plane_separates_the_bodies() -> None:
    for kind in ("identical", "one point", "nested"):
        nodes = broad_phase("kdtree", DEGENERATE[kind]).steps[-1].nodes
        assert [node.split for node in nodes] == [tree.Split.INSEPARABLE]
    heaps = broad_phase("kdtree", DEGENERATE["two heaps"]).steps[-1].nodes
    assert [node.split for node in heaps] == [tree.Split.SPLIT, tree.Split.INSEPARABLE, tree.Split.INSEPARABLE]
    assert [len(node.items) for node in heaps] == [40, 20, 20]


def test_a_kd_tree_stops_at_its_maximum_depth() -> None:
    """Each plane cuts a quarter of the remaining boxes, so halving would continue for a long time."""
    random = Random(8)
    boxes = random_boxes(random, 300, 3.0)
    nodes = broad_phase("kdtree", boxes).steps[-1].nodes
    assert max(node.level for node in nodes) <= 11
    assert any(node.split == tree.Split.DEEPEST for node in nodes)


# --- shapes ---


def test_shapes_within_the_touching_tolerance_pass() -> None:
    """Spheres with a gap slightly below the touching tolerance, of all sizes, near and far away."""
    random, touching = Random(9), 0
    for _ in range(80):
        radius, size = random.uniform(0.1, 3), 10 ** random.uniform(-6, 6)
        direction, home = random_direction(random), scale(random_direction(random), size * 10 ** random.uniform(-2, 6))
        gap = 0.9 * TOUCHING * 2 * radius * size
        there = add(home, scale(direction, radius * size + 0.5 * size + gap))
        pair = (Sphere(radius * size), Pose(position=home)), (Sphere(0.5 * size), Pose(position=there))
        if verdict(*pair[0], *pair[1]) != Verdict.SEPARATED:
            touching += 1
            for name in BROAD:
                assert broad_phase(name, pair).pairs == ((0, 1),)
    assert touching >= 54


def test_touching_shapes_pass_where_coordinates_are_coarse() -> None:
    """A rounded box and a sphere that touch, a million kilometres away, where their bounds are rounded."""
    random, parted = Random(11), 0
    for _ in range(60):
        half, rounding, x = random.uniform(0.1, 0.5), random.uniform(0.1, 0.4), float(random.randrange(2**29, 2**30))
        a = Box((half, half, half), rounding), Pose(position=(x, 0, 0))
        b = Sphere(1 - half - rounding), Pose(position=(x + 1, 0, 0))
        assert verdict(*a, *b) == Verdict.TOUCHING
        parted += aabb(*a)[1][0] < aabb(*b)[0][0]
        for name in BROAD:
            assert broad_phase(name, (a, b)).pairs == ((0, 1),)
    assert parted >= 3


@pytest.mark.parametrize("gap", [0.0, 0.9 * TOUCHING])
def test_boxes_face_to_face_pass_but_not_with_a_gap(gap: float) -> None:
    stacked = (Box((1, 1, 1)), Pose()), (Box((1, 1, 1)), Pose(position=(0.3, 2 + 2 * gap, 0)))
    apart = (Box((1, 1, 1)), Pose()), (Box((1, 1, 1)), Pose(position=(0.3, 2 + 6 * TOUCHING, 0)))
    for name in BROADPHASES:
        assert broad_phase(name, stacked).pairs == ((0, 1),)
        assert broad_phase(name, apart).pairs == ()


def test_rejected_pairs_are_separated() -> None:
    random = Random(10)
    bodies = [(random_shape(random), random_pose(random, 2.5)) for _ in range(28)]
    pairs = set(broad_phase("bvh", bodies).pairs)
    verdicts = {pair: verdict(*bodies[pair[0]], *bodies[pair[1]]) for pair in everyone(28)}
    assert all(verdict == Verdict.SEPARATED for pair, verdict in verdicts.items() if pair not in pairs)
    assert sum(verdict == Verdict.PENETRATING for verdict in verdicts.values()) >= 5
    assert len(pairs) < 0.3 * len(verdicts)


def everyone(count: int) -> list[tuple[int, int]]:
    return [(i, j) for j in range(count) for i in range(j)]


def test_a_pose_may_be_a_matrix() -> None:
    bodies = [(Sphere(1), np.eye(4)), (Capsule(1, 1), np.eye(4))]
    assert broad_phase("sweep", bodies) == broad_phase("sweep", [(shape, Pose()) for shape, _ in bodies])


# --- words ---


def test_every_step_has_a_sentence_and_a_headline(runs: list[BroadTrace]) -> None:
    special = [broad_phase(name, boxes) for name in BROADPHASES for boxes in ([], *DEGENERATE.values())]
    assert_well_said(step for run in runs + special for step in run.steps)


def test_a_sweep_step_names_the_new_body_and_those_it_meets() -> None:
    boxes: Any = [((0, 0, 0), (2, 1, 1)), ((1, 0, 0), (5, 1, 1)), ((1.5, 4, 0), (3, 5, 1))]
    run = broad_phase("sweep", boxes, axis=0)
    assert [headline(step) for step in run.steps][:4] == [
        "sort along x",
        "body 0 begins",
        "body 1 begins",
        "body 2 begins",
    ]
    assert explain(run.steps[1]) == "Body 0 begins at x = 0 m. No other box is active, so nothing is compared."
    assert explain(run.steps[2]) == "Body 1 begins at x = 1 m and is compared with body 0 (boxes intersect)."
    assert "body 0 (apart on y), body 1 (apart on y)" in explain(run.steps[3])
    assert explain(run.steps[-1]) == (
        "Body 1 ends at x = 5 m and leaves the active list. This was the last: 3 comparisons in total."
    )


def test_a_tree_step_names_the_split_and_the_pruned_nodes() -> None:
    boxes: Any = [((k, 0, 0), (k + 0.5, 1, 1)) for k in range(4)]
    planes, halves = broad_phase("kdtree", boxes), broad_phase("bvh", boxes)
    assert explain(planes.steps[1]) == (
        "Node 0 on level 0 is split by the plane x = 1.75 m. On the low side, node 1 holds bodies 0 and 1; on the high "
        "side, node 2 holds bodies 2 and 3. The plane cuts no body."
    )
    assert "extend furthest along x. Node 1 takes the lower half, bodies 0 and 1;" in explain(halves.steps[1])
    assert explain(halves.steps[2]) == "Node 1 on level 1 holds bodies 0 and 1: few enough for a leaf."
    assert explain(halves.steps[4]) == (
        "Body 0 enters nodes 0 and 1. Pruned because the boxes do not intersect: node 2. It is compared with body 1 "
        "(apart on x)."
    )
    assert "Pruned because they hold no later body: node 1" in explain(halves.steps[6])
    assert "stays a leaf" in explain(broad_phase("kdtree", DEGENERATE["identical"]).steps[1])


def test_bodies_are_called_by_their_names_if_given() -> None:
    boxes: Any = [((0, 0, 0), (2, 1, 1)), ((1, 0, 0), (5, 1, 1)), ((1.5, 4, 0), (3, 5, 1))]
    names = ("floor", "crate", "ball")
    sweep = broad_phase("sweep", boxes, axis=0).steps
    tree, every = (broad_phase(name, boxes).steps for name in ("bvh", "allpairs"))
    assert explain(sweep[2], *names) == "crate begins at x = 1 m and is compared with floor (boxes intersect)."
    assert headline(sweep[2], *names) == "crate begins"
    assert "The root holds floor, crate and ball." in explain(tree[0], *names)
    assert headline(every[1], *names) == "floor"


# --- arguments ---


def test_an_unknown_broad_phase_is_rejected_with_the_valid_names() -> None:
    with pytest.raises(ValueError, match=f"^name: unknown broad phase 'octree'; one of {', '.join(BROADPHASES)}$"):
        broad_phase("octree", [])


@pytest.mark.parametrize(
    ("bodies", "message"),
    [
        ([3], r"^bodies\[0\]: must be \(shape, pose\) or a box"),
        ([((0, 0, 0), (1, 1, 1)), ((0, 0), (1, 1, 1))], r"^bodies\[1\]\[0\]: must be 3 numbers, got 2: \(0, 0\)"),
        ([((0, 0, 0), (1, inf, 1))], r"^bodies\[0\]\[1\]\[1\]: must be finite, got inf"),
        ([((0, float("nan"), 0), (1, 1, 1))], r"^bodies\[0\]\[0\]\[1\]: must be finite, got nan"),
        ([((0, 2, 0), (1, 1, 1))], r"^bodies\[0\]: the least corner must not exceed the greatest"),
        ([(Sphere(1e308), Pose())], r"^bodies\[0\]: the box of the shape must be finite, got \(-inf"),
        ([(Sphere(1), 5)], r"^bodies\[0\]: expected a 4×4 matrix"),
    ],
)
@everywhere
def test_a_bad_body_is_rejected_by_its_number(name: str, bodies: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        broad_phase(name, bodies)


@pytest.mark.parametrize(("name", "axis", "message"), [("bvh", 0, "only sweep"), ("sweep", 3, "must be 0, 1 or 2")])
def test_an_axis_is_only_for_the_sweep(name: str, axis: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^axis: {message}"):
        broad_phase(name, [], axis=axis)


def test_all_broad_phases_have_a_title() -> None:
    titles = [entry.title for entry in BROADPHASES.values()]
    assert titles[:3] == ["Sort and sweep", "K-d tree", "Bounding volume hierarchy"]
    assert titles[3:5] == ["Linear BVH", "All pairs"]
    assert len(set(titles)) == len(titles)
