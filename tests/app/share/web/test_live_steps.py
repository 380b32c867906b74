"""A page computes steps by the engine's own functions: every number of every step has the bits of Python's trace."""

from tests.app.share.web.node import answers
from tests.app.share.web.step_parity import SCRIPT, expected_sums, step_question
from tests.app.share.web.test_live import question, some_pairs

COUNT = 100


def test_the_page_computes_every_step_with_the_bits_of_python() -> None:
    pairs = some_pairs(COUNT)
    [found] = answers(SCRIPT, [step_question(list(map(question, pairs)))])
    expected = [expected_sums(pair) for pair in pairs]
    assert found["runs"] == expected
    lengths = [len(depth["sums"]) for _, depth in expected]
    assert sum(length > 1 for length in lengths) >= COUNT / 5  # EPA has something to expand
