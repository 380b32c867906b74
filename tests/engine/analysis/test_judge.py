"""Which algorithm is wrong: decided by certificates only."""

from dataclasses import replace
from math import cos, radians, sin

import pytest

from gjkscope.engine import Box, Ellipsoid, Options, Pose, Sphere, Verdict
from gjkscope.engine.analysis.compare import AGREE, ComparisonRow, DisagreementKind, compare, disagreements, row_of
from gjkscope.engine.analysis.explain_judge import explain_judgement
from gjkscope.engine.analysis.judge import Assessment, angle, judge, proof
from gjkscope.engine.proof.certificate import Proof
from gjkscope.engine.text import number

CUBE = Box((1.0, 1.0, 1.0))
APART = (CUBE, Pose(), CUBE, Pose(position=(2.5, 0.0, 0.0)))
DEEP = (CUBE, Pose(), CUBE, Pose(position=(1.5, 0.25, 0.0)))
SIZE = 2.0


def with_claim(row: ComparisonRow, verdict: Verdict, distance: float) -> ComparisonRow:
    """The row with the algorithm's answer replaced, and no proof."""
    result = replace(
        row.result, verdict=verdict, signed_distance=distance, lower=distance, upper=distance, certificate=None
    )
    return replace(row, result=result)


def without_proof(row: ComparisonRow) -> ComparisonRow:
    return replace(row, result=replace(row.result, certificate=None))


def test_no_algorithm_is_wrong_about_two_boxes() -> None:
    for pair in (APART, DEEP):
        rows = compare(*pair).rows
        standings = {judgement.row.algorithm: judgement.standing for judgement in judge(rows, SIZE, False)}
        assert standings["exact"] == standings["sat"] == Assessment.CERTIFIED
        assert not {Assessment.WRONG, Assessment.CONTRADICTS} & set(standings.values())


def test_a_certificate_shows_which_verdict_is_wrong() -> None:
    exact, sat = row_of(*DEEP, "exact"), with_claim(row_of(*DEEP, "sat"), Verdict.SEPARATED, 0.5)
    good, bad = judge([exact, sat], SIZE, False)
    assert (good.standing, bad.standing) == (Assessment.CERTIFIED, Assessment.WRONG)
    assert (bad.kind, bad.against, bad.apart) == (DisagreementKind.VERDICT, exact, pytest.approx(1.0))
    assert explain_judgement(bad) == "wrong: penetrating −0.5 m is certified (exact)"


def test_a_certificate_shows_which_distance_is_wrong_and_by_how_much() -> None:
    exact, sat = row_of(*APART, "exact"), with_claim(row_of(*APART, "sat"), Verdict.SEPARATED, 0.25)
    _, bad = judge([exact, sat], SIZE, False)
    assert (bad.standing, bad.kind) == (Assessment.WRONG, DisagreementKind.DISTANCE)
    assert explain_judgement(bad) == "wrong by 0.25 m: separated 0.5 m is certified (exact)"


def test_without_a_certificate_it_is_unknown_which_of_two_is_wrong() -> None:
    exact, sat = without_proof(row_of(*DEEP, "exact")), with_claim(row_of(*DEEP, "sat"), Verdict.SEPARATED, 0.5)
    first, second = judge([exact, sat], SIZE, False)
    assert first.standing == second.standing == Assessment.CONTRADICTS
    assert (first.against, second.against) == (sat, exact)
    assert explain_judgement(second) == "contradicts exact: penetrating −0.5 m"


def test_an_undecided_answer_is_not_wrong() -> None:
    undecided = with_claim(row_of(*DEEP, "sat"), Verdict.UNDECIDED, 5.0)
    assert judge([row_of(*DEEP, "exact"), undecided], SIZE, False)[1].standing == Assessment.UNDECIDED


def test_another_axis_of_equal_depth_is_fine_and_a_longer_one_is_measured() -> None:
    exact = row_of(*DEEP, "exact")
    turned = replace(exact, result=replace(exact.result, normal=(0.0, 1.0, 0.0), certificate=None))
    judgement = judge([exact, turned], SIZE, False)[1]
    assert (judgement.standing, judgement.turned) == (Assessment.AGREES, pytest.approx(90.0))
    assert explain_judgement(judgement) == "a translation 90° from that of exact, no longer"
    along_portal = replace(turned, algorithm="mpr", result=replace(turned.result, lower=-1.75, signed_distance=-1.75))
    assert explain_judgement(judge([exact, along_portal], SIZE, False)[1]).endswith(
        "90° from that of exact, 1.25 m longer"
    )


