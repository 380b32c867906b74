"""The breakpoint language: what it accepts, what it rejects and where, and that it cannot be escaped."""

import ast
import re
import time
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from gjkscope import engine
from gjkscope.app.ask.breakpoints import CONDITIONS, MAX_LENGTH, ExpressionError, check_names, evaluate, parse
from gjkscope.app.ask.expressions.language import NODES
from tests.engine.museum import exhibit

STEPS = engine.trace(*exhibit("fcl-319b", "A B")[:4], "gjk").steps
STEP, BEFORE, FIRST = STEPS[5], STEPS[4], STEPS[0]


def value(text: str, step: Any = STEP, before: Any = BEFORE, held: frozenset[str] = frozenset()) -> bool:
    expression = parse(text)
    check_names(expression, step, CONDITIONS)
    return evaluate(expression, step, before, held)


TRUE = (
    "True",
    "iteration == 5",
    "iteration - prev.iteration == 1",
    "not iteration < 5 and (lower > 100 or upper > 0)",
    "0 < upper < 1e9",
    "-upper < 0 <= +upper",
    f"region == {STEP.region.name}",
    f"{STEP.region.name} == region",
    "region != EDGE_CD",
    "exit == RUNNING",
    "region < INTERIOR",
    "support.birth == 5",
    "support.point[0] * support.point[0] >= 0",
    "simplex.vertices[-1] == simplex.vertices[3]",
    "norm(direction) > 0.999 and norm(direction) < 1.001",
    "norm(closest - prev.closest) >= 0",
    "norm(closest) == norm(-closest) and norm(2 * closest) == norm(closest * 2) and norm(closest / 2) <= norm(closest)",
    "abs(dot(direction, support.point) - dot(support.point, direction)) == 0",
    "len(weights) == 4 and len(simplex.vertices) == 4",
    "min(weights) <= max(weights) and min(3, 1, 2) == 1 and max(3, 1) == 3",
    "not isnan(lower) and not isnan(direction) and isnan(0 / 0)",
    "1 / 0 > 1e308 and -1 / 0 < -1e308",
    "2 ** 10 == 1024 and 10 ** 999 > 1e308 and isnan((-1) ** 0.5) and 0 ** -1 > 1e308",
    "1e999 > 0",
    "9" * 150 + " > 0",
    "direction == direction and direction != prev.direction",
    "  iteration == 5  ",
    "(iteration\n == 5)",
)


def test_true_expressions() -> None:
    for text in TRUE:
        assert value(text)
        assert not value(f"not ({text.strip()})")


@pytest.mark.parametrize(
    "text",
    [
        "lower > prev.lower",
        "prev.lower == prev.lower",
        "norm(closest - prev.closest) >= 0",
        "prev.simplex.vertices[0].point[0] > 0",
        "simplex.vertices[4].birth == 0",
        "weights[9] != 0",
        "weights[-5] < 1",
        "-prev.lower < 1",
        "min(prev.lower, 1) < 2",
        "weights[prev.iteration] >= 0",
    ],
)
def test_a_comparison_with_a_missing_value_is_false_like_its_opposite(text: str) -> None:
    """There is nothing before the first step, and no fifth vertex of four."""
    assert not value(text, FIRST, None)


def test_the_built_in_conditions_are_valid_names() -> None:
    held = frozenset({"cycle"})
    assert value("cycle and not flat", held=held)
    assert not value("cycle and flat", held=held)


ANY = -1  # the exact column depends on the version of Python's parser

