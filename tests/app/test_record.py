"""A record without a panel of its own is shown field by field."""

from enum import IntEnum
from typing import NamedTuple

from app.panels.record import SHOWN, as_text, parts


class Colour(IntEnum):
    DARK_RED = 1


class Inner(NamedTuple):
    x: float
    name: str


def test_a_value_that_fits_on_a_line_is_a_line() -> None:
    assert as_text(Colour.DARK_RED) == "dark red"
    assert as_text(True) == "yes"
    assert as_text(-0.5) == "−0.5"
    assert as_text(7) == "7"
    assert as_text((1.0, -2.0, 0.25)) == "(1, −2, 0.25)"
    assert as_text((1, 2, 3)) == "1, 2, 3"
    assert as_text((10**40, -7)) == "1.0000e+40, −7"
    assert as_text(()) == as_text(None) == "none"
    assert as_text("brute") == "brute"


def test_a_value_with_parts_is_shown_part_by_part() -> None:
    assert as_text(Inner(1.0, "w0")) is None
    assert list(parts(Inner(1.0, "w0"))) == [("x", 1.0), ("name", "w0")]
    assert as_text(((1.0, 2.0), (3.0, 4.0))) is None
    assert list(parts(["p", "q"])) == [("0", "p"), ("1", "q")]


def test_a_long_list_is_cut_where_the_panel_says_how_many_are_left() -> None:
    numbers = [float(i) for i in range(SHOWN + 5)]
    assert as_text(numbers) is None
    assert len(list(parts(numbers))) == SHOWN
