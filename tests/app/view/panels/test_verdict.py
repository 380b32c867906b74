"""The text beside the verdict: it states exactly what was proved."""

from math import inf

import pytest

from gjkscope import engine
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body, Expected, PositionOrientation, Scene
from gjkscope.app.state.actions import ChooseAlgorithm, initial_state, update
from gjkscope.app.view.panels.toolkit.verdict import run_failure, truth_words
from gjkscope.app.view.words.verdict import (
    certificate_words,
    contradicts,
    distance_text,
    distance_words,
    own_words,
    proof_mark,
)
from gjkscope.engine import Box, Ellipsoid, Exit, Hull, Pose, Result, Segment, Sphere, Verdict
from gjkscope.engine.evidence.explain import interval_words, proof_words
from gjkscope.engine.proof.certificate import Certificate, Evidence, Proof
from gjkscope.engine.shapes.kinds import Shape
from tests.app.interface import start_state

CUBE, HUGE = Box((1, 1, 1)), Ellipsoid((1e80, 1e80, 1e80))


@pytest.mark.parametrize(
    ("shape", "x", "verdict", "text", "words"),
    [
        (CUBE, 3.0, Verdict.SEPARATED, "1\N{NO-BREAK SPACE}m", "signed distance"),
        (CUBE, 1.5, Verdict.PENETRATING, "−0.5\N{NO-BREAK SPACE}m", "penetration depth"),
        (Sphere(1), 0.5, Verdict.PENETRATING, "−1.5\N{NO-BREAK SPACE}m", "penetration depth"),
        (HUGE, 1e79, Verdict.UNDECIDED, "distance unknown", "a verdict: degenerate input"),
    ],
)
def test_the_text_states_what_was_proved(shape: Shape, x: float, verdict: Verdict, text: str, words: str) -> None:
    answer = engine.query(CUBE, Pose(), shape, Pose(position=(x, 0.0, 0.0)))
    assert answer.verdict is verdict
    assert distance_text(answer).startswith(text)
    assert words in distance_words(answer)


@pytest.mark.parametrize(
    ("shape", "x", "text", "words"),
    [
        (Sphere(1), 0.5, "≤\N{NO-BREAK SPACE}−1", "lower bound on the depth"),  # its centre lies inside the cube
        (Segment((-1, 0, 0), (1, 0, 0)), 1.5, "distance unknown", "the shapes share a point"),
    ],
)
def test_an_unknown_depth_is_stated(shape: Shape, x: float, text: str, words: str) -> None:
    answer = engine.query(CUBE, Pose(), shape, Pose(position=(x, 0.0, 0.0)), algorithm="gjk")
    assert distance_text(answer).startswith(text)
    assert words in distance_words(answer)


def test_the_certificate_text_is_exact_to_the_last_digit() -> None:
    touching = engine.query(CUBE, Pose(), CUBE, Pose(position=(2.0, 0.0, 0.0)), algorithm="exact")
    assert certificate_words(touching.certificate).splitlines()[-1] == "0.0 m"
    certificate = engine.query(CUBE, Pose(), Sphere(1), Pose(position=(3.0, 4.0, 0.0))).certificate
    assert certificate is not None
    words = certificate_words(certificate)
    assert repr(certificate.upper) in words
    assert certificate.lower <= 13**0.5 - 1 <= certificate.upper
    assert "no proof" in certificate_words(None)


@pytest.mark.parametrize(
    ("algorithm", "x", "words"),
    [
        ("gjk", 3.0, "separated 1\N{NO-BREAK SPACE}m"),
        ("sat", 1.5, "penetrating −0.5\N{NO-BREAK SPACE}m"),
        ("aabb", 1.5, "penetrating −0.5\N{NO-BREAK SPACE}m"),
        ("headbutt", 1.5, "penetrating"),  # it reports no depth
        ("brute", 1.5, "undecided (no vertex inside)"),
    ],
)
def test_the_displayed_algorithm_states_its_own_answer(algorithm: str, x: float, words: str) -> None:
    bar = Box((1.0, 0.5, 2.0)) if algorithm == "brute" else CUBE
    own = engine.trace(CUBE, Pose(), bar, Pose(position=(x, 0.0, 0.0)), algorithm).result
    assert own_words(own) == words


BALL = Ellipsoid((1, 1, 1))
WIDE = engine.query(BALL, Pose(), BALL, Pose())  # a whole sphere of nearest points, which no polytope reaches
SHARP = engine.query(CUBE, Pose(), CUBE, Pose(position=(1.5, 0.0, 0.0)))


def test_a_wide_proof_certifies_the_verdict_and_not_the_number() -> None:
    assert (WIDE.proved, WIDE.certified) == (Proof.VERDICT, False)
    assert proof_mark(WIDE)[0] == "verdict certified"
    assert distance_words(WIDE).startswith("not certified, by GJK and EPA; proved: depth between 1.")
    assert certificate_words(WIDE.certificate).startswith("only the verdict is proved")
    assert proof_words(WIDE).startswith("verdict certified, depth between 1.")
    assert (SHARP.proved, SHARP.certified, proof_mark(SHARP)[0]) == (Proof.DISTANCE, True, "certified")
    assert proof_words(SHARP) == "certified"
    assert proof_words(replace(SHARP, certificate=None)) == proof_mark(replace(SHARP, certificate=None))[0]


