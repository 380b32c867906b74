"""The lenient scanner: words that are no numbers are kept, and rejected where a number is needed."""

import pytest

from gjkscope.app.base.tokens import Kind, TextError
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.scanning import (
    DEEPEST,
    MOST_TOKENS,
    end_of_word,
    float_of_bits,
    is_comment,
    numeric,
    scan,
)
from gjkscope.app.bring.notations.reading import ImportFault


def test_prose_is_kept_as_words() -> None:
    tokens = scan("see box.h:(1715): it's `Box0.5` … 3.25mm # note")
    others = [token.text for token in tokens if token.kind is Kind.OTHER]
    assert others == ["it's", "Box0.5", "…", "# note"]
    assert [token.value for token in tokens if token.kind is Kind.NUMBER] == [1715.0, 3.25]
    assert is_comment(tokens[-2])


def test_positions_are_those_of_the_whole_text() -> None:
    text = "a\nbb 1\n  /* x\n */ 2.5"
    first, second = (token for token in scan(text) if token.kind is Kind.NUMBER)
    assert (first.line, first.column, text[first.start : first.end]) == (2, 4, "1")
    assert (second.line, second.column, text[second.start : second.end]) == (4, 5, "2.5")
    part = scan(text, text.index("2.5"))[0]
    assert (part.line, part.start) == (4, second.start)


@pytest.mark.parametrize("word", ["nan", "-inf", "1e400", "1.2.3", "1e-400", "-1.#IND00"])
def test_a_word_that_is_no_number_is_rejected_where_a_number_is_needed(word: str) -> None:
    token = scan(f"x {word}")[1]
    assert token.kind is Kind.OTHER
    with pytest.raises(TextError, match="line 1, column 3"):
        numeric(token, ReadContext(""))


def test_the_bits_of_a_float_are_an_assumption() -> None:
    context = ReadContext("")
    assert numeric(scan("0x3f800000")[0], context).value == 1.0
    assert numeric(scan("0xc000000000000000")[0], context).value == -2.0
    assert [assumption.value for assumption in context.assumptions] == ["float bits"]
    assert float_of_bits("0x7f800000") is None  # infinity
    assert float_of_bits("0x3f80") is None


def test_numbers_in_a_string() -> None:
    assert [token.value for token in scan('"(0.5, -1, 2)"') if token.kind is Kind.NUMBER] == [0.5, -1.0, 2.0]
    assert [token.kind for token in scan('"3 boxes"')] == [Kind.NAME, Kind.END]


def test_a_part_of_a_word_keeps_its_place() -> None:
    number = end_of_word(scan("  Box0.25")[0], 3)
    assert (number.value, number.column, number.start) == (0.25, 6, 5)


def test_long_and_deep_texts_are_refused_before_they_take_long() -> None:
    with pytest.raises(ImportFault, match="too long"):
        scan("1 " * (MOST_TOKENS + 1))
    with pytest.raises(ImportFault, match="too long"):
        scan("a=" * (MOST_TOKENS + 1))
    with pytest.raises(TextError, match="nested too deeply"):
        scan("[" * (DEEPEST + 1))
