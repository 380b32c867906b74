"""The words beside the verdict: they say what was proved, and no more."""

import pytest

import engine
from app.panels.verdict import certificate_words, contradicts, distance_text, distance_words, own_words
from engine import Box, Ellipsoid, Exit, Pose, Result, Segment, Sphere, Verdict
from engine.shapes import Shape

CUBE, HUGE = Box((1, 1, 1)), Ellipsoid((1e80, 1e80, 1e80))


@pytest.mark.parametrize(
    ("shape", "x", "verdict", "text", "words"),
    [
        (CUBE, 3.0, Verdict.SEPARATED, "1\N{NO-BREAK SPACE}m", "signed distance"),
        (CUBE, 1.5, Verdict.PENETRATING, "−0.5\N{NO-BREAK SPACE}m", "penetration depth"),
        (Sphere(1), 0.5, Verdict.PENETRATING, "−1.5\N{NO-BREAK SPACE}m", "penetration depth"),
        (HUGE, 1e79, Verdict.UNDECIDED, "distance unknown", "could tell: degenerate input"),
    ],
)
def test_the_words_are_those_of_what_was_proved(
    shape: Shape, x: float, verdict: Verdict, text: str, words: str
) -> None:
    answer = engine.query(CUBE, Pose(), shape, Pose(position=(x, 0.0, 0.0)))
    assert answer.verdict is verdict
    assert distance_text(answer).startswith(text)
    assert words in distance_words(answer)


@pytest.mark.parametrize(
    ("shape", "x", "text", "words"),
    [
        (Sphere(1), 0.5, "≤\N{NO-BREAK SPACE}−1", "at least so deep"),  # its centre lies inside the cube
        (Segment((-1, 0, 0), (1, 0, 0)), 1.5, "distance unknown", "they share a point"),
    ],
)
def test_without_a_depth_the_words_say_so(shape: Shape, x: float, text: str, words: str) -> None:
    answer = engine.query(CUBE, Pose(), shape, Pose(position=(x, 0.0, 0.0)), algorithm="gjk")
    assert distance_text(answer).startswith(text)
    assert words in distance_words(answer)


def test_the_certificate_says_what_is_proved_to_the_last_digit() -> None:
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
        ("headbutt", 1.5, "penetrating"),  # it knows no depth
        ("brute", 1.5, "undecided (no vertex inside)"),
    ],
)
def test_the_algorithm_that_is_shown_says_its_own_answer(algorithm: str, x: float, words: str) -> None:
    bar = Box((1.0, 0.5, 2.0)) if algorithm == "brute" else CUBE
    own = engine.trace(CUBE, Pose(), bar, Pose(position=(x, 0.0, 0.0)), algorithm).result
    assert own_words(own) == words


def test_only_two_different_verdicts_contradict_each_other() -> None:
    verdicts = {verdict: Result("gjk", verdict, Exit.CONVERGED, 1) for verdict in Verdict}
    for one in Verdict:
        for other in Verdict:
            undecided = Verdict.UNDECIDED in (one, other)
            assert contradicts(verdicts[one], verdicts[other]) == (one is not other and not undecided)
