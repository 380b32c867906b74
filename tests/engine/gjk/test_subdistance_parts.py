"""The numbers of the sub-distance methods in exact arithmetic, and which subsets they try and choose."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from gjkscope.engine import Box, Exit, Options
from gjkscope.engine.gjk import acceleration
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk.acceleration import NESTEROV, POLYAK, first_momentum, switched_off
from gjkscope.engine.gjk.simplex import Region
from gjkscope.engine.gjk.stepping import Variant, start_variant, step_variant, variant_of
from gjkscope.engine.gjk.subdistance.johnson import johnson_determinant, subsets_of
from gjkscope.engine.gjk.subdistance.methods import METHODS
from gjkscope.engine.gjk.subdistance.records import no_solution, solution_with, weighted
from gjkscope.engine.gjk.subdistance.regions import region_of, region_quantity, trials_from, trials_of
from gjkscope.engine.gjk.subdistance.signed_volumes import volume
from gjkscope.engine.options import NO_MOMENTUM, REGIONS
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import ZERO, Vec3, cross, dot, sub
from tests.engine.gjk.test_simplex import CLOSEST
from tests.engine.moving import at

Exact = tuple[Fraction, Fraction, Fraction]


def whole(random: Random, count: int) -> tuple[Exact, ...]:
    def number() -> Fraction:
        return Fraction(random.randint(-9, 9))

    return tuple((number(), number(), number()) for _ in range(count))


def foot_weights(points: Sequence[Exact]) -> list[Fraction] | None:
    """Barycentric weights of the foot of the origin, by Gram's matrix; none if the points are dependent."""
    first, rows = points[0], [sub(p, points[0]) for p in points[1:]]
    size = len(rows)
    table = [[Fraction(dot(p, q)) for q in rows] + [Fraction(-dot(p, first))] for p in rows]
    for i in range(size):
        pivot = next((k for k in range(i, size) if table[k][i] != 0), None)
        if pivot is None:
            return None
        table[i], table[pivot] = table[pivot], table[i]
        for k in range(size):
            if k != i:
                part = table[k][i] / table[i][i]
                table[k] = [x - part * y for x, y in zip(table[k], table[i], strict=True)]
    parts = [table[i][size] / table[i][i] for i in range(size)]
    return [1 - sum(parts, Fraction(0)), *parts]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_method_has_the_weights_of_the_foot(size: int) -> None:
    random, met = Random(81), 0
    for _ in range(25):
        points = whole(random, 4)
        for subset in combinations(range(4), size):
            weights = foot_weights([points[slot] for slot in subset])
            if weights is None:
                continue
            met += 1
            parts = [johnson_determinant(points, subset, slot) for slot in subset]
            assert [part / sum(parts) for part in parts] == weights
            axes = range(3) if size < 4 else (-1,)
            for axis in axes:
                if (measure := volume(points, subset, -1, axis)) != 0:
                    assert [volume(points, subset, slot, axis) / measure for slot in subset] == weights
            if size < 4:
                kind = "edge" if size == 2 else "face"
                parts = [region_quantity(points, kind, subset, slot) for slot in subset]
                if size == 2:  # the test at one end is the weight of the other
                    parts.reverse()
                assert [part / sum(parts) for part in parts] == weights
    assert met >= 25


def test_a_side_is_positive_away_from_the_fourth_vertex() -> None:
    random, sides = Random(82), set()
    for _ in range(60):
        points = whole(random, 4)
        for face in combinations(range(4), 3):
            p, q, r = (points[slot] for slot in face)
            normal, apex = cross(sub(q, p), sub(r, p)), points[6 - sum(face)]
            height, origin = dot(normal, sub(apex, p)), -dot(normal, p)
            found = region_quantity(points, "side", face, -1)
            if height == 0:
                assert found == abs(origin)
            else:
                assert found == -origin * height
            sides.add((found > 0) - (found < 0))
    assert sides == {-1, 0, 1}


def test_the_trials_of_regions_are_the_same_in_floats_and_in_fractions() -> None:
    random = Random(83)
    for size in (2, 3, 4):
        for _ in range(20):
            points = whole(random, size)
            floats = [(float(x), float(y), float(z)) for x, y, z in points]
            found, exact = trials_of(CLOSEST[size](*floats).tests, size), trials_from(points)
            assert [trial.subset for trial in found] == [trial.subset for trial in exact]
            for one, other in zip(found, exact, strict=True):
                assert [q._replace(value=0) for q in one.quantities] == [q._replace(value=0) for q in other.quantities]
                for p, q in zip(one.quantities, other.quantities, strict=True):
                    assert p.kind == "side" or p.value == q.value
                assert one.passed == all(q.value > 0 for q in one.quantities)


def test_subsets_are_tried_smallest_first_with_the_newest_vertex_before_others() -> None:
    assert subsets_of(1) == [(0,)]
    assert subsets_of(2) == [(1,), (0,), (0, 1)]
    assert subsets_of(3) == [(2,), (0,), (1,), (0, 2), (1, 2), (0, 1), (0, 1, 2)]
    assert len(subsets_of(4)) == 15
    for subset in subsets_of(4):
        assert region_of(subset) == Region(region_of(subset))


def test_a_solution_has_the_weighted_point() -> None:
    points = ((2.0, 0.0, 0.0), (0.0, 4.0, 0.0), (0.0, 0.0, 8.0))
    found = solution_with("any", points, (0, 2), (1.0, 3.0), (), "")
    assert (found.weights, found.point) == ((0.25, 0, 0.75, 0), (0.5, 0, 6))
    assert weighted(points, {1: 0.5, 2: 0.25}) == (0, 2, 2)
    nothing = no_solution("any", points, (), "none")
    assert (nothing.subset, nothing.weights, nothing.point, nothing.decided) == ((), (0, 0, 0, 0), (0, 0, 0), "none")


