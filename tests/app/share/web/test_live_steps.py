"""A page computes steps by the engine's own functions: every number of every step has the bits of Python's trace."""

import pytest

from gjkscope.engine.batch.stepped import STEPPED
from tests.app.share.web.node import answers
from tests.app.share.web.step_parity import SCRIPT, expected_sums, step_question
from tests.app.share.web.test_live import question, some_pairs

COUNT = 100


@pytest.mark.parametrize("dimension", [2, 3])
def test_the_page_computes_every_step_with_the_bits_of_python(dimension: int) -> None:
    pairs = some_pairs(COUNT, dimension)
    [found] = answers(SCRIPT, [step_question(list(map(question, pairs)), dimension)])
    expected = [expected_sums(pair) for pair in pairs]
    assert found["runs"] == expected
    lengths = [[len(run["sums"]) for run in runs] for runs in expected]
    assert sum(length[1] > 1 for length in lengths) >= COUNT / 5  # EPA has something to expand
    assert sum(len(length) == len(STEPPED[dimension]) for length in lengths) >= COUNT / 5  # of SAT, polytopes
