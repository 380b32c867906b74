"""Six hundred of the pairs of `make fuzz`, in parallel parts: no exception, and no wrong verdict or number."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from gjkscope import engine
from gjkscope.engine.vectors import along
from tests.fuzz import batches
from tests.fuzz.judge import _judge_by_directions, judge
from tests.fuzz.zoo import NAMES, draw

SEED = 2026
PIECES, PIECE = 4, 150


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


def test_mpr_may_name_a_greater_depth_than_its_verdict_rests_on() -> None:
    """A cone 1 nm deep in a triangle: the ray leaves along another direction than that of the least depth."""
    case = draw(1, 1582)
    assert engine.query(*case.pair, algorithm="mpr").verdict == engine.query(*case.pair).verdict
    assert judge(case, "mpr").fault is None
    a, pose_a, b, pose_b = case.pair
    deep = replace(case, pair=(a, pose_a, b, pose_b._replace(position=along(pose_b.position, (0.0, 1.0, 0.0), 0.1))))
    assert judge(deep, "mpr").fault is None
    wrong = engine.query(*deep.pair, algorithm="mpr")
    assert wrong.verdict is engine.Verdict.PENETRATING
    touching = replace(wrong, verdict=engine.Verdict.TOUCHING)
    assert "touching although" in str(_judge_by_directions("mpr", deep, touching).fault)


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
    result = engine.query(*case.pair)
    assert result.witness_a is not None
    assert result.normal is not None
    step = 4 * max(np.spacing(np.abs(result.witness_a)).tolist())
    off = replace(result, witness_a=along(result.witness_a, result.normal, step))
    monkeypatch.setattr("gjkscope.engine.query", lambda *_, **__: off)
    fault = judge(case).fault
    assert fault is not None
    assert "points or other directions" in fault


def test_a_block_of_a_batch_breaks_no_rule_and_a_wrong_answer_breaks_its_own() -> None:
    block = batches.draw(np.random.default_rng(7))
    results, other = batches.answer(block), batches.answer(batches.swap(block))
    assert [rule for rule, pairs in batches.faults(block, results, other).items() if pairs.any()] == []
    assert min(Counter(results.verdict.tolist()).values()) >= 500
    for rule, wrong in {
        "the distance is unknown": replace(results, signed_distance=results.signed_distance * np.nan),
        "the bounds exclude the distance": replace(results, lower=results.upper + block.sizes),
        "the normal is no unit vector": replace(results, normal=1.1 * results.normal),
        "the normal does not prove the distance": replace(results, normal=-results.normal),
        "the witness points are not as far apart": replace(results, witness_a=results.witness_b),
        "the witness points are not opposite": replace(results, witness_a=results.witness_a[:, ::-1]),
        "the witness of A is outside": replace(
            results, witness_a=results.witness_a + 9 * results.normal * block.sizes[:, None]
        ),
        "the witness of B is outside": replace(
            results, witness_b=results.witness_b - 9 * results.normal * block.sizes[:, None]
        ),
        "boxes overlap by another depth": replace(results, signed_distance=1.01 * results.signed_distance),
        "the orders disagree": replace(results, signed_distance=1.01 * results.signed_distance),
    }.items():
        assert batches.faults(block, wrong, other)[rule].sum() >= 100, rule
    loose = batches.tolerance_faults(block, results, 1e-6)
    assert not any(pairs.any() for pairs in loose.values())
    wrong = replace(results, signed_distance=results.signed_distance + block.sizes)
    assert batches.tolerance_faults(block, wrong, 1e-6)["the loose bounds exclude the distance"].sum() >= 100