REFUSED = (
    ("", 0, "empty"),
    ("   ", 0, "empty"),
    ("lower >", 7, "unexpected end"),
    (" lower > 1 and ", 14, "unexpected end"),
    ("lower > > 2", ANY, "not an expression"),
    ("1) + (2", ANY, "not an expression"),
    ("lower = 2", ANY, "not an expression"),
    ("1if lower else 2", ANY, "is not supported|not an expression"),
    ("lower; upper", ANY, "not an expression"),
    ("import os", ANY, "not an expression"),
    ("\0", 0, "not an expression"),
    ("\ud800 > 1", 0, "not an expression"),
    ("(" * 150, ANY, "not an expression"),
    ("x" * (MAX_LENGTH + 1), MAX_LENGTH, "too long"),
    ("lower if upper else 2", 0, "if … else is not supported"),
    ("lower > (lambda: 1)", 9, "lambda is not supported"),
    ("[1, 2] == weights", 0, r"a list in \[ \] is not"),
    ("(1, 2) == weights", 0, "a list of values is not"),
    ("{1: 2}", 0, "not supported"),
    ("[x for x in weights]", 0, "a comprehension is not"),
    ("(y := 3) > 2", 1, ":= is not"),
    ("f'{lower}' == 1", 0, "text is not"),
    ("lower > 'big'", 8, "only constants"),
    ("support == None", 11, "only constants"),
    ("lower > 1j", 8, "only constants"),
    (" lower > 0x3f800000", 9, "write numbers in decimal"),
    ("lower > ...", 8, "only constants"),
    ("lower // 2 > 1", 0, "only \\+ − \\* / and"),
    ("lower % 2 > 1", 0, "only \\+ − \\* / and"),
    ("1 << 9999999 > 1", 0, "only \\+ − \\* / and"),
    ("~iteration > 1", 0, "write `not`"),
    ("lower is upper", 0, "only < <="),
    ("1 in weights", 0, "only < <="),
    ("weights[0:2] == weights", 0, "an index must be a single number"),
    ("weights[0, 1] > 0", 0, "an index must be a single number"),
    ("lower.__class__ == 1", 0, "begin with _"),
    ("prev.__class__ == 1", 0, "begin with _"),
    ("__import__ == 1", 0, "begin with _"),
    ("simplex._replace == 1", 0, "begin with _"),
    ("eval(lower)", 0, "unknown function; available: abs, min"),
    ("support.point(1)", 0, "unknown function; available"),
    ("(abs)(lower)()", 0, "unknown function; available"),
    ("norm(x=closest)", 0, "positional arguments"),
    ("norm(*closest) > 1", 5, "not supported"),
    ("depth > 1", 0, "no value depth; available: iteration, direction"),
    ("lower > prev.lowr", 8, "no field lowr; available: iteration, direction"),
    ("support.pint[0] > 0", 0, "no field pint; available: point, a, b"),
    ("abs > 1", 0, "no value abs"),
    ("lower.real > 1", 0, "a number has no fields"),
    ("direction.count > 1", 0, "a vector has no fields"),
    ("region.name > 1", 0, "has no fields"),
    ("lower[0] > 1", 0, "cannot be indexed"),
    ("support[0] > 1", 0, r"a record \(point"),
    ("weights[0.5] > 1", 8, "whole number"),
    ("weights[1 / 0] > 1", 8, "whole number"),
    ("weights[region] > 1", 8, "whole number"),
    ("lower", 0, "a number is neither true nor false"),
    ("closest", 0, "a vector is neither"),
    ("EDGE_AB", 0, "EDGE_AB is neither"),
    ("lower and upper", 0, "a number is neither"),
    ("not lower", 4, "a number is neither"),
    ("region == EDGE_XY", 10, "unknown name EDGE_XY; choose one of VERTEX_A"),
    ("lower == EDGE_AB", 9, "EDGE_AB cannot be compared with a number"),
    ("EDGE_AB == EDGE_AB", 11, "cannot be compared with EDGE_AB"),
    ("closest < direction", 10, "cannot be ordered"),
    ("lower < direction", 8, "cannot be ordered"),
    ("closest + 1 > 2", 0, "cannot be combined"),
    ("closest + weights > 2", 0, "different lengths"),
    ("2 / closest == 1", 0, "cannot be combined"),
    ("support + support == 1", 0, "cannot be combined"),
    ("-support == 1", 0, "has no sign"),
    ("True + 1 == 2", 0, "cannot be combined"),
    ("abs(closest) > 1", 0, "abs takes one number"),
    ("abs() > 1", 0, "abs takes one number"),
    ("norm(lower) > 1", 0, "norm takes one vector"),
    ("dot(closest, weights) > 1", 0, "dot takes two vectors of the same length"),
    ("len(support) > 1", 0, "len takes one list"),
    ("min() > 1", 0, "min takes numbers"),
    ("max(closest, 1) > 1", 0, "max takes numbers"),
    ("isnan(region)", 0, "isnan takes"),
)


