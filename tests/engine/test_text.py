"""Numbers as text for people."""

import pytest

from gjkscope.engine.text import depth_interval, range_words, with_hyphens


@pytest.mark.parametrize(
    ("lower", "upper", "digits", "words"),
    [
        (1.0, 2.0, 5, "1 … 2"),
        (-0.25, -0.1, 5, "−0.25 … −0.1"),
        (10.0, 10.0, 5, "10"),
        (9.999998, 10.000002, 4, "10 ± 2e−06"),
        (0.0, 0.0, 5, "0"),
        (-1e-9, 1e-9, 5, "−1e−09 … 1e−09"),
    ],
)
def test_two_ends_that_look_the_same_are_not_written_as_a_range(
    lower: float, upper: float, digits: int, words: str
) -> None:
    assert range_words(lower, upper, digits) == words


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("A − B is −1.5 m to within 2e−12 m", "A − B is -1.5 m to within 2e-12 m"),
        ("(−.5, −∞)", "(-.5, -∞)"),
        ("no numbers − only signs", "no numbers − only signs"),
    ],
)
def test_only_the_minus_signs_of_numbers_become_hyphens(text: str, plain: str) -> None:
    assert with_hyphens(text) == plain


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ((0.25, 0.5), "is at least 0.25 and at most 0.5 m"),
        ((0.5, 0.5), "is 0.5 m to within rounding"),
        ((0.5, 0.5 + 2**-30), "is 0.5 m to within 9.3e−10 m"),
    ],
)
def test_a_depth_between_two_bounds(bounds: tuple[float, float], words: str) -> None:
    assert depth_interval(*bounds) == words
