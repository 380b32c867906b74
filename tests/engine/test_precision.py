"""Single precision: every number of every step fits in it, and answers match double precision, but coarser."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from math import isfinite
from random import Random
from typing import Any

import numpy as np
import pytest

from gjkscope.engine import Exit, NotApplicable, Options, Pose, Trace, Verdict, query, trace
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.precision import single, with_python_floats
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Box, Cylinder, Ellipsoid, Hull, Mesh, Point, Segment, Shape, Sphere, Triangle
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import SINGLE
from tests.engine.samples import random_box, random_hull, random_pair, random_pose, random_vector

FLOAT32 = Options(float32=True)

# Error bound for a distance in single precision, relative to the sizes and the distance: 64 roundoffs, and as much
# again for rounding the shapes.
ROUNDING = 128 * SINGLE

Arguments = tuple[Shape, Pose, Shape, Pose]


def polytopes(random: Random) -> Arguments:
    kinds = (
        random_box,
        random_hull,
        lambda random: Triangle((random_vector(random), random_vector(random), random_vector(random))),
        lambda random: Segment(random_vector(random), random_vector(random)),
        lambda random: Point(),
    )
    a, b = random.choice(kinds)(random), random.choice(kinds[:3])(random)
    return a, random_pose(random, 0.6), b, random_pose(random, 0.6)


SPECIAL: list[Arguments] = [
    (Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose()),
    (Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(2, 0.5, 0.25))),
    (Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0))), Pose(), Triangle(((0, 0, 0), (1, 0, 0), (0, 0, 1))), Pose()),
    (Box((1e-12, 1e-12, 1e-12)), Pose(), Box((1, 1, 1)), Pose(position=(1, 0, 0))),
    (Mesh(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), ((0, 1, 2), (0, 1, 3))), Pose(), Point(), Pose()),
]


def some_pairs(algorithm: str) -> list[Arguments]:
    random, draw = Random(algorithm), polytopes if algorithm == "sat" else random_pair
    return [*(draw(random) for _ in range(25)), *SPECIAL]


@pytest.fixture(scope="module", params=["gjk", "epa", "sat"])
def runs(request: pytest.FixtureRequest) -> list[tuple[Arguments, Trace, Trace]]:
    """Each pair in single and in double precision."""
    name = request.param
    return [(pair, trace(*pair, name, FLOAT32), trace(*pair, name)) for pair in some_pairs(name)]


def numbers(record: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """All floats of a record, including NumPy's, with their paths."""
    if isinstance(record, float | np.floating | np.ndarray):
        yield path, record
    elif is_dataclass(record):
        for field in fields(record):
            yield from numbers(getattr(record, field.name), f"{path}.{field.name}")
    elif isinstance(record, tuple | list):
        names = getattr(record, "_fields", range(len(record)))
        for name, item in zip(names, record, strict=True):
            yield from numbers(item, f"{path}.{name}")


