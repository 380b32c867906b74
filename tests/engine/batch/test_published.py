"""Algorithms of engines for many pairs: the compiled answers are those of the traces, bit for bit."""

from math import fsum, inf
from random import Random
from typing import Any

import numpy as np
import pytest

from gjkscope.engine import Box, Cone, Ellipsoid, Exit, Pose, Sphere
from gjkscope.engine.batch import published
from gjkscope.engine.batch.staging.exploring import RAISES, branch_ends, explore
from gjkscope.engine.batch.staging.symbols import (
    RunRecorder,
    SymbolicNumber,
    SymbolicTruth,
    compensated_sum,
    sqrt,
    total,
)
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.result import Verdict
from tests.fuzz.published import compare
from tests.thorough import THOROUGH

FEW = 30  # pairs of each family; `make fuzz-published` tries more, and the other algorithms
VERDICTS = list(Verdict)


def poses(*positions: tuple[float, float, float]) -> Any:
    matrices = np.tile(np.eye(4), (len(positions), 1, 1))
    matrices[:, :3, 3] = positions
    return matrices


DOUBLE = ("libccd-mpr", ("box", "sphere", "capsule", "cylinder", "hull", "triangle"))
SINGLE = ("box3d", ("box", "sphere", "capsule", "hull", "triangle", "point", "segment"))  # takes 12 s to compile


@pytest.mark.parametrize(("name", "kinds"), [DOUBLE, SINGLE] if THOROUGH else [DOUBLE])
def test_compiled_answers_are_those_of_the_trace_in_all_families(name: str, kinds: tuple[str, ...]) -> None:
    found = [*compare(name, FEW, kinds, seed=5)]
    assert [one for one in found if one.different] == []
    assert sum(one.compiled for one in found) > 0.98 * sum(one.pairs for one in found)


def test_an_algorithm_that_is_not_compiled_is_interpreted() -> None:
    found = published.published_answers(
        "meshes-jl", [Box((1, 1, 1))], poses((0, 0, 0)), [Box((1, 1, 1))], poses((3, 0, 0))
    )
    assert "meshes-jl" not in published.compiled_algorithms()
    assert (found.compiled.tolist(), VERDICTS[found.verdict[0]]) == ([False], Verdict.SEPARATED)


def test_shapes_that_the_engine_does_not_take_are_said_not_to_be_taken() -> None:
    shapes = [Ellipsoid((1, 2, 3)), Box((1, 1, 1)), Box((1, 1, 1), rounding=0.1), Cone(1, 1)]
    others = [Box((1, 1, 1))] * 4
    places = poses((0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    found = published.published_answers("libccd-mpr", shapes, places, others, poses(*[(5, 0, 0)] * 4))
    assert found.verdict.tolist() == [published.NOT_TAKEN, VERDICTS.index(Verdict.SEPARATED), -1, -1]
    assert found.compiled.tolist() == [False, True, False, False]


if THOROUGH:

    def test_an_error_of_the_interpreter_ends_the_compiled_run_of_that_pair_only() -> None:
        """Box3D refuses numbers that single precision does not have."""
        a, b = [Sphere(1.0)] * 2, [Sphere(1.0)] * 2
        found = published.published_answers("box3d", a, poses((0, 0, 0), (0, 0, 0)), b, poses((3, 0, 0), (1e300, 0, 0)))
        assert found.compiled.tolist() == [True, False]
        assert found.verdict.tolist() == [VERDICTS.index(Verdict.SEPARATED), published.NOT_TAKEN]


def test_no_distance_and_no_normal_are_nan() -> None:
    found = published.published_answers("libccd-mpr", [Sphere(1.0)], poses((0, 0, 0)), [Sphere(1.0)], poses((3, 0, 0)))
    result = ENGINE_ALGORITHMS["libccd-mpr"].trace(Sphere(1.0), Pose(), Sphere(1.0), Pose(position=(3, 0, 0))).result
    assert result.signed_distance is None
    assert np.isnan(found.signed_distance[0])
    assert np.isnan(found.normal[0]).all()
    assert Exit(found.exit[0]) is result.exit


# --- exploring ---


def parameter(place: int) -> SymbolicNumber:
    return SymbolicNumber("d", RunRecorder.now.record("parameter", "d", place))


def test_each_outcome_of_a_comparison_is_explored_once() -> None:
    def run() -> str:
        x, y = parameter(0), parameter(1)
        if x < y:
            return "less" if not y <= x else "impossible"
        return "equal" if x == y else "greater"

    assert sorted(branch_ends(explore(run))) == ["equal", "greater", "less"]


def test_what_the_interpreter_raises_ends_a_branch() -> None:
    assert sorted(branch_ends(explore(lambda: "quotient" if 1.0 / parameter(0) is not None else ""))) == [
        "quotient",
        RAISES,
    ]
    assert sorted(branch_ends(explore(lambda: "root" if sqrt(parameter(0)) is not None else ""))) == [RAISES, "root"]
    square = explore(lambda: "root" if sqrt(parameter(0) * parameter(0)) is not None else "")
    assert [*branch_ends(square)] == ["root"]  # which is never negative


def test_single_precision_spreads_as_in_numpy() -> None:
    def run() -> list[str]:
        single = SymbolicNumber("f", RunRecorder.now.record("parameter", "f", 0))
        double = parameter(1)
        return [(single * double).kind, (single + 1).kind, (np.float32(2) * double).kind, (2.0 * double).kind]

    [kinds] = branch_ends(explore(run))
    assert kinds == ["f", "f", "f", "d"]
    with np.errstate(all="ignore"):
        assert type(np.float32(1) * 0.1) is np.float32


def test_a_number_is_no_index() -> None:
    with pytest.raises(TypeError):
        explore(lambda: (1, 2, 3)[parameter(0)])  # type: ignore[call-overload]


def test_a_truth_value_forks_where_it_is_a_condition() -> None:
    def run() -> str:
        is_less = parameter(0) < 1.0
        assert isinstance(is_less, SymbolicTruth)
        return "yes" if is_less else "no"

    assert sorted(branch_ends(explore(run))) == ["no", "yes"]


def test_sums_are_those_of_this_python_and_of_later_ones() -> None:
    random = Random(3)
    lists = [[random.uniform(-1, 1) * 10.0 ** random.randint(-20, 20) for _ in range(5)] for _ in range(200)]
    assert [total(numbers) for numbers in lists] == [sum(numbers) for numbers in lists]
    assert compensated_sum([1e16, 1.0, -1e16]) == 1.0  # as `sum` says since Python 3.12
    assert compensated_sum([inf, 1.0]) == inf
    errors = [abs(compensated_sum(numbers) - fsum(numbers)) / max(map(abs, numbers)) for numbers in lists]
    assert max(errors) < 1e-16
