"""Frank–Wolfe: its bounds, its gap, the three ways to move, and answers that agree with GJK."""

from itertools import pairwise
from random import Random

import pytest

from gjkscope.engine import Box, Ellipsoid, Hull, Options, Point, Pose, Segment, Shape, Sphere, Triangle, query, trace
from gjkscope.engine.frank_wolfe import FrankWolfeMove, State
from gjkscope.engine.frank_wolfe.corral import find_corral, flat_weights, weighted_mean
from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.options import AWAY_STEPS, FRANK_WOLFE_VARIANTS, MIN_NORM, PLAIN
from gjkscope.engine.result import TOUCHING, Exit, Trace, Verdict
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.vectors import ZERO, add, dot, norm, sub
from tests.engine.samples import random_box, random_hull, random_pair, random_pose, random_vector

variants = pytest.mark.parametrize("variant", FRANK_WOLFE_VARIANTS)

# The origin projects into a face of A − B, so that the closest point is the mean of three vertices.
ROOF = Hull(((-1, 0.9, 0.2), (1, 1, -0.8), (0.3, 1.6, 0.9), (-0.4, 2, 0.1), (0.2, 1.1, 1.2)))
OVER_A_FACE = Box((2, 0.6, 1.5)), Pose(), ROOF, Pose(position=(2.2, 1.5, 0.3))


def run_variant(pair: tuple[Shape, Pose, Shape, Pose], variant: str, tolerance: float = 0.0) -> Trace:
    return trace(*pair, "frank-wolfe", Options(frank_wolfe=variant, tolerance=tolerance))


def test_unknown_variants_are_refused() -> None:
    with pytest.raises(ValueError, match="frank_wolfe: unknown name 'fast'; one of plain, away, min-norm"):
        Options(frank_wolfe="fast")


@variants
def test_bounds_contain_the_distance_and_answers_agree_with_gjk(variant: str) -> None:
    random = Random(31)
    apart = answered = 0
    for _ in range(40):
        pair = random_pair(random)
        own, found = trace(*pair, "gjk").result, run_variant(pair, variant).result
        slack = TOUCHING * size_of(*pair)
        assert {own.verdict, found.verdict} - {Verdict.UNDECIDED} <= {own.verdict}
        if own.verdict is Verdict.SEPARATED:
            assert own.signed_distance is not None
            assert found.lower - slack <= own.signed_distance <= found.upper + slack
            apart += 1
            if found.signed_distance is not None:
                assert found.signed_distance == pytest.approx(own.signed_distance, abs=2 * slack)
                answered += 1
    assert 10 <= apart <= 30
    assert answered >= (apart if variant == MIN_NORM else apart // 3)


@variants
def test_each_step_moves_nearer_and_its_gap_is_what_it_proves(variant: str) -> None:
    random, moves = Random(5), 0
    for _ in range(10):
        pair = random_hull(random), Pose(), random_box(random), Pose(position=random_vector(random, 3))
        steps = run_variant(pair, variant, 1e-6).steps
        for before, step in pairwise(steps):
            assert_follows(before, step)
            moves += step.move != FrankWolfeMove.NONE
    assert moves >= 20


def assert_follows(before: State, step: State) -> None:
    v, w = before.closest, step.support.point
    assert step.closest_before == v
    assert step.gap_of_step == dot(v, sub(v, w))
    if step.gap_of_step > 1e-9 * norm(v):  # below, the direction is rounding
        assert norm(v) - step.gap_of_step / norm(v) == pytest.approx(-dot(step.direction, w), abs=1e-12)
    assert norm(step.closest) <= norm(v) + 1e-15
    assert (before.lower, step.upper) <= (step.lower, before.upper)
    assert sum(step.active.weights) == pytest.approx(1, abs=1e-14)
    assert min(step.active.weights) > 0
    mean = weighted_mean([vertex.point for vertex in step.active.vertices], step.active.weights)
    if step.exit != Exit.ORIGIN_ENCLOSED:
        assert norm(sub(mean, step.closest)) <= 1e-14
    if step.move == FrankWolfeMove.AWAY:
        assert step.gap_of_away > step.gap_of_step
        assert step.before.vertices[step.away].point in [vertex.point for vertex in step.before.vertices]


def test_away_steps_drop_vertices_and_plain_ones_zigzag() -> None:
    plain, away, corral = (run_variant(OVER_A_FACE, variant) for variant in FRANK_WOLFE_VARIANTS)
    assert plain.result.exit is Exit.ITERATION_LIMIT
    assert not any(step.move == FrankWolfeMove.AWAY for step in plain.steps)
    assert (away.result.exit, corral.result.exit) == (Exit.CONVERGED, Exit.CONVERGED)
    assert any(
        step.move == FrankWolfeMove.AWAY and len(step.active.vertices) < len(step.before.vertices)
        for step in away.steps
    )
    assert len(corral.steps) < len(away.steps) < len(plain.steps)
    assert corral.result.signed_distance == away.result.signed_distance == pytest.approx(1.8, abs=1e-12)


def test_the_gap_of_plain_steps_shrinks_like_their_number_inversely() -> None:
    """The least gap after k steps is at most 8 D² / (k + 2), D the diameter: Jaggi 2013, theorem 2, for |v|² / 2."""
    steps = run_variant(OVER_A_FACE, PLAIN).steps
    diameter = 2 * norm(add((2, 0.6, 1.5), (1, 2, 1.2)))
    least = min(step.gap_of_step for step in steps[1:])
    assert 0 < least <= 8 * diameter**2 / (len(steps) + 1)
    assert least > 1e-9  # not faster by an accident of the pair


@variants
def test_answers_are_certified_and_steps_say_what_happens(variant: str) -> None:
    pair = Box((1, 1, 1)), Pose(), Sphere(0.5), Pose(position=(3, 0.2, 0.1))
    options = Options(frank_wolfe=variant)
    assert query(*pair, "frank-wolfe", options).certified
    overlap = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0.7, 0.4, 0.1))
    answer = query(*overlap, "frank-wolfe", options)
    assert (answer.verdict, answer.exit) == (Verdict.PENETRATING, Exit.ORIGIN_ENCLOSED)
    assert answer.certified


