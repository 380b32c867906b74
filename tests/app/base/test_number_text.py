"""Parsing of typed numbers."""

from math import inf, isnan, pi

import pytest

from gjkscope.app.base.numbers import ANGLE, LENGTH, PLAIN, Units, parse_hex_float, parse_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (" 0.1 ", 0.1),
        ("-1e-300", -1e-300),
        ("−2", -2.0),
        ("1/3", 1 / 3),
        ("- 22 / 7", -22 / 7),
        ("0x1.8p-3", 0.1875),
        ("-0X1.999999999999ap-4", -0.1),
        ("0x1p-2/3", 0.25 / 3),
        ("1e400", inf),
        ("pi/4", pi / 4),
        ("-π", -pi),
    ],
)
def test_numbers_are_exact_to_the_last_bit(text: str, value: float) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    ("text", "units", "value"),
    [
        ("5 mm", LENGTH, 0.005),
        ("30cm", LENGTH, 0.3),
        ("1/3 m", LENGTH, 1 / 3),
        ("45°", ANGLE, 45.0),
        ("-30 deg", ANGLE, -30.0),
        ("pi/4 rad", ANGLE, 45.0),
    ],
)
def test_units_are_accepted_where_they_are_meaningful(text: str, units: Units, value: float) -> None:
    assert parse_number(text, units) == value
    with pytest.raises(ValueError, match="must be a number"):
        parse_number(text, PLAIN)


def test_nan_is_a_number_that_the_caller_may_reject() -> None:
    assert isnan(parse_number("nan"))


@pytest.mark.parametrize("text", ["", "abc", "-", ".", "1/0", "1/2/3", "1,5", "0xz", "0x1p99999", "3 4", "__import__"])
def test_an_invalid_number_is_rejected_with_examples(text: str) -> None:
    with pytest.raises(ValueError, match=r"must be a number such as 0\.1, 1e-3, 1/3 or 0x1\.8p-3, got"):
        parse_number(text)


def test_a_decimal_comma_gives_a_hint_about_the_point() -> None:
    with pytest.raises(ValueError, match=r"got '1,5'; use a decimal point, not a comma"):
        parse_number("1,5")


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("0x3f800000", "0x1p+0 (1.0) if these are the bits of a float, 1065353216 if it is an integer"),
        ("0XBF800000", "-0x1p+0 (-1.0) if these are the bits of a float, 3212836864 if it is an integer"),
        ("0x3fb999999999999a", "0x1.999999999999ap-4 (0.1) if these are the bits of a float, 4591870180066957722 if"),
        ("0x7fc00000", "2143289344 if it is an integer"),  # the bits of NaN
        ("-0x3f800000", "-1065353216 if it is an integer"),  # bits have no sign
        ("0x10/3", "16 if it is an integer"),
    ],
)
def test_a_hexadecimal_integer_is_rejected_with_its_possible_meanings(text: str, readings: str) -> None:
    with pytest.raises(ValueError, match="must be decimal, or a hex float with a p exponent") as caught:
        parse_number(text)
    assert f": {readings}" in str(caught.value)
    assert str(caught.value).endswith(f", got {text!r}")


def test_a_hexadecimal_float_needs_an_exponent_or_a_point() -> None:
    assert [parse_hex_float(text) for text in ("0x10p0", "0x1.8", "-0x.8", "0x1.p1")] == [16.0, 1.5, -0.5, 2.0]
    for number in (0.1, 5e-324, -1e300):
        assert parse_hex_float(number.hex()) == number
    for text in ("1.5", "0x", "0x.p1", "1p3", "0x1p0 ", "nan"):
        with pytest.raises(ValueError, match="must be a hexadecimal float"):
            parse_hex_float(text)
