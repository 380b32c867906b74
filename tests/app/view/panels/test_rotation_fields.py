"""The numbers of a matrix in a narrow panel."""

import pytest

from gjkscope.app.view.panels.toolkit.fields import cell


@pytest.mark.parametrize(
    ("value", "width", "text"),
    [
        (0.0, 5, "0"),
        (-1.0, 5, "−1"),
        (0.5, 5, "0.5"),
        (0.9950443207944397, 5, ".995"),
        (-0.9950443207944397, 5, "−.995"),
        (-0.013230856508016586, 5, "−.013"),
        (-0.013230856508016586, 10, "−0.0132309"),
        (-104.5, 5, "−104"),
        (6.123e-17, 5, "6e−17"),
    ],
)
def test_a_number_gets_as_many_digits_as_fit(value: float, width: int, text: str) -> None:
    assert cell(value, width) == text
