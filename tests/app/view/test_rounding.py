"""Rounding of the numbers in texts, for pages of lessons."""

import pytest

from gjkscope.app.view.panels.toolkit.precision import in_page, set_precision
from gjkscope.app.view.words.rounding import round_numbers


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("gap 0.33397 m", "gap 0.33 m"),
        ("(0.018, −0.944, 0.328)", "(0.02, −0.94, 0.33)"),
        ("0.5 m and 3 m", "0.5 m and 3 m"),
        ("−0.10000 m", "−0.1 m"),
        ("within 2e−12 m", "within ≈0 m"),
        ("−0.001 m", "≈0 m"),
        ("0.0 m", "0 m"),
        ("1.5e3 m", "1500 m"),
        ("1.25e+75 m", "1.25e+75 m"),
        ("w0, w12, v1.2.3, x2.5", "w0, w12, v1.2.3, x2.5"),
        ("0.125 … 0.135", "0.12 … 0.14"),
    ],
)
def test_numbers_are_rounded_to_two_decimals(text: str, shown: str) -> None:
    assert round_numbers(text, 2) == shown


def test_outside_of_lessons_nothing_is_rounded() -> None:
    set_precision(None)
    assert in_page("0.33397 m") == "0.33397 m"
    set_precision(0)
    assert in_page("0.73397 m") == "1 m"
    set_precision(None)
