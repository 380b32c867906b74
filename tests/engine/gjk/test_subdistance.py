"""Sub-distance methods: by hand, exactly with fractions, in floating point, on degenerate simplices, and inside GJK."""

from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random

import pytest

from gjkscope.engine import Box, Options, Pose, Sphere, query, trace
from gjkscope.engine.analysis.subdistances import (
    ROUNDOFFS,
    SubdistanceFault,
    compare_subdistances,
    exact_nearest,
    solve_by_method,
)
from gjkscope.engine.explain import explain
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk.stepping import reduce_with_method
from gjkscope.engine.gjk.subdistance.johnson import johnson_determinant
from gjkscope.engine.gjk.subdistance.methods import METHODS
from gjkscope.engine.gjk.subdistance.signed_volumes import volume
from gjkscope.engine.options import REGIONS, SUBDISTANCES
from gjkscope.engine.result import TOUCHING, Exit, Verdict
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import Vec3, norm
from tests.engine.samples import random_pair

OTHERS = [name for name in METHODS if name != REGIONS]

# Rounding leaves no subset that passes.  The vertices are collinear to four digits.
NO_SUBSET: tuple[Vec3, ...] = (
    (-0.08015835893772624, -0.2707754905325278, 0.005008794669968013),
    (0.19203498935993796, 0.5677819192758995, -0.0337311512829592),
    (-0.17042783580858034, -0.548872435895069, 0.01785640713753074),
    (0.08824400805913395, 0.24802871081065092, -0.018959089323544336),
)


def whole_simplices(count: int, size: int, seed: int = 5) -> list[tuple[Vec3, ...]]:
    random = Random(seed)
    return [
        tuple(
            (float(random.randint(-4, 4)), float(random.randint(-4, 4)), float(random.randint(-4, 4)))
            for _ in range(size)
        )
        for _ in range(count)
    ]


def simplices(count: int, size: int, seed: int = 3) -> list[tuple[Vec3, ...]]:
    random = Random(seed)
    return [tuple(_vector(random) for _ in range(size)) for _ in range(count)]


def _vector(random: Random) -> Vec3:
    return (random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1))


def test_the_names_are_those_of_the_option() -> None:
    assert tuple(METHODS) == SUBDISTANCES
    with pytest.raises(ValueError, match=r"subdistance: unknown name 'voronoi'; one of regions, johnson, "):
        Options(subdistance="voronoi")


def test_the_determinants_of_a_segment_and_a_triangle_by_hand() -> None:
    """The origin is below the middle of a segment, and a third of the way from the edge of a triangle to its tip."""
    segment = ((-1.0, 1.0, 0.0), (1.0, 1.0, 0.0))
    assert [johnson_determinant(segment, (0, 1), slot) for slot in (0, 1)] == [2.0, 2.0]
    triangle = ((-1.0, -1.0, 1.0), (1.0, -1.0, 1.0), (0.0, 2.0, 1.0))
    parts = [johnson_determinant(triangle, (0, 1, 2), slot) for slot in range(3)]
    assert [part / sum(parts) for part in parts] == pytest.approx([1 / 3] * 3)


def test_signed_volumes_by_hand() -> None:
    corners = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    moved = tuple((x - 0.1, y - 0.2, z - 0.3) for x, y, z in corners)
    whole = volume(moved, (0, 1, 2, 3), -1, -1)
    shares = [volume(moved, (0, 1, 2, 3), slot, -1) / whole for slot in range(4)]
    assert shares == pytest.approx([0.4, 0.1, 0.2, 0.3])
    face = [volume(moved, (1, 2, 3), slot, 0) / volume(moved, (1, 2, 3), -1, 0) for slot in (1, 2, 3)]
    foot = 0.4 / 3  # the origin is 0.4 / √3 from the plane x + y + z = 1
    assert face == pytest.approx([0.1 + foot, 0.2 + foot, 0.3 + foot])
    edge = [volume(moved, (0, 1), slot, 0) / volume(moved, (0, 1), -1, 0) for slot in (0, 1)]
    assert edge == pytest.approx([0.9, 0.1])


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("method", METHODS)
def test_exactly_all_methods_find_the_nearest_point(method: str, size: int) -> None:
    """On whole numbers: some simplices are flat, collinear or a point, and only there may Johnson's find nothing."""
    flat = 0
    for points in whole_simplices(30, size):
        row = solve_by_method(points, method, "exact")
        if row.fault is SubdistanceFault.NOTHING:
            assert method.startswith("johnson")
            assert johnson_determinant(points, tuple(range(size)), 0) == 0 or size == 4
            flat += 1
            continue
        assert row.fault is SubdistanceFault.NONE
        assert row.distance == pytest.approx(exact_nearest(points).distance, abs=1e-14)
        assert row.wrong_signs == 0
    assert flat <= 3