@pytest.mark.parametrize("method", [name for name in METHODS if name != REGIONS])
def test_each_method_reports_the_quantities_it_can_recompute(method: str) -> None:
    random = Random(84)
    solver = METHODS[method]
    for size in (2, 3, 4):
        for _ in range(10):
            points = whole(random, size)
            if foot_weights(points) is None:
                continue
            solution = solver.solve(points, 0.0)
            for trial in solution.trials:
                for quantity in trial.quantities:
                    assert solver.quantity(points, quantity) == quantity.value
            assert solution.trials[-1 if method.startswith("johnson") else 0].subset == (
                solution.subset if method.startswith("johnson") else tuple(range(size))
            )
            assert sum(solution.weights) == 1
            assert min(solution.weights) >= 0


def test_signed_volumes_drop_or_keep_the_coordinate_of_the_largest_measure() -> None:
    """Of a triangle in a plane that is nearest to x = 0 the first, of a segment along z the third; of four none."""
    solve = METHODS["signed-volumes"].solve
    for points, axis in (
        (((1, 0, 0), (1, 5, 1), (2, 0, 5)), 0), (((0, 1, 0), (5, 2, 1), (0, 1, 5)), 1),
        (((0, 0, 1), (5, 0, 1), (1, 5, 2)), 2), (((1, 1, -3), (2, 0, 3)), 2), (((-3, 1, 1), (3, 2, 0)), 0),
        (((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)), -1),
    ):  # fmt: skip
        exact = tuple((Fraction(x), Fraction(y), Fraction(z)) for x, y, z in points)
        first = solve(exact, 0.0).trials[0]
        assert {quantity.axis for quantity in first.quantities} == {axis}
        kinds = [quantity.kind for quantity in first.quantities]
        assert kinds == ["C"] * len(points) + ["det" if len(points) == 4 else "μ"]


# --- variants of GJK ---

PAIR = (convex(Box((1, 1, 1)), at(0)), convex(Box((1, 0.5, 1)), at(3, 0.25, 0.5)))


def test_a_variant_is_what_differs_from_the_usual_steps() -> None:
    assert variant_of(Options()) is None
    assert variant_of(Options(float32=True, tolerance=0.5)) is None
    assert variant_of(Options(subdistance="johnson")) == Variant("johnson", NO_MOMENTUM)
    assert variant_of(Options(acceleration="polyak")) == Variant(REGIONS, "polyak")


def test_without_momentum_a_variant_searches_as_gjk_does() -> None:
    variant = Variant(REGIONS, NO_MOMENTUM)
    first = start_variant(*PAIR, 0.25, variant)
    assert first == gjk.start(*PAIR, 0.25)
    assert step_variant(*PAIR, variant, first) == gjk.step(*PAIR, first)
    ended = first._replace(exit=Exit.CONVERGED)
    assert step_variant(*PAIR, variant, ended) is ended


def test_the_first_momentum_is_the_closest_point() -> None:
    for method in (NESTEROV, POLYAK):
        first = start_variant(*PAIR, 0.25, Variant(REGIONS, method))
        assert first.momentum == first_momentum(method, first.closest)
        assert first._replace(momentum=None) == gjk.start(*PAIR, 0.25)
        assert (first.momentum.heading, first.momentum.weight, first.momentum.is_on) == (first.closest, 1, True)
        assert (first.momentum.plain, first.momentum.gap) == (ZERO, 0)
        off = switched_off(first.momentum, 0.5)
        assert (off.heading, off.gap, off.is_on, off.method) == (ZERO, 0.5, False, method)


@pytest.mark.parametrize(
    ("steps", "polyak", "nesterov"), [(0, 1.0, 1 / 3), (1, 0.5, 0.5), (3, 0.25, 4 / 6), (9, 0.1, 10 / 12)]
)
def test_the_weight_of_momentum_depends_on_the_steps(steps: int, polyak: float, nesterov: float) -> None:
    closest, support, heading = (3.0, 0.0, 0.0), (0.0, 5.0, 0.0), (0.0, 0.0, 7.0)
    for method, weight in ((POLYAK, polyak), (NESTEROV, nesterov)):
        found = acceleration.with_heading(first_momentum(method, heading), steps, closest, support)
        assert found.weight == pytest.approx(weight)
        share = 1 - weight
        towards: Vec3 = closest if method == POLYAK else (3 * weight, 5 * share, 0.0)
        assert found.heading == pytest.approx((towards[0] * share, towards[1] * share, 7 * weight))


def test_momentum_that_leads_no_nearer_is_switched_off_and_the_step_is_gjks_own() -> None:
    for method in (NESTEROV, POLYAK):
        variant = Variant(REGIONS, method)
        first = start_variant(*PAIR, 0.0, variant)._replace(iteration=1)
        assert first.momentum is not None
        backwards = tuple(-100 * x for x in first.closest)
        stepped = step_variant(*PAIR, variant, first._replace(momentum=first.momentum._replace(heading=backwards)))
        assert stepped.momentum is not None
        assert not stepped.momentum.is_on
        assert stepped.momentum.gap <= 0
        assert stepped.momentum.plain == gjk.next_direction(first)
        assert stepped._replace(momentum=None) == gjk.step(*PAIR, first._replace(momentum=None))
        again = step_variant(*PAIR, variant, stepped)
        assert again.momentum == stepped.momentum
