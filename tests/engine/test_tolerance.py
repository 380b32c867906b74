"""`Options.tolerance`: fewer steps, the same verdicts, and bounds that contain the true distance."""

from math import cos, sin, tau
from random import Random

import pytest

from gjkscope.engine import ALGORITHMS, Exit, Options, Polygon, Result, Shape, Trace, query, trace
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.registry.algorithms import algorithm_for
from gjkscope.engine.shapes.bounds import least_size, size
from gjkscope.engine.shapes.kinds import Box, Cylinder, Ellipsoid
from tests.engine.samples import random_pair
from tests.fuzz.zoo import draw

TOLERANCE = 1e-6
LOOSE = Options(tolerance=TOLERANCE)
ROUNDING = 1e-9  # relative to the size: the accuracy of full precision

Pair = tuple[Shape, Pose, Shape, Pose]


def some_pairs() -> list[Pair]:
    random = Random(7)
    return [random_pair(random) for _ in range(250)] + [draw(7, number).pair for number in range(150)]


def test_verdicts_stay_and_the_bounds_contain_the_distance() -> None:
    early = 0
    for pair in some_pairs():
        full, loose = result_only(*pair), result_only(*pair, options=LOOSE)
        assert loose.verdict == full.verdict
        assert_within(full, loose, pair)
        early += loose.exit == Exit.WITHIN_TOLERANCE
        assert loose.steps <= full.steps or loose.exit != Exit.WITHIN_TOLERANCE
    assert early > 100


def assert_within(full: Result, loose: Result, pair: Pair) -> None:
    extent = size(*pair)
    assert least_size(pair[0], pair[2]) <= extent
    if loose.exit == Exit.WITHIN_TOLERANCE:
        assert loose.upper - loose.lower <= TOLERANCE * extent
        assert None not in (loose.normal, loose.witness_a, loose.witness_b)
    if full.signed_distance is not None:
        assert loose.lower - ROUNDING * extent <= full.signed_distance <= loose.upper + ROUNDING * extent


CURVED = {
    "gjk": (Cylinder(1, 1), Pose(), Ellipsoid((1, 2, 1)), Pose(position=(3, 1, 0.5))),
    "epa": (Cylinder(1, 1), Pose(), Ellipsoid((1, 2, 1)), Pose(position=(1, 1, 0.5))),
}
ROUND = Polygon(tuple((cos(tau * i / 64), sin(tau * i / 64)) for i in range(64)))
LONG = Polygon(tuple((cos(tau * i / 64), 3 * sin(tau * i / 64)) for i in range(64)))
FLAT = {
    "gjk": (ROUND, Pose(), LONG, Pose(position=(3, 2.5, 0))),
    "epa": (ROUND, Pose(), LONG, Pose(position=(1, 0.8, 0))),
}


@pytest.mark.parametrize("name", ["gjk", "epa"])
@pytest.mark.parametrize("dimension", [2, 3])
def test_the_last_step_explains_the_tolerance(name: str, dimension: int) -> None:
    pair = (FLAT if dimension == 2 else CURVED)[name]
    run = trace(*pair, name, Options(tolerance=1e-2))
    assert run.result.exit == Exit.WITHIN_TOLERANCE
    assert len(run.steps) < len(trace(*pair, name).steps)
    said = algorithm_for(name, pair[0]).explain(run.steps[-1], "A", "B")
    assert "within the tolerance of" in said


@pytest.mark.parametrize("name", ["gjk", "epa"])
def test_steps_with_a_tolerance_can_be_replayed(name: str) -> None:
    a, pose_a, b, pose_b = CURVED[name]
    run: Trace = trace(a, pose_a, b, pose_b, name, LOOSE)
    stepping = ALGORITHMS[name].stepping(a, pose_a, b, pose_b, LOOSE)
    state = stepping.start(*stepping.first)
    for expected in run.steps:
        assert (state.exit, state.lower, state.upper) == (expected.exit, expected.lower, expected.upper)
        state = stepping.step(*stepping.always, state)


def test_polytopes_are_solved_exactly() -> None:
    pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(1.5, 0.25, 0))
    assert result_only(*pair, options=LOOSE) == result_only(*pair)


def test_single_precision_takes_a_tolerance() -> None:
    run = trace(*CURVED["gjk"], "gjk", Options(float32=True, tolerance=1e-3))
    assert run.result.exit == Exit.WITHIN_TOLERANCE


def test_algorithms_without_the_option_refuse_it() -> None:
    with pytest.raises(ValueError, match="tolerance: not an option of sat; of gjk, epa"):
        query(*CURVED["gjk"], "sat", LOOSE)
    with pytest.raises(ValueError, match="tolerance: must be ≥ 0, got -1"):
        Options(tolerance=-1)