def test_the_exact_nearest_feature_is_that_of_all_candidates() -> None:
    """Against the least distance over a fine grid of barycentric weights, from above."""
    grid = [w for w in product(range(7), repeat=4) if sum(w) == 6]
    for points in whole_simplices(20, 4):
        exact = exact_nearest(points)
        assert sum(exact.weights) == 1
        assert min(exact.weights) >= 0
        sampled = min(
            norm(tuple(sum(w * p[i] for w, p in zip(weights, points, strict=True)) / 6 for i in range(3)))  # type: ignore[arg-type]
            for weights in grid
        )
        at = [sum(w * Fraction(p[i]) for w, p in zip(exact.weights, points, strict=True)) for i in range(3)]
        assert exact.distance == pytest.approx(sqrt(sum(x * x for x in at)), abs=1e-15)
        assert exact.distance <= sampled + 1e-15


@pytest.mark.thorough
@pytest.mark.parametrize("precision", ROUNDOFFS)
@pytest.mark.parametrize("method", METHODS)
def test_well_shaped_simplices_are_solved_in_every_precision(method: str, precision: str) -> None:
    rows = [solve_by_method(points, method, precision) for points in simplices(20, 4)]
    assert sum(row.fault is SubdistanceFault.NONE for row in rows) >= 19
    assert all(row.weights == () or sum(row.weights) == pytest.approx(1, abs=1e-5) for row in rows)
    sizes = {len(row.subset) for row in rows}
    assert sizes >= {2, 3, 4}


def test_johnson_may_find_nothing_where_its_backup_finds_the_point() -> None:
    row = solve_by_method(NO_SUBSET, "johnson", "float64")
    assert row.fault is SubdistanceFault.NOTHING
    assert row.subset == ()
    assert row.wrong_signs > 0
    assert len(row.trials) == 15
    assert not any(trial.passed for trial in row.trials)
    backup = solve_by_method(NO_SUBSET, "johnson-backup", "float64")
    assert backup.fault is SubdistanceFault.NONE
    assert "backup" in backup.decided
    assert solve_by_method(NO_SUBSET, "johnson", "exact").fault is SubdistanceFault.NONE


@pytest.mark.parametrize("factor", [1e-30, 1e30])
def test_small_and_large_simplices_are_solved_in_double_precision_only(factor: float) -> None:
    points = tuple((x * factor, y * factor, z * factor) for x, y, z in simplices(1, 4)[0])
    for row in compare_subdistances(points):
        fits = row.precision != "float32"
        assert row.fault is (SubdistanceFault.NONE if fits else SubdistanceFault.OUT_OF_RANGE)


@pytest.mark.parametrize("factor", [1e-70, 1e70, 1e300])
def test_products_out_of_range_are_not_solved(factor: float) -> None:
    points = tuple((x * factor, y * factor, z * factor) for x, y, z in simplices(1, 3)[0])
    rows = compare_subdistances(points)
    assert {row.precision for row in rows if row.fault is SubdistanceFault.OUT_OF_RANGE} == {"float32", "float64"}
    assert sum(row.wrong_signs for row in rows) == 0
    pair = (
        Box((factor, factor, factor)),
        Pose(),
        Box((factor, factor, factor)),
        Pose(position=(0, 2.5 * factor, factor)),
    )
    for method in OTHERS:
        last = trace(*pair, "gjk", Options(subdistance=method)).steps[-1]
        assert last.exit in (Exit.DEGENERATE_INPUT, Exit.CONVERGED)
        assert last.exit is Exit.CONVERGED or last.lower <= 0.5 * factor * (1 + 1e-9)


