"""What results are made of: runs that end, numbers that are not finite, options that are refused, single precision."""

from dataclasses import replace
from math import inf, isnan, nan

import numpy as np
import pytest

from gjkscope.engine import Box, Exit, NotApplicable, Options, Pose, Result, Sphere, Verdict, query
from gjkscope.engine import trace as traced
from gjkscope.engine.precision import COARSER, single, with_python_floats
from gjkscope.engine.proof.verdict import TOUCHING, VERDICTS
from gjkscope.engine.query import check_options, known_options, with_epa
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.result import RawAnswer, all_steps, bounds_only, final_step, finite, result_of
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import DOUBLE, SINGLE, ZERO, Vec3, area, column, cross, dot, norm, unit
from tests.engine.moving import at

PAIR = (Box((1, 1, 1)), at(0), Box((1, 1, 1)), at(1.5, 0.25, 0.5))


class Count:
    """A state that ends at a number."""

    def __init__(self, number: int, last: int = 3) -> None:
        self.number, self.last = number, last

    @property
    def exit(self) -> int:
        return Exit.CONVERGED if self.number >= self.last else Exit.RUNNING

    def next(self) -> "Count":
        return Count(self.number + 1, self.last)


def test_a_run_ends_with_the_first_exit() -> None:
    assert [state.number for state in all_steps(Count(0), Count.next)] == [0, 1, 2, 3]
    assert [state.number for state in all_steps(Count(5), Count.next)] == [5]
    assert final_step(Count(0), Count.next).number == 3
    assert [final_step(Count(0), Count.next, most).number for most in range(5)] == [0, 1, 2, 3, 3]


def test_a_raw_answer_becomes_a_result() -> None:
    x, y, z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    for verdict in range(4):
        found = result_of("any", Exit.CONVERGED, 7, RawAnswer(verdict, -2.0, -1.0, -1.5, x, y, z))
        assert found == Result("any", VERDICTS[verdict], Exit.CONVERGED, 7, -1.5, x, y, z, -2.0, -1.0)
        bounds = bounds_only(verdict, -2.0, -1.0)
        assert all(isnan(number) for vector in bounds[4:] for number in vector)
        unknown = result_of("any", Exit.NO_PROGRESS, 7, bounds)
        assert unknown == Result("any", VERDICTS[verdict], Exit.NO_PROGRESS, 7, lower=-2.0, upper=-1.0)


def test_what_is_not_finite_is_unknown() -> None:
    x: Vec3 = (1.0, 0.0, 0.0)
    known = Result("any", Verdict.SEPARATED, Exit.CONVERGED, 3, 1.0, x, x, x, 1.0, 1.0)
    assert finite(known) is known
    assert finite(replace(known, lower=-inf, upper=inf)).signed_distance == 1
    for bad in (nan, inf, -inf):
        assert finite(replace(known, signed_distance=bad)).signed_distance is None
        for place in range(3):
            vector = tuple(bad if i == place else 0.0 for i in range(3))
            for name in ("normal", "witness_a", "witness_b"):
                found = finite(replace(known, **{name: vector}))
                assert getattr(found, name) is None
                assert found.signed_distance == 1
    for name in ("lower", "upper"):
        found = finite(replace(known, **{name: nan}))
        assert (found.verdict, found.exit, found.steps) == (Verdict.UNDECIDED, Exit.DEGENERATE_INPUT, 3)
        assert (found.signed_distance, found.lower, found.upper) == (None, -inf, inf)


def test_a_distance_lies_between_its_bounds() -> None:
    for lower, upper, bounds in (
        (0.5, 2.0, (0.5, 2.0)),
        (1.5, 2.0, (1.0, 2.0)),
        (0.5, 0.75, (0.5, 1.0)),
        (1.0, 1.0, (1, 1)),
    ):
        found = finite(Result("any", Verdict.SEPARATED, Exit.CONVERGED, 3, 1.0, lower=lower, upper=upper))
        assert (found.lower, found.upper, found.signed_distance) == (*bounds, 1)


def test_a_push_out_is_for_shapes_that_overlap() -> None:
    deep = Result("any", Verdict.PENETRATING, Exit.CONVERGED, 3, -0.5, (0.0, 1.0, 0.0))
    assert deep.push_out == (0, -0.5, 0)
    for changes in ({"verdict": Verdict.TOUCHING}, {"signed_distance": None}, {"normal": None}):
        assert replace(deep, **changes).push_out is None


# --- options ---


