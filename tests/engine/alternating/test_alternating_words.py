"""What is said about walks that end at a common point."""

import pytest

from gjkscope.engine import Box, Pose, trace
from gjkscope.engine.alternating.explain import explain


@pytest.mark.parametrize(
    ("offset", "words"), [(0.5, "This point is in both A and B."), (1.5, "From there, B's nearest point is in both")]
)
def test_the_common_point_is_the_beginning_only_if_b_contains_it(offset: float, words: str) -> None:
    [step] = trace(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(offset, 0, 0)), "alternating").steps
    assert words in explain(step, "A", "B")
