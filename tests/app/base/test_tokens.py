"""The tokenizer: exact numbers, positions, and a token or an error for every character."""

import pickle
import random
from enum import Enum, auto

import pytest

from gjkscope.app.base.tokens import Kind, TextError, tokenize


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1.0),
        ("-.5", -0.5),
        ("−1e-3", -0.001),
        ("+5.", 5.0),
        ("1.0f", 1.0),
        ("1.5_f64", 1.5),
        ("2f32", 2.0),
        ("1.25L", 1.25),
        ("1.0D+02", 100.0),
        ("1_000.0", 1000.0),
        ("0x1.8p-3", 0.1875),
        ("0x1p-3f", 0.125),
        ("0x1.f", 1.9375),  # a digit, not the type
        ("1/3", 1 / 3),
        ("0x1p-2/3", 0.25 / 3),
        ('"0x1p3"', 8.0),
        ("'2.5'", 2.5),
        ("0e-999", 0.0),
        ("5e-324", 5e-324),
    ],
)
def test_a_number(text: str, value: float) -> None:
    number, end = tokenize(text)
    assert (number.kind, number.value, end.kind) == (Kind.NUMBER, value, Kind.END)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("0 -1.#IND00", 3, "'-1.#IND00' is not finite"),
        ("1.#QNAN", 1, "'1.#QNAN' is not finite"),
        ("(-nan(ind))", 2, "'-nan' is not finite"),
        ("NaN", 1, "'NaN' is not finite"),
        ("'inf'", 1, "'inf' is not finite"),
        ("f32::INFINITY", 6, "'INFINITY' is not finite"),
        ("np.inf", 1, "'np.inf' is not finite"),
        ("-Infinity", 1, "'-Infinity' is not finite"),
        ("1e400", 1, "'1e400' is too large for a double: must be at most 1.8e308"),
        ("0x1p9999", 1, "'0x1p9999' is too large for a double"),
        ("1e300/1e-300", 1, "'1e300/1e-300' is too large for a double"),
        ("-1e-400", 1, "'-1e-400' is too small for a double: write 0"),
        ("0x3f800000", 1, "must be decimal, or a hex float with a p exponent: 0x1p+0 (1.0) if"),
        ("1-2", 1, "'1-2' is not a number: put a space between numbers"),
        ("- 1", 1, "'-' is not a number: remove the space between the sign and its number"),
        ("1/0", 1, "'1/0' divides by zero"),
        ("1.2.3", 1, "'1.2.3' is not a number: expected a form such as 0.1"),
        ("12abc", 1, "'12abc' is not a number"),
        ("–1", 1, "'–1' is not a number"),  # a dash, not a minus
        ("٣", 1, "'٣' is not a number"),
        ("1//2", 1, "'1//2' is not a number"),
        ("a #0 1", 3, "'#' is not expected here: a comment starts with '# '"),
        ("1 /* 2", 3, "'/' is not expected here: the comment is not closed"),
        ('1 "2', 3, "'\"' is not expected here"),
        ("1|2", 2, "'|' is not expected here"),
        ("1 " + "9" * 400 + "x", 3, "is not a number"),
    ],
)
def test_an_invalid_token_is_named_with_its_position(text: str, column: int, message: str) -> None:
    with pytest.raises(TextError) as caught:
        tokenize(f"0 0\r\n# 1\n{text}")
    assert (caught.value.line, caught.value.column) == (3, column)
    assert str(caught.value) == f"line 3, column {column}: {caught.value.message}"
    assert message in str(caught.value)
    assert len(caught.value.message) < 150


def test_comments_and_names() -> None:
    tokens = tokenize("np.array # 1\n/* 2\n3 */ .x 'a b' vec! // 4\n::")
    assert [(token.text, token.line) for token in tokens if token.kind is Kind.NAME] == [
        ("np.array", 1),
        (".x", 3),
        ("a b", 3),
        ("vec!", 3),
    ]
    assert tokens[-2].is_mark("::")


def test_every_character_belongs_to_a_token() -> None:
    """If a text is accepted, it consists only of tokens, white space and comments."""
    rng = random.Random(5)
    alphabet = "0123456789.-+eEpxfnaif_ ,;:=()[]{}<>*&#/\n\"'|−∞"
    taken = 0
    for _ in range(5000):
        text = "".join(rng.choices(alphabet, k=rng.randrange(1, 9)))
        try:
            tokens = tokenize(text)
        except TextError:
            continue
        taken += 1
        if "#" in text or "/" in text:
            continue  # they may start a comment
        rest = list(text)
        for token in tokens:
            rest[token.start : token.end] = " " * (token.end - token.start)
        assert not "".join(rest).strip()
    assert 500 < taken < 4500


class Mark(Enum):
    FATAL = auto()
    ASKED = auto()


def test_marks_of_an_error_reach_another_process_and_leave_the_error_as_it_is() -> None:
    error = TextError(2, 3, "'r' has no value")
    marked = pickle.loads(pickle.dumps(error.marked(Mark.FATAL).marked(Mark.ASKED)))
    assert (str(marked), marked.marks) == (str(error), {Mark.FATAL, Mark.ASKED})
    assert error.marks == frozenset()
