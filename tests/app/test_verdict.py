"""The words beside the verdict: they say what was proved, and no more."""

import pytest

import engine
from app.panels.verdict import certificate_words, distance_text, distance_words
from engine import Box, Ellipsoid, Pose, Segment, Sphere, Verdict
from engine.shapes import Shape

CUBE, HUGE = Box((1, 1, 1)), Ellipsoid((1e80, 1e80, 1e80))


@pytest.mark.parametrize(
    ("shape", "x", "verdict", "text", "words"),
    [
        (CUBE, 3.0, Verdict.SEPARATED, "1 m", "signed distance"),
        (CUBE, 1.5, Verdict.PENETRATING, "−0.5 m", "penetration depth"),
        (Sphere(1), 0.5, Verdict.PENETRATING, "−1.5 m", "penetration depth"),
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
        (Sphere(1), 0.5, "≤ −1", "at least so deep"),  # its centre lies inside the cube
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