def test_a_proved_distance_that_the_algorithm_does_not_compute_is_one_number() -> None:
    apart = engine.query(CUBE, Pose(), CUBE, Pose(position=(3.1, 0.0, 0.0)), "mpr")
    assert (apart.signed_distance, apart.proved) == (None, Proof.DISTANCE)
    assert proof_words(apart) == "certified, distance 1.1 m"
    assert proof_words(replace(SHARP, signed_distance=None)) == "certified, depth 0.5 m"


@pytest.mark.parametrize(
    ("verdict", "lower", "upper", "words"),
    [
        (Verdict.PENETRATING, -2.0, -1.0, "depth between 1 and 2 m"),
        (Verdict.PENETRATING, -1.00049, -1.0003, "depth between 1.0003 and 1.00049 m"),
        (Verdict.PENETRATING, -1.234567, -1.2345, "depth between 1.2345 and 1.234567 m"),
        (Verdict.PENETRATING, -0.5, -0.5, "depth 0.5 m"),
        (Verdict.PENETRATING, -inf, -0.1, "depth at least 0.1 m"),
        (Verdict.SEPARATED, 1 / 3, inf, "distance at least 0.333 m"),
        (Verdict.SEPARATED, 1 / 3, 2 / 3, "distance between 0.333 and 0.667 m"),
        (Verdict.TOUCHING, -1e-9, 1e-9, "distance between −1e−09 and 1e−09 m"),
        (Verdict.UNDECIDED, -inf, inf, ""),
    ],
)
def test_an_interval_is_rounded_outward(verdict: Verdict, lower: float, upper: float, words: str) -> None:
    certificate = Certificate(verdict, Proof.VERDICT, 1e-9, lower, upper, False, False, False, Evidence())
    assert interval_words(certificate) == words


def test_a_certified_answer_is_true() -> None:
    assert "proved correct" in truth_words(SHARP, None)[0]
    assert truth_words(WIDE, None)[0] == "verdict certified: proved correct for this pair"
    assert truth_words(replace(SHARP, certificate=None), None)[0].startswith("not certified")
    right = Expected(("A", "B"), "penetrating", -0.5, 1e-9)
    assert "agrees with the known truth: penetrating" in truth_words(SHARP, right)[0]
    wrong = replace(right, signed_distance=-0.25)
    assert "certified, but the scene expects: penetrating" in truth_words(SHARP, wrong)[0]
    assert "contradicts the known truth" in truth_words(replace(SHARP, certificate=None), wrong)[0]


def test_verdicts_on_either_side_of_the_tolerance_are_no_contradiction() -> None:
    touching = Result("exact", Verdict.TOUCHING, Exit.CONVERGED, 1, signed_distance=0.0, lower=0.0, upper=0.0)
    near = Result("headbutt", Verdict.SEPARATED, Exit.SEPARATING_AXIS, 1, lower=2.46e-11)
    assert not contradicts(near, touching, 2e-8)
    assert contradicts(replace(near, lower=2.46e-7), touching, 2e-8)
    deep = replace(touching, verdict=Verdict.PENETRATING, signed_distance=-1.0, lower=-1.0, upper=-1.0)
    assert contradicts(near, deep, 2e-8)


def test_meshes_that_are_apart_do_not_contradict_hulls_that_overlap() -> None:
    of_hulls = Result("gjk+epa", Verdict.PENETRATING, Exit.CONVERGED, 1, lower=-1.0, upper=-1.0, hulled=(True, True))
    of_meshes = Result("mesh-distance", Verdict.SEPARATED, Exit.CONVERGED, 1, lower=0.5, upper=0.5)
    assert not contradicts(of_meshes, of_hulls)
    assert not contradicts(of_hulls, of_meshes)
    apart = replace(of_hulls, verdict=Verdict.SEPARATED, lower=0.75, upper=0.75)
    overlapping = replace(of_meshes, verdict=Verdict.PENETRATING, lower=-1.0, upper=-0.5)
    assert contradicts(overlapping, apart)


def test_only_two_different_verdicts_are_a_contradiction() -> None:
    verdicts = {verdict: Result("gjk", verdict, Exit.CONVERGED, 1) for verdict in Verdict}
    for first in Verdict:
        for second in Verdict:
            undecided = Verdict.UNDECIDED in (first, second)
            assert contradicts(verdicts[first], verdicts[second]) == (first is not second and not undecided)


@pytest.mark.parametrize(
    ("scene", "algorithm", "words"),
    [
        ("museum/hb-article-cycle-1", "headbutt", "undecided"),  # it cycles
        ("museum/hb-article-cycle-1", "gjk", None),
        ("boxes-overlap", "headbutt", None),
        ("boxes-overlap", "aabb", "undecided"),  # bounding boxes that overlap prove nothing
    ],
)
def test_a_run_without_the_verdict_of_the_headline_has_failed(scene: str, algorithm: str, words: str | None) -> None:
    failure = run_failure(update(start_state(scene), ChooseAlgorithm(algorithm)))
    assert (failure and failure.words) == words


def test_a_run_with_the_opposite_verdict_is_wrong() -> None:
    """The article's search says that these tetrahedra, 59 mm apart, overlap."""
    a = ((0.4, 0.8, 0.5), (0.5, 0.9, 0.8), (-0.7, 0.6, -1.0), (-0.5, -0.1, 0.2))
    b = ((0.6, -0.7, 0.9), (0.8, -0.9, -0.2), (0.6, -0.3, 0.1), (0.9, -0.1, 0.4))
    bodies = Body("A", Hull(a)), Body("B", Hull(b), PositionOrientation((-1.4, 0.2, -0.6)))
    failure = run_failure(update(initial_state(Scene("apart", bodies)), ChooseAlgorithm("headbutt")))
    assert failure is not None
    assert failure.words == "wrong"
