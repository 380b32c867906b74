"""Whether printed digits decide the verdict: pairs that touch up to their last digit, and pairs that do not."""

import pytest

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.digits import Extremes, rounded_numbers, verdict_extremes
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.app.bring.notations.keyed.scanning import scan
from gjkscope.app.bring.notations.printed import significant_digits


def extremes(text: str, notation: str | None = None) -> Extremes:
    bounds = verdict_extremes(import_text(text, notation=notation))
    assert bounds is not None
    return bounds


def balls(position: str) -> str:
    return f"sphere A radius 0.5\nsphere A position 0 0 0\nsphere B radius 0.5\nsphere B position {position}\n"


def numbers_of(text: str) -> list[Token]:
    return [token for token in scan(text) if token.kind is Kind.NUMBER]


@pytest.mark.parametrize(
    ("text", "rounded"),
    [
        ("1 2.5 0.325 0x1.8p-3", []),  # typed, or exact
        ("0.70710678 0.5 2", ["0.70710678"]),
        ("0.29999999999999998890", []),  # more digits than a double has
        ("0.50 1.25 0.3", ["0.50", "1.25"]),  # printed to two decimals
        ("1.00000000 0.25", ["1.00000000"]),
        ("1.2345e-7", ["1.2345e-7"]),
    ],
)
def test_which_numbers_were_rounded(text: str, rounded: list[str]) -> None:
    assert [token.text for token in rounded_numbers(numbers_of(text))] == rounded


def test_significant_digits() -> None:
    assert [significant_digits(token) for token in numbers_of("0.0125 1.250 -120 1.5e-7")] == [3, 4, 3, 2]


def test_digits_decide_whether_two_balls_touch() -> None:
    bounds = extremes(balls("0.57735 0.57735 0.57735"))  # 1/√3 to five digits: 3e-6 too short
    assert (bounds.fewest, bounds.verdict_depends) == (5, True)
    assert (bounds.closest.verdict, bounds.furthest.verdict) == ("penetrating", "separated")
    # Each coordinate changes the distance by 1/√3 of half a unit.
    width = (bounds.furthest.signed_distance or 0.0) - (bounds.closest.signed_distance or 0.0)
    assert width == pytest.approx(3 * 1e-5 / 3**0.5, rel=1e-4)
    assert bounds.furthest.scene.body("B").pose.position[0] == pytest.approx(0.577355, rel=1e-12)


@pytest.mark.parametrize("position", ["1 0 0", "0x1p0 0 0", "0.57736 0.57736 0.57736", "1.2345 0 0"])
def test_exact_numbers_and_clear_verdicts_do_not_depend_on_digits(position: str) -> None:
    bounds = extremes(balls(position))
    assert bounds.verdict_depends is False
    assert bounds.closest.verdict == bounds.furthest.verdict


def test_rotations_matter_by_their_lever() -> None:
    """A long box, turned by 30 degrees to six digits, whose corner nearly touches a plane-like box."""
    x = "0.866025 -0.5 0 0\n0.5 0.866025 0 0\n0 0 1 0\n0 0 0 1\n"
    top = 10 * 0.5 + 0.125 * 3**0.5 / 2  # the height of the corner
    text = f"box A half extents 10 0.125 1\nbox A pose:\n{x}box B half extents 20 1 1\nbox B position 0 {{}} 0\n"
    near, far = extremes(text.format(repr(top + 1))), extremes(text.format(repr(top + 1.001)))
    assert near.verdict_depends is True
    assert far.verdict_depends is False


def test_vertices_of_hulls() -> None:
    rows = ["0.11111 0.0 0.0", "1 0.2 0", "1 1 0.3", "1 0 1", "2 2 2"]
    mirrored = [" ".join(str(-float(number)) for number in row.split()) for row in rows[1:]]
    text = "\n".join(rows) + "\n\n" + "\n".join([rows[0], *mirrored]) + "\n"
    bounds = extremes(text)
    assert (bounds.fewest, bounds.verdict_depends) == (5, True)
    assert bounds.closest.verdict == "touching"
    assert bounds.furthest.signed_distance == pytest.approx(1e-5, rel=1e-3)
    far = "\n".join(rows) + "\n\n" + "\n".join(["0.0 0.0 0.0", *mirrored]) + "\n"
    assert extremes(far).verdict_depends is False


@pytest.mark.thorough
@pytest.mark.slow
def test_large_hulls_need_no_differences() -> None:
    """Two thousand vertices, whose supporting ones are found by the normal."""
    rows = [f"{1.0 + 0.001 * i:.5f} {0.37 * (i % 7):.5f} {0.21 * (i % 5):.5f}" for i in range(1000)]
    text = "0.11111 0.5 0.5\n" + "\n".join(rows) + "\n\n0.11111 0.5 0.5\n" + "\n".join("-" + row for row in rows)
    assert extremes(text + "\n").verdict_depends is True


def test_a_single_body_has_no_verdict() -> None:
    assert verdict_extremes(import_text("sphere radius 0.12345\nsphere position 1 2 3\n")) is None