@variants
@pytest.mark.parametrize("factor", [1e-20, 1e-9, 1.0, 1e9, 1e20])
def test_coincident_touching_nested_and_distant_boxes(variant: str, factor: float) -> None:
    box, small = Box((factor,) * 3), Box((0.1 * factor,) * 3)
    cases = ((box, 0.0, Verdict.PENETRATING), (small, 0.5, Verdict.PENETRATING), (box, 2.0, Verdict.TOUCHING))
    for other, place, verdict in (*cases, (box, 1e3, Verdict.SEPARATED)):
        found = run_variant((box, Pose(), other, Pose(position=(place * factor, 0, 0))), variant).result
        assert found.verdict in (verdict, Verdict.UNDECIDED)
        assert found.verdict is verdict or verdict is Verdict.PENETRATING


@variants
def test_flat_and_collinear_shapes(variant: str) -> None:
    flat = Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0)))
    line = Segment((-1, 0, 0), (1, 0, 0))
    for pair, distance in (
        ((flat, Pose(), Point(), Pose(position=(0.2, 0.3, 1))), 1.0),
        ((line, Pose(), line, Pose(position=(1.5, 0, 2))), 2.0),
        ((line, Pose(), line, Pose(position=(3, 0, 0))), 1.0),
    ):
        found = run_variant(pair, variant, 1e-3).result
        assert found.verdict is Verdict.SEPARATED
        assert found.lower - 1e-12 <= distance <= found.upper + 1e-12


def test_flat_weights_by_hand_and_against_random_points() -> None:
    assert flat_weights([(1.0, 1.0, 0.0), (1.0, -1.0, 0.0)], 2**-53) == (0.5, 0.5)
    assert flat_weights([(1.0, 1.0, 0.0), (1.0, 3.0, 0.0)], 2**-53) == (1.5, -0.5)
    assert flat_weights([(1.0, 0.0, 0.0)] * 2, 2**-53) is None
    random, outside = Random(2), 0
    for count in (2, 3, 4) * 20:
        points = [random_vector(random) for _ in range(count)]
        weights = flat_weights(points, 2**-53)
        assert weights is not None
        point = weighted_mean(points, weights)
        assert all(abs(dot(point, sub(q, points[0]))) <= 1e-12 for q in points)  # perpendicular to the flat
        outside += min(weights) <= 0
    assert 20 <= outside <= 55


def test_a_corral_is_the_nearest_point_of_its_hull() -> None:
    """Each other vertex is no nearer: v·p ≥ v·v for all of them."""
    random, dropped = Random(9), 0
    for _ in range(150):
        points = sorted((add(random_vector(random), (1.2, 0, 0)) for _ in range(3)), key=norm)
        first = Vertex(points[0], points[0], ZERO, -1, -1, 0)
        vertices: tuple[Vertex, ...] = (first,)
        weights: tuple[float, ...] = (1.0,)
        for birth, point in enumerate(points[1:], 1):
            closest = weighted_mean([vertex.point for vertex in vertices], weights)
            if dot(closest, sub(closest, point)) <= 0:
                continue
            corral = find_corral(vertices, weights, Vertex(point, point, ZERO, -1, -1, birth), 2**-53)
            assert corral.is_found
            assert min(corral.weights) > 0
            dropped += any(cycle.dropped >= 0 for cycle in corral.cycles)
            moved = weighted_mean([vertex.point for vertex in corral.vertices], corral.weights)
            seen = [*(vertex.point for vertex in vertices), point]
            assert all(dot(moved, q) >= dot(moved, moved) - 1e-12 for q in seen)
            vertices, weights = corral.vertices, corral.weights
    assert dropped >= 2


@pytest.mark.parametrize("variant", [AWAY_STEPS, MIN_NORM])
def test_swapping_and_moving_changes_no_answer(variant: str) -> None:
    random, compared = Random(4), 0
    for _ in range(10):
        a, b, place = random_hull(random), Ellipsoid((0.3, 0.5, 0.4)), random_pose(random, 2.5)
        here = run_variant((a, Pose(), b, place), variant, 1e-9).result
        there = run_variant((b, place, a, Pose()), variant, 1e-9).result
        if None not in (here.signed_distance, there.signed_distance):
            assert here.signed_distance == pytest.approx(there.signed_distance, abs=1e-8)
            assert norm(add(here.normal or ZERO, there.normal or ZERO)) <= 1e-3
            compared += 1
    assert compared >= 3