def test_every_number_of_every_step_is_representable_in_single_precision(
    runs: list[tuple[Arguments, Trace, Trace]],
) -> None:
    met = 0
    for _, rounded, _ in runs:
        # EPA's steps hold every face ever created, so the first, a few between and the last are enough.
        for step in (*rounded.steps[:: max(1, len(rounded.steps) // 8)], rounded.steps[-1], rounded.result):
            for path, number in numbers(step):
                assert type(number) is float, path
                assert float(np.float32(number)) == number, path
                met += 1
    assert met > 5000


def test_it_matches_double_precision_but_coarser(runs: list[tuple[Arguments, Trace, Trace]]) -> None:
    differ = 0
    for pair, rounded, exact in runs:
        here, there, reach = rounded.result, exact.result, size_of(*pair) + 3
        differ += (here.lower, here.upper) != (there.lower, there.upper)
        assert here.lower <= there.upper + ROUNDING * reach
        assert there.lower <= here.upper + ROUNDING * reach
        if here.signed_distance is not None and there.signed_distance is not None:
            assert here.signed_distance == pytest.approx(there.signed_distance, abs=ROUNDING * reach)
        if {here.verdict, there.verdict} == {Verdict.SEPARATED, Verdict.PENETRATING}:
            pytest.fail(f"{pair}: {here.verdict} in single precision, {there.verdict} in double")
    assert differ >= 15


def test_double_precision_has_digits_that_single_precision_does_not(runs: list[tuple[Arguments, Trace, Trace]]) -> None:
    """Without this, the first test would pass trivially if doubles happened to be short."""
    doubles = [number for _, _, exact in runs for _, number in numbers(exact.steps[0])]
    beyond = [number for number in doubles if float(np.float32(number)) != number]
    assert len(beyond) > 100


def test_its_steps_are_explained(runs: list[tuple[Arguments, Trace, Trace]]) -> None:
    for _, rounded, _ in runs:
        for step in rounded.steps[:: max(1, len(rounded.steps) // 8)]:
            assert "nan" not in explain(step)
            assert headline(step)


def test_the_default_answer_is_rounded_too() -> None:
    pair = Box((1, 1, 1)), Pose(), Ellipsoid((0.7, 0.3, 0.9)), Pose(position=(1.1, 0.7, 0.3))
    rounded, exact = query(*pair, options=FLOAT32), query(*pair)
    assert rounded.algorithm == exact.algorithm == "gjk+epa"
    assert rounded.signed_distance != exact.signed_distance
    assert rounded.signed_distance == pytest.approx(exact.signed_distance, abs=1e-5)


def test_gaps_below_single_precision_are_contact() -> None:
    """A gap of 1e-7 of the size is a gap in double precision, but rounding in single precision."""
    pair = Sphere(0.5), Pose(), Box((0.5, 0.5, 0.5)), Pose(position=(1.0000001, 0.1, 0.2))
    assert query(*pair).verdict == Verdict.SEPARATED
    assert query(*pair, options=FLOAT32).verdict == Verdict.TOUCHING
    assert query(*pair[:3], Pose(position=(1.00002, 0.1, 0.2)), options=FLOAT32).verdict == Verdict.SEPARATED


def test_values_outside_single_precision_range_are_rejected() -> None:
    """Each number is judged as given, not after rounding."""
    box = Box((1, 1, 1))
    for pair in (
        (Box((1e39, 1, 1)), Pose(), box, Pose()),
        (box, Pose(), box, Pose(position=(0, -1e39, 0))),
        (Hull(((0, 0, 0), (1e39, 0, 0))), Pose(), box, Pose()),
    ):
        for algorithm in ("gjk", "epa", "sat"):
            with pytest.raises(NotApplicable, match=r"^float32: numbers must not exceed 3\.4e38, got [15]e\+3[89]$"):
                trace(*pair, algorithm, FLOAT32)


@pytest.mark.parametrize("size", [1e-30, 1e-12, 1e12, 1e30])
def test_near_the_range_limits_an_answer_is_right_or_missing(size: float) -> None:
    """Products underflow or overflow there, long before coordinates do, without a warning or an exception."""
    exits = Counter[Exit]()
    for gap in (-0.5, 0.5, 3.0):
        a, b = Box((size, size, size)), Cylinder(size, size)
        for algorithm in ("gjk", "epa"):
            result = trace(a, Pose(), b, Pose(position=((2 + gap) * size, 0.25 * size, 0)), algorithm, FLOAT32).result
            exits[result.exit] += 1
            assert result.lower <= gap * size * (1 + ROUNDING) + ROUNDING * 4 * size
            assert result.upper >= gap * size * (1 - ROUNDING) - ROUNDING * 4 * size
    assert sum(exits.values()) == 6


def test_a_record_keeps_its_type_through_conversion_there_and_back() -> None:
    core = convex(Hull(((0.1, 0, 0), (0, 0.2, 0), (0, 0, 0.3)), 0.4), Pose(position=(0.5, 0.6, 0.7)))
    rounded = single(core)
    assert type(rounded) is type(core)
    assert (rounded.kind, rounded.roundoff) == (core.kind, SINGLE)
    assert rounded.vertices.dtype == np.float32
    assert isinstance(rounded.position[0], np.float32)
    back = with_python_floats(rounded._replace(vertices=()))
    assert all(type(number) is float for _, number in numbers(back))
    assert back.position == pytest.approx(core.position, rel=SINGLE)
    twice = with_python_floats(((rounded.position,), rounded.position))
    assert twice[0][0] is twice[1], "what a trace holds once stays one"
    assert isfinite(twice[1][0])
