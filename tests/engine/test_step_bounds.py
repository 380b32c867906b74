"""The bounds that each step of an algorithm states, for the timeline and plots, hold on pairs with known answers."""

from collections import Counter
from math import inf

import pytest

from gjkscope.engine import NotApplicable, trace
from gjkscope.engine.registry.algorithms import ALGORITHMS
from gjkscope.engine.shapes.bounds import size
from tests.engine.museum import exhibit, exhibits

ROUNDING = 1e-9  # of the size
FROM_ABOVE = "gjk epa epa-newton mpr clamp exact".split()  # the others only bound the distance from below


@pytest.mark.parametrize("name", [*FROM_ABOVE, "sat", "tetrahedron", "headbutt"])
def test_the_bounds_of_each_step_hold(name: str) -> None:
    finite = Counter[str]()
    for pair in exhibits():
        *placed, expected = exhibit(pair, "A B")
        try:
            steps = trace(*placed, name).steps
        except NotApplicable:
            continue
        slack = expected["tolerance"] + ROUNDING * size(*placed)
        for step in steps:
            lower, upper = ALGORITHMS[name].bounds(step)
            assert lower - slack <= expected["signed_distance"] <= upper + slack, pair
            finite.update({"lower": lower > -inf, "upper": upper < inf})
    assert finite["lower"] > 0
    assert (finite["upper"] > 0) == (name in FROM_ABOVE)
