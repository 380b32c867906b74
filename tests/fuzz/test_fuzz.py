"""Two thousand pairs of `make fuzz`, in parallel parts: no exception, and no wrong verdict or number."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from gjkscope import engine
from gjkscope.engine.vectors import along
from tests.fuzz import batches
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


@pytest.mark.parametrize("number", [2830, 7454])
def test_points_of_a_micrometre_body_far_from_the_origin_are_as_good_as_their_coordinates(number: int) -> None:
    # Cones of 1e-6 m, 1e5 m from the origin.  The nearest numbers to a witness point's coordinates are 1e-11 m apart,
    # a thousand times what an answer may be off.
    case = draw(22, number)
    assert engine.query(*case.pair).certified
    assert judge(case).fault is None


@pytest.mark.parametrize("number", [2830, 7454])
def test_points_beyond_the_rounding_of_their_coordinates_are_faults(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = draw(22, number)
    found = engine.query(*case.pair)
    assert found.witness_a is not None
    assert found.normal is not None
    step = 4 * max(np.spacing(np.abs(found.witness_a)).tolist())
    off = replace(found, witness_a=along(found.witness_a, found.normal, step))
    monkeypatch.setattr("gjkscope.engine.query", lambda *_, **__: off)
    fault = judge(case).fault
    assert fault is not None
    assert "points or other directions" in fault


def test_a_block_of_a_batch_breaks_no_rule_and_a_wrong_answer_breaks_its_own() -> None:
    block = batches.drawn(np.random.default_rng(7))
    found, other = batches.answered(block), batches.answered(batches.swapped(block))
    assert [rule for rule, pairs in batches.faults(block, found, other).items() if pairs.any()] == []
    assert min(Counter(found.verdict.tolist()).values()) >= 500
    for rule, wrong in {
        "the distance is unknown": replace(found, signed_distance=found.signed_distance * np.nan),
        "the bounds exclude the distance": replace(found, lower=found.upper + block.sizes),
        "the normal is no unit vector": replace(found, normal=1.1 * found.normal),
        "the normal does not prove the distance": replace(found, normal=-found.normal),
        "the witness points are not as far apart": replace(found, witness_a=found.witness_b),
        "the witness points are not opposite": replace(found, witness_a=found.witness_a[:, ::-1]),
        "the witness of A is outside": replace(
            found, witness_a=found.witness_a + 9 * found.normal * block.sizes[:, None]
        ),
        "the witness of B is outside": replace(
            found, witness_b=found.witness_b - 9 * found.normal * block.sizes[:, None]
        ),
        "boxes overlap by another depth": replace(found, signed_distance=1.01 * found.signed_distance),
        "the orders disagree": replace(found, signed_distance=1.01 * found.signed_distance),
    }.items():
        assert batches.faults(block, wrong, other)[rule].sum() >= 100, rule
    loose = batches.tolerance_faults(block, found, 1e-6)
    assert not any(pairs.any() for pairs in loose.values())
    wrong = replace(found, signed_distance=found.signed_distance + block.sizes)
    assert batches.tolerance_faults(block, wrong, 1e-6)["the loose bounds exclude the distance"].sum() >= 100
