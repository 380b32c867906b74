"""Numbers in sentences."""

import pytest

from gjkscope.engine.text import with_hyphens


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