@pytest.mark.parametrize("method", OTHERS)
def test_gjk_finds_the_same_answers_with_every_method(method: str) -> None:
    random = Random(11)
    apart = same = 0
    for _ in range(30):
        pair = random_pair(random)
        own, other = (trace(*pair, "gjk", options).result for options in (Options(), Options(subdistance=method)))
        assert {own.verdict, other.verdict} - {Verdict.UNDECIDED} <= {own.verdict}
        if own.verdict is Verdict.SEPARATED and other.signed_distance is not None:
            assert other.signed_distance == pytest.approx(own.signed_distance, abs=TOUCHING)
            apart += 1
        same += own.verdict is other.verdict
    assert 8 <= apart <= 22
    assert same >= 29


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("method", OTHERS)
def test_a_step_holds_what_the_method_tried_and_says_so(method: str, single: bool) -> None:
    pair = Box((1, 1, 1)), Pose(), Box((1, 0.5, 1)), Pose(position=(1, 1.2, 0.4))
    steps = trace(*pair, "gjk", Options(float32=single, subdistance=method)).steps
    assert steps[-1].exit is Exit.ORIGIN_ENCLOSED
    assert [step.solution is None for step in steps] == [True, False, False, False]
    for step in steps[1:]:
        assert step.solution.method == method
        assert step.solution.trials[-1 if method != "signed-volumes" else 0].passed
        assert "subset" in explain(step, "A", "B")
        assert type(step.solution.weights[0]) is float
    assert trace(*pair, "gjk").steps[-1].solution is None


def test_a_search_without_a_passing_subset_ends_without_progress() -> None:
    """The point is known to be no nearer than the lower bound: nothing is claimed beyond it."""
    pair = Box((1, 1, 1)), Pose(), Box((1, 0.5, 1)), Pose(position=(3, 0.2, 0.4))
    a, b = gjk.relative(convex(pair[0], pair[1]), convex(pair[2], pair[3]))
    state = gjk.step(a, b, gjk.start(a, b))
    vertices = [state.support._replace(point=point, birth=i) for i, point in enumerate(NO_SUBSET)]
    candidate = gjk.Simplex((vertices[0], vertices[1], vertices[2], vertices[3]), 4)
    state = state._replace(support=vertices[3], simplex=candidate._replace(size=3))
    stuck = reduce_with_method(state._replace(candidate=candidate), "johnson")
    assert stuck.exit is Exit.NO_PROGRESS
    assert stuck.solution is not None
    assert stuck.solution.subset == ()
    assert "no subset passes" in explain(stuck, "A", "B")
    assert reduce_with_method(state._replace(candidate=candidate), "johnson-backup").solution.subset != ()  # type: ignore[union-attr]


def test_a_wrong_answer_has_no_certificate() -> None:
    """Whatever the method claims, the certificate is checked in exact arithmetic."""
    random = Random(4)
    certified = 0
    for _ in range(8):
        pair = random_pair(random)
        for method in OTHERS:
            result = query(*pair, algorithm="gjk", options=Options(float32=True, subdistance=method))
            if result.certificate is not None:
                truth = query(*pair)
                assert result.certificate.lower <= truth.lower + TOUCHING
                certified += 1
    assert certified > 8


def test_a_ball_needs_no_simplex() -> None:
    for method in OTHERS:
        result = query(Sphere(1), Pose(), Sphere(1), Pose(position=(3, 0, 0)), "gjk", Options(subdistance=method))
        assert result.signed_distance == 1.0
