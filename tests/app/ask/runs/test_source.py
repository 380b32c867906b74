"""The displayed source: tokens in place with their kinds, and the values that names refer to."""

from typing import NamedTuple

import pytest

from gjkscope.app.ask.expressions.evaluator import ExpressionError
from gjkscope.app.ask.expressions.source_values import subconditions, value_of
from gjkscope.app.ask.runs.source import TokenKind, field_words, path_at, source_of
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk.simplex import Region
from gjkscope.engine.gjk.steps import Simplex, Vertex
from gjkscope.engine.headbutt.steps import FaceTest
from gjkscope.engine.vectors import ZERO

SOURCE = source_of("gjkscope.engine.gjk.steps")
ROW = next(number for number, line in enumerate(SOURCE.lines) if line.startswith("def step("))


def test_the_tokens_of_a_file_are_its_text_except_for_spaces() -> None:
    for line, words in zip(SOURCE.lines, SOURCE.words, strict=True):
        for word in words:
            assert line[word.column : word.column + len(word.text)] == word.text
        assert "".join(word.text for word in words).replace(" ", "") == line.replace(" ", "")


def test_the_kinds_of_tokens() -> None:
    tokens = {(word.text, word.kind) for word in SOURCE.words[ROW]}
    assert ("def", TokenKind.KEYWORD) in tokens
    assert ("step", TokenKind.DEFINED) in tokens
    assert [word.kind for word in SOURCE.words[ROW + 1]] == [TokenKind.STRING]
    limit = next(words for words in SOURCE.words if words and words[0].text.startswith("ITERATION_LIMIT"))
    assert limit[-1] == (len("ITERATION_LIMIT = "), "200", TokenKind.NUMBER)


def test_the_derivation_is_the_module_docstring() -> None:
    assert SOURCE.file == "engine/gjk/steps.py"
    assert SOURCE.derivation == gjk.__doc__.strip()  # type: ignore[union-attr]


LINE = "    if state.before[0].point > tests[i].origin and -x[1] == f(y).z:"


@pytest.mark.parametrize(
    ("word", "path"),
    [
        ("state", "state"),
        ("before", "state.before"),
        ("point", "state.before[0].point"),
        ("origin", "tests[i].origin"),
        ("x", "x"),
        ("y", "y"),
        ("z", "z"),
        ("> ", ""),
    ],
)
def test_a_name_refers_to_the_path_that_it_ends(word: str, path: str) -> None:
    assert path_at(LINE, LINE.index(word)) == path


W = Vertex((1.0, 2.0, 3.0), ZERO, ZERO, 0, 0, 4)
NAMES = {"simplex": Simplex((W, W, W, W), 1), "i": 1, "x": 0.5, "tests": ((1.0, -2.0), (3.0, 4.0)), "none": None}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("simplex.vertices[i].point[-1]", 3.0),
        ("tests[0][1] <= 0 and tests[1][0] < 4 * x + 2", True),
        ("not (x > 1 or none is None)", False),
        ("0 < x < 1 <= i", True),
        ("-x / 2", -0.25),
        ("i in (1, 2)", True),
    ],
)
def test_an_expression_has_the_value_it_would_have_at_run_time(expression: str, value: object) -> None:
    assert value_of(expression, NAMES) == value


@pytest.mark.parametrize(
    "expression",
    ["missing", "simplex.missing", "simplex.__class__", "x.real", "tests[7]", "len(tests)", "x x", "i < none", "x[0]"],
)
def test_unsupported_expressions_are_unknown(expression: str) -> None:
    with pytest.raises(ExpressionError):
        value_of(expression, NAMES)


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        ("if tests[0][0] <= 0 and x > 0:", [((("tests[0][0]", 1.0),), False)]),
        ("    elif tests[0][1] <= 0 and x > 1:", [((("tests[0][1]", -2.0),), True), ((("x", 0.5),), False)]),
        ("while x > 0 or i:", [((("x", 0.5),), True)]),
        ("if (\n    x > 1\n    or i == 1\n):", [((("x", 0.5),), False), ((("i", 1),), True)]),
        ("if norm(x) <= ROUNDING * i:", [((("x", 0.5), ("i", 1)), None)]),
        ("return x > 0", [((("x", 0.5),), True)]),
        ("return x", []),
        ("x = 3 > 2", []),
    ],
)
def test_conditions_are_shown_up_to_the_deciding_one(statement: str, parts: list[object]) -> None:
    assert list(subconditions(statement, NAMES)) == parts


def test_module_constants_decide_but_are_not_shown() -> None:
    [part] = subconditions("if i != Region.VERTEX_B and i < LIMIT:", {"i": 1}, {"Region": Region, "LIMIT": 9})
    assert part == ((("i", 1),), False)


def test_fields_are_described_by_the_comments_beside_them() -> None:
    words = field_words(FaceTest)
    assert words["inner"].startswith("normal · (opposite − d): > 0 if the normal points inwards")
    assert "face" not in words
    assert field_words(NamedTuple("Made", [("x", int)])) == {}
