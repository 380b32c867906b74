"""Each rule for operators: what it makes of two operands."""

import numpy as np
import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code.operations import OPERATIONS, Operation, condition_holds, operation_value
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.python_vocabulary import VOCABULARY
from gjkscope.app.bring.notations.code.values import Array, OperandMismatch, Scalar, Text, Value
from gjkscope.app.bring.notations.code.vocabulary import Vocabulary
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.readers import bullet
from tests.app.bring.notations.code.rule_calls import TOKEN, at, decide, numbers, rotation, row, thing

VECTOR, TURN = row(1, 2, 3), rotation(0, 0, 1, 0)
ROWS = Array((row(1, 2, 3), row(4, 5, 6)))
TWO, FIVE = Scalar(2.0), Scalar(5.0)

# In the order of the table: the reason, the operands and the operator between them, the value in Python.
VALUES: list[tuple[str, Value, str, Value, Value]] = [
    ("a matrix and a vector of NumPy", ROWS, "-", VECTOR, Array((row(0, 0, 0), row(3, 3, 3)))),
    ("two strings joined", Text("a"), "+", Text("b"), Text("ab")),
    ("a sum", VECTOR, "+", VECTOR, row(2, 4, 6)),
    ("a difference", VECTOR, "-", Scalar(1.0), row(0, 1, 2)),
    ("a quotient", VECTOR, "/", TWO, row(0.5, 1, 1.5)),
    ("the first number of a comma initialiser", VECTOR, "<<", FIVE, FIVE),
    ("a product of matrices", ROWS, "@", VECTOR, row(14, 32)),
    ("a product", VECTOR, "*", VECTOR, row(1, 4, 9)),
    ("a power", FIVE, "**", TWO, Scalar(25.0)),
    ("a string that is filled in", Text("a"), "%", TWO, Text("a")),
    ("a product of rotations", TURN, "%", TURN, rotation(0, 0, 0, 1)),
    ("a remainder", FIVE, "%", TWO, Scalar(1.0)),
    ("bits", FIVE, ">>", TWO, Scalar(1.0)),
    ("a comparison", FIVE, "<=", TWO, Scalar(0.0)),
    ("a conjunction or disjunction", Scalar(0.0), "or", TWO, TWO),
]


def operation(left: Value, operator: str, right: Value, vocabulary: Vocabulary = VOCABULARY) -> Operation:
    program = Program(ReadContext(""), vocabulary)
    program.templates = {}
    return Operation(program, operator, left, right, TOKEN)


@pytest.mark.parametrize(("reason", "left", "operator", "right", "value"), VALUES, ids=[case[0] for case in VALUES])
def test_operation(reason: str, left: Value, operator: str, right: Value, value: Value) -> None:
    left = left._replace(token=TOKEN) if isinstance(left, Text) and operator == "%" else left
    rule, result = decide(OPERATIONS, operation(left, operator, right))
    assert rule == reason
    if not isinstance(left, Text):
        np.testing.assert_allclose(numbers(result), numbers(value), atol=1e-12)
    elif operator == "+":
        assert result == value


def test_each_operation_is_tested() -> None:
    assert [rule.reason for rule in OPERATIONS] == [case[0] for case in VALUES]


@pytest.mark.parametrize(
    ("left", "operator", "right", "value"),
    [
        (ROWS, "*", VECTOR, row(14, 32)),
        (at(1, 0, 0, TURN), "*", VECTOR, row(0, -2, 3)),
        (at(1, 0, 0), "+", VECTOR, at(2, 2, 3)),
    ],
)
def test_matrices_and_poses_of_other_languages(left: Value, operator: str, right: Value, value: Value) -> None:
    _, result = decide(OPERATIONS, operation(left, operator, right, bullet.VOCABULARY))
    np.testing.assert_allclose(numbers(result), numbers(value), atol=1e-12)


@pytest.mark.parametrize(
    ("operator", "left", "right", "value"),
    [
        ("in", Scalar(2.0), VECTOR, 1.0),
        ("not in", Scalar(2.0), VECTOR, 0.0),
        ("is not", Text("a"), Text("b"), 1.0),
        ("==", VECTOR, row(1, 2, 3), 1.0),
    ],
)
def test_comparison(operator: str, left: Value, right: Value, value: float) -> None:
    assert decide(OPERATIONS, operation(left, operator, right))[1] == Scalar(value)


@pytest.mark.parametrize(
    ("operator", "left", "right"),
    [("<", VECTOR, TWO), ("and", thing(), TWO), ("%", Scalar(-5.0), TWO), ("&", Scalar(0.5), TWO), ("^", VECTOR, TWO)],
)
def test_what_is_not_known_is_refused(operator: str, left: Value, right: Value) -> None:
    made = operation(left, operator, right)
    with pytest.raises(TextError):
        operation_value(made.program, operator, left, right, TOKEN)


def test_lists_of_different_lengths_have_no_sum() -> None:
    with pytest.raises(OperandMismatch, match="lists of 3 and 2 items"):
        decide(OPERATIONS, operation(VECTOR, "+", row(1, 2)))


@pytest.mark.parametrize(("value", "holds"), [(TWO, True), (Scalar(0.0), False), (Text(""), False), (VECTOR, True)])
def test_condition(value: Value, holds: bool) -> None:
    assert condition_holds(value, TOKEN) == holds
