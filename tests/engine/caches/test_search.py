"""GJK with a memory: the same steps without one, and the same answers with one."""

from itertools import pairwise
from random import Random

import pytest

from gjkscope.engine.caches.policies.hill_climbing import climb_on, hull_graph
from gjkscope.engine.caches.records import TickPair
from gjkscope.engine.caches.search import (
    NOTHING_FOUND,
    claim_of_search,
    cores_of,
    run_search,
    start_from,
    start_plainly,
)
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import query
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.shapes.kinds import Box, Hull
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import dot, scale
from tests.engine.kinds import of_all_kinds
from tests.engine.samples import random_direction, random_pose, random_vector, scaled_shape


def random_pairs(count: int, spread: float = 1.5) -> list[TickPair]:
    random = Random(4)
    shapes = [*of_all_kinds(0.0), *of_all_kinds(0.1)]
    chosen = [(random.choice(shapes), random.choice(shapes)) for _ in range(count)]
    return [TickPair(a, random_pose(random, spread), b, random_pose(random, spread)) for a, b in chosen]


def test_without_memory_the_steps_are_those_of_gjk_bit_for_bit() -> None:
    exits = set()
    for pair in random_pairs(80):
        cores = cores_of(pair)
        steps = tuple(step.gjk for step in run_search(cores, start_plainly(cores)))
        assert steps == gjk.run(convex(pair.shape_a, pair.pose_a), convex(pair.shape_b, pair.pose_b))
        exits.add(steps[-1].exit)
    assert {Exit.CONVERGED, Exit.ORIGIN_ENCLOSED} <= exits


def test_any_points_of_the_bodies_are_a_start_from_which_the_answer_is_the_same() -> None:
    """Also those of another pose: the simplex of a pair that was somewhere else."""
    overlaps = 0
    pairs = random_pairs(160, 0.7)
    for before, after in pairwise(pairs):
        there = TickPair(after.shape_a, before.pose_a, after.shape_b, before.pose_b)
        first = cores_of(there)
        remembered = run_search(first, start_plainly(first))[-1].simplex
        cores = cores_of(after)
        claim = claim_of_search(after, run_search(cores, start_from(cores, remembered))[-1])
        truth = query(*after)
        slack = 1e-9 * size(*after)
        assert truth.lower - slack <= claim.upper
        assert claim.lower <= truth.upper + slack
        assert claim.verdict is truth.verdict
        overlaps += truth.verdict.value == "penetrating"
    assert 0.4 < overlaps / (len(pairs) - 1) < 0.8


@pytest.mark.parametrize("factor", [1e-9, 1e9])
def test_a_start_from_memory_does_not_depend_on_the_size(factor: float) -> None:
    small = TickPair(Box((1, 1, 1)), Pose(), Box((1, 0.5, 1)), Pose(position=(0.3, 2.0, 0.1)))
    pair = TickPair(
        scaled_shape(small.shape_a, factor),
        Pose(),
        scaled_shape(small.shape_b, factor),
        Pose(position=scale(small.pose_b.position, factor)),
    )
    cores = cores_of(pair)
    remembered = run_search(cores, start_plainly(cores))[-1].simplex
    again = run_search(cores, start_from(cores, remembered))[-1]
    assert again.calls == 1
    assert claim_of_search(pair, again).upper == pytest.approx(0.5 * factor, rel=1e-12)


def test_a_simplex_that_touches_the_origin_ends_the_search_without_a_call() -> None:
    pair = TickPair(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(2.0, 2.0, 2.0)))
    cores = cores_of(pair)
    last = run_search(cores, start_plainly(cores))[-1]
    assert last.exit is Exit.TOUCHING
    again = run_search(cores, start_from(cores, last.simplex))[-1]
    assert (again.exit, again.calls) == (Exit.TOUCHING, 0)


def test_hill_climbing_ends_as_high_as_looking_at_all_vertices() -> None:
    """From any vertex.  Heights are equal up to rounding, as a plateau has several highest vertices."""
    random = Random(7)
    flat = [(float(x), float(y), float(z)) for x in range(3) for y in range(3) for z in range(3)]
    clouds = [[random_vector(random) for _ in range(40)] for _ in range(5)]
    looked = climbs = 0
    for points in (flat, *clouds):
        graph = hull_graph(Hull(tuple(points)))
        assert graph is not None
        core = convex(Hull(tuple(points)), Pose())
        for direction in [random_direction(random) for _ in range(40)] + [(1.0, 0.0, 0.0), (0.0, 0.0, -1.0)]:
            begin = random.choice([NOTHING_FOUND, *graph.places])
            found = climb_on(graph)(core, direction, begin)
            best = max(dot(point, direction) for point in points)
            assert dot(found.point, direction) == pytest.approx(best, abs=1e-12)
            assert points[found.vertex] == found.point
            looked, climbs = looked + found.looked, climbs + 1
    assert looked / climbs < 30


def test_only_polytopes_with_listed_vertices_are_climbed() -> None:
    assert hull_graph(Box((1, 1, 1))) is None
    assert {type(shape).__name__ for shape in of_all_kinds(0.0) if hull_graph(shape)} >= {"Hull", "Mesh", "Triangle"}