def test_invalid_expressions_are_rejected_with_their_column() -> None:
    for text, column, words in REFUSED:
        with pytest.raises(ExpressionError, match=words) as caught:
            value(text)
        assert caught.value.column == column or (column == ANY and 0 <= caught.value.column <= len(text))


def test_the_column_of_a_fault_counts_characters_and_leading_blanks() -> None:
    with pytest.raises(ExpressionError) as caught:
        value("  lower > 0 and größe > depth")
    assert caught.value.column == 16


def test_the_column_of_a_fault_counts_the_lines_before_it() -> None:
    for text, column in ((" (upper > 0 and\n depth > 0)", 17), ("(lower > 0 and\n upper > )", 24)):
        with pytest.raises(ExpressionError) as caught:
            value(text)
        assert caught.value.column == column


def test_single_precision_numbers_and_integers_of_any_length_are_numbers() -> None:
    assert value("lower * 1e200 > 1e199", STEP._replace(lower=np.float32(0.5)))
    assert value("lower > 0", STEP._replace(lower=10**400))
    assert value("lower < 0", STEP._replace(lower=-(10**400)))
    assert value("lower == 0.5", STEP._replace(lower=Fraction(1, 2)))


@pytest.mark.parametrize(
    "text", ["9**9**9**9 > 1", "-" * 199 + "1", "not " * 49 + "True", "1+" * 99 + "1 > 0", "2**-1074**9 >= 0"]
)
def test_the_cost_of_an_expression_is_bounded_by_its_length(text: str) -> None:
    began = time.perf_counter()
    with suppress(ExpressionError):
        value(text)
    assert time.perf_counter() - began < 0.5


PIECES = re.findall(
    r"\S+",
    """
    lower prev.lower closest support simplex.vertices region exit tests weights EDGE_AB __class__ prev x
    0 1 -1 2.5 1e308 True ( ) [ ] . , + - * / ** < > == != and or not abs( norm( dot( min( len( isnan(
    lambda : if else for in := {} '' f'' \\ @ ; % // ~ None ... _ \0 é
    """,
)


def test_any_text_is_evaluated_or_rejected() -> None:
    """No exception except `ExpressionError`, and no value outside the language."""
    random = Random(11)
    answered = 0
    for _ in range(4000):
        text = " ".join(random.choices(PIECES, k=random.randrange(1, 9)))
        with suppress(ExpressionError):
            answered += value(text, random.choice(STEPS), random.choice((None, BEFORE))) in (True, False)
    assert answered > 20


def test_any_syntax_tree_is_evaluated_or_rejected() -> None:
    random = Random(12)
    answered = 0
    for _ in range(3000):
        try:
            answered += value(f"{_tree(random, 2)} < {_tree(random, 2)}") in (True, False)
        except ExpressionError:
            continue
    assert answered > 25


def _tree(random: Random, depth: int) -> str:
    leaves = tuple("lower upper closest direction region support.point prev.upper weights 2 0 1e200".split())
    if depth == 0:
        return random.choice(leaves)
    a, b = _tree(random, depth - 1), _tree(random, depth - 1)
    forms = (f"({a} + {b})", f"({a} * {b})", f"({a} ** {b})", f"({a} / {b})", f"(-{a})", f"({a} < {b})", f"norm({a})")
    return random.choice((*forms, f"({a} == {b})", f"(not {a})", f"({a} and {b})", f"dot({a}, {b})", f"max({a})", a))


def test_no_attribute_escapes_the_records() -> None:
    """Every Python attribute that is not a field is rejected."""
    for name in ("lower", "closest", "support", "region", "simplex", "tests", "prev"):
        record = BEFORE if name == "prev" else getattr(STEP, name)
        for attribute in dir(record):
            if attribute in getattr(record, "_fields", ()):
                continue
            with pytest.raises(ExpressionError):
                value(f"{name}.{attribute} == 1")


def test_the_supported_node_types_are_few() -> None:
    """The tables are the complete language: adding a node type is a decision, not an accident."""
    assert set(NODES) == {
        ast.Constant,
        ast.Name,
        ast.Attribute,
        ast.Subscript,
        ast.UnaryOp,
        ast.BinOp,
        ast.BoolOp,
        ast.Compare,
        ast.Call,
    }
