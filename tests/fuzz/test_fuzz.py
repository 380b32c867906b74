"""Two thousand pairs of `make fuzz`, in parallel parts: no exception, and no wrong verdict or number."""

from collections import Counter

import pytest

from gjkscope import engine
from tests.fuzz.judge import judge
from tests.fuzz.zoo import NAMES, draw

SEED = 2026
PIECES, PIECE = 12, 150


@pytest.mark.parametrize("piece", range(PIECES))
def test_the_default_answer_is_right_about_every_pair(piece: int) -> None:
    verdicts: Counter[str] = Counter()
    families = set()
    for number in range(piece * PIECE, (piece + 1) * PIECE):
        case = draw(SEED, number)
        finding = judge(case)
        assert finding.fault is None, f"{case.family}, draw({SEED}, {number}): {finding.fault}"
        verdicts[finding.verdict] += 1
        families.add(case.family)
    assert verdicts["separated"] >= PIECE / 5
    assert verdicts["penetrating"] >= PIECE / 5
    assert verdicts["touching"] >= 1
    assert len(families) >= 0.9 * len(NAMES)


@pytest.mark.parametrize("algorithm", ["sat", "mpr"])
@pytest.mark.parametrize("piece", range(2))
def test_sat_and_mpr_are_right_about_every_pair(algorithm: str, piece: int) -> None:
    answered = 0
    for number in range(piece * PIECE, (piece + 1) * PIECE):
        try:
            finding = judge(draw(SEED, number), algorithm)
        except engine.NotApplicable:
            continue
        assert finding.fault is None, f"draw({SEED}, {number}): {finding.fault}"
        answered += 1
    assert answered >= PIECE / 4