def test_an_option_of_another_algorithm_is_refused_by_name() -> None:
    check_options("gjk", Options(float32=True, tolerance=1e-3, subdistance="johnson"))
    for algorithm, options, name in (
        ("mpr", Options(float32=True), "float32"), ("gjk", Options(direction=(1, 0, 0)), "direction"),
        ("sat", Options(tolerance=0.1), "tolerance"), ("gjk", Options(crossings=True), "crossings"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=f"^{name}: not an option of {algorithm}; of "):
            check_options(algorithm, options)
        assert known_options(algorithm, options) == Options()
    assert known_options("gjk", Options(float32=True, crossings=True)) == Options(float32=True)
    with pytest.raises(ValueError, match="options: must be Options"):
        check_options("gjk", {})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="algorithm"):
        check_options("none", Options())


def test_only_tests_that_an_engine_has_can_be_corrected() -> None:
    tests = ENGINE_ALGORITHMS["fcl"].tests
    check_options("fcl", Options(corrected=tests))
    with pytest.raises(ValueError, match=r"^corrected: fcl has no test 'nonsense' that exact arithmetic"):
        check_options("fcl", Options(corrected=(tests[0], "nonsense")))
    known = known_options("fcl", Options(corrected=(tests[0], "nonsense")))
    assert known == Options(corrected=(tests[0],))


def test_a_default_run_is_gjk_followed_by_epa_where_shapes_overlap() -> None:
    deep, apart = query(*PAIR), query(*PAIR[:3], at(3))
    gjk = traced(*PAIR, "gjk")
    assert (deep.algorithm, apart.algorithm) == ("gjk+epa", "gjk")
    whole = with_epa(gjk, *PAIR)
    assert whole.result == deep
    assert whole.steps[: len(gjk.steps)] == gjk.steps
    assert deep.steps == len(whole.steps) > len(gjk.steps)
    assert with_epa(traced(*PAIR[:3], at(3), "gjk"), *PAIR[:3], at(3)).result == apart
    assert query(*PAIR, options=Options(float32=True)).signed_distance == pytest.approx(deep.signed_distance, abs=1e-6)


# --- single precision ---


def test_every_number_of_a_record_is_rounded_and_what_is_shared_stays_shared() -> None:
    shared = (0.1, 0.2)
    record = ([shared, shared], "word", 3, None, np.array([0.1, 0.2]), True)
    rounded = single(record)
    (first, second), word, three, none, array, flag = rounded
    assert first is second
    assert [type(number) for number in first] == [np.float32, np.float32]
    assert (word, three, none, flag) == ("word", 3, None, True)
    assert array.dtype == np.float32
    back = with_python_floats(rounded)
    assert back[0][0] == (float(np.float32(0.1)), float(np.float32(0.2)))
    assert back[0][0] is back[0][1]
    assert type(back[0][0][0]) is float


def test_a_core_knows_its_precision_and_large_numbers_are_refused() -> None:
    core = convex(Sphere(1), Pose())
    assert (core.roundoff, single(core).roundoff) == (DOUBLE, SINGLE)
    assert pytest.approx(64 * SINGLE, rel=1e-15) == COARSER * TOUCHING
    assert single(3e38) == np.float32(3e38)
    for number in (4e38, -4e38, inf):
        with pytest.raises(NotApplicable, match=r"must not exceed 3\.4e38"), np.errstate(over="ignore"):
            single(number)


# --- vectors ---


@pytest.mark.parametrize("size", [2.0**-60, 2.0**-50, 1.0, 2.0**50, 2.0**60, 2.0**-1070, 2.0**1000])
def test_lengths_are_exact_for_whole_triples_at_every_size(size: float) -> None:
    for x, y, z, length in ((2, 3, 6, 7), (-6, 2, 3, 7), (3, -6, 2, 7), (0, -3, 4, 5), (1, 0, 0, 1), (0, 0, -8, 8)):
        vector = (x * size, y * size, z * size)
        assert norm(vector) == pytest.approx(length * size, rel=1e-15)
        assert unit(vector) == pytest.approx((x / length, y / length, z / length), rel=1e-15)


def test_an_area_is_the_product_unless_its_factors_are_nearly_parallel() -> None:
    """From a squared sine of 2⁻⁴ on: then it is the cross product, to the bit."""
    x: Vec3 = (3.0, 0.0, 0.0)
    for y, plain in (((0.0, 2.0, 0.0), True), ((4.0, 4.0, 1.0), True), ((8.0, 1.0, 1.0), False)):
        found = area(x, y)
        sine = dot(cross(x, y), cross(x, y)) / (dot(x, x) * dot(y, y))
        assert (sine >= 2.0**-4) == plain
        assert found == cross(x, y) if plain else found == pytest.approx(cross(x, y))
    assert area((1.0, 1.0, 1.0), (2.0, 2.0, 2.0)) == ZERO
    assert [column(((1.0, 2.0, 3.0), (4.0, 5.0, 6.0), (7.0, 8.0, 9.0)), i) for i in range(3)] == [
        (1, 4, 7), (2, 5, 8), (3, 6, 9),
    ]  # fmt: skip