def test_a_different_normal_of_a_separated_pair_is_reported() -> None:
    exact = row_of(*APART, "exact")
    turned = replace(exact, result=replace(exact.result, normal=(0.6, 0.8, 0.0)))
    assert explain_judgement(judge([exact, turned], SIZE, False)[1]) == "normal 53.1° from that of exact"


def test_single_precision_rounding_is_measured_and_not_called_wrong() -> None:
    ball = Sphere(0.1)
    pair = (ball, Pose(), ball, Pose(position=(1.0, 1 / 3, 1 / 7)))
    single, double = row_of(*pair, "gjk", Options(float32=True)), row_of(*pair, "gjk")
    tight = judge([double, single], 1e-3, False)[1]  # as if the shapes were so small that its rounding matters
    assert (tight.standing, tight.kind) == (Assessment.WITHIN_ROUNDING, DisagreementKind.DISTANCE)
    assert tight.apart == pytest.approx(
        abs((single.result.signed_distance or 0.0) - (double.result.signed_distance or 0.0)), rel=1e-3
    )
    assert explain_judgement(tight) == f"{number(tight.apart, 3)} m off, within the rounding of its arithmetic"


def test_an_error_beyond_single_precision_rounding_is_wrong() -> None:
    single, exact = row_of(*APART, "gjk", Options(float32=True)), row_of(*APART, "exact")
    assert 1e-6 < single.rounding < 1e-4
    off = with_claim(single, Verdict.SEPARATED, 0.5 + 2 * single.rounding)
    assert judge([exact, off], SIZE, False)[1].standing is Assessment.WRONG
    assert disagreements([exact, off], SIZE, AGREE * SIZE, False)
    near = with_claim(single, Verdict.SEPARATED, 0.5 + 0.5 * single.rounding)
    assert judge([exact, near], SIZE, False)[1].standing is Assessment.WITHIN_ROUNDING
    assert not disagreements([exact, near], SIZE, AGREE * SIZE, False)


def test_separated_by_less_than_the_tolerance_does_not_agree_with_touching() -> None:
    contact = (CUBE, Pose(), CUBE, Pose(position=(2.0, 0.0, 0.0)))
    exact, other = row_of(*contact, "exact"), row_of(*contact, "headbutt")
    result = replace(other.result, verdict=Verdict.SEPARATED, signed_distance=None, certificate=None)
    other = replace(other, result=replace(result, lower=2.46e-11, upper=float("inf")))
    judgement = judge([exact, other], SIZE, False)[1]
    assert (judgement.standing, judgement.kind) == (Assessment.WITHIN_TOLERANCE, DisagreementKind.VERDICT)
    assert explain_judgement(judgement) == "separated is within the tolerance: touching 0 m is certified (exact)"
    assert judge([exact, with_claim(other, Verdict.TOUCHING, 1e-10)], SIZE, False)[1].standing is Assessment.AGREES


def test_no_distance_is_called_certified_if_only_the_verdict_is_proved() -> None:
    pair = Ellipsoid((1, 1, 1)), Pose(), Ellipsoid((1, 1, 1)), Pose()  # a ball of nearest points
    row = row_of(*pair, "epa")
    assert row.result.proved is Proof.VERDICT
    assert not row.certified
    good, bad = judge([row, with_claim(row, Verdict.SEPARATED, 0.5)], SIZE, False)
    assert good.standing is Assessment.VERDICT_CERTIFIED
    words = explain_judgement(bad)
    assert words.startswith("wrong: penetrating is certified, depth between 1.")
    assert words.endswith(" m (epa)")


def test_the_proof_is_the_certificate_with_the_tightest_bounds() -> None:
    sat, exact = row_of(*APART, "sat"), row_of(*APART, "exact")
    assert sat.certified, "that they are apart, not how far"
    assert proof([sat, exact]) is exact
    assert proof([sat]) is sat
    assert proof([without_proof(sat)]) is None


@pytest.mark.parametrize("degrees", [0.0, 1e-9, 60.0, 180.0])
def test_small_angles_keep_their_precision(degrees: float) -> None:
    turned = (cos(radians(degrees)), sin(radians(degrees)), 0.0)
    assert angle((1.0, 0.0, 0.0), turned) == pytest.approx(degrees, rel=1e-12)
