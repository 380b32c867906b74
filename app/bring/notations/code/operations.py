"""The values of two operands with an operator between them, and whether conditions hold."""

from collections.abc import Callable, Mapping
from math import fmod
from typing import NamedTuple, cast

from gjkscope.app.base.tokens import Token
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.code.lexer import PYTHON
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.rules import Rule, first_value
from gjkscope.app.bring.notations.code.templates import fill_by_percent, sources_of
from gjkscope.app.bring.notations.code.values import (
    Array,
    PlacedFrame,
    Rotation,
    Scalar,
    Text,
    Value,
    add_values,
    all_tokens,
    combine,
    divide_values,
    matrix_rows,
    multiply,
    multiply_each,
    scalars,
    subtract,
)

_COMPARISONS = ("==", "!=", "<", ">", "<=", ">=", "in", "not in", "is", "is not")
_BITWISE: Mapping[str, Callable[[int, int], int]] = {
    "&": int.__and__,
    "|": int.__or__,
    "^": int.__xor__,
    ">>": int.__rshift__,
    "<<": int.__lshift__,
}
MOST_BITS = 32  # of an operand of these


class Operation(NamedTuple):
    program: Program
    operator: str
    left: Value
    right: Value
    token: Token

    @property
    def is_python(self) -> bool:
        return self.program.vocabulary.language is PYTHON


def operation_value(program: Program, operator: str, left: Value, right: Value, token: Token) -> Value:
    """The value of two operands with an operator between them.  Raises `TextError` if it is unknown."""
    value = first_value(OPERATIONS, Operation(program, operator, left, right, token))
    if value is None:
        raise token.fault(f"the operator {operator} is not known here")
    return value


def condition_holds(value: Value, token: Token) -> bool:
    """Whether a condition of Python holds.  Raises `TextError` if that is unknown."""
    if isinstance(value, Scalar):
        return value.value != 0.0
    if isinstance(value, Text):
        return bool(value.text)
    if isinstance(value, Array):
        return bool(value.items)
    raise token.fault("whether this condition holds depends on the program")


def _is_operation(
    *operators: str, left: tuple[type, ...] = (), right: tuple[type, ...] = ()
) -> Callable[[Operation], bool]:
    """Whether an operator is one of these and the operands have these types; empty means any."""

    def applies(operation: Operation) -> bool:
        return (
            operation.operator in operators
            and (not left or isinstance(operation.left, left))
            and (not right or isinstance(operation.right, right))
        )

    return applies


def _by_rows(operation: Operation) -> Value | None:
    """Each row of a matrix with a vector, as NumPy combines them."""
    program, operator, left, right, token = operation
    rows, row = matrix_rows(left), scalars(right)
    if (
        not operation.is_python
        or not isinstance(left, Array)
        or rows is None
        or row is None
        or len(row) != len(rows[0])
    ):
        return None
    return Array(tuple(operation_value(program, operator, item, right, token) for item in left.items))


def _join(operation: Operation) -> Value:
    left, right = cast(Text, operation.left), cast(Text, operation.right)
    spend(len(left.text) + len(right.text), operation.token.line)
    return Text(left.text + right.text, sources=sources_of(left, right))


def _product(operation: Operation) -> Value:
    """The product of two values; Python multiplies arrays by elements, other languages matrices."""
    left, right = operation.left, operation.right
    is_motion = isinstance(left, (PlacedFrame, Rotation)) or isinstance(right, (PlacedFrame, Rotation))
    return multiply_each(left, right) if operation.is_python and not is_motion else multiply(left, right)


def _right(operation: Operation) -> Value:
    """The first number of a matrix that is filled in: `(Matrix3d() << 1, 2, …).finished()`."""
    return operation.right


def _power(operation: Operation) -> Value:
    return combine(lambda x, y: x**y, *_numbers(operation))


def _fill(operation: Operation) -> Value | None:
    return fill_by_percent(operation.program, cast(Text, operation.left), operation.right)


def _remainder(operation: Operation) -> Value | None:
    """The remainder of a division; of negative numbers, languages disagree."""
    left, right = _numbers(operation)
    return combine(fmod, left, right) if min(left.value, right.value) >= 0 else None


def _bitwise(operation: Operation) -> Value:
    """The bits of two integers combined: the corners of a box are `i & 1`, `i >> 1 & 1`, …"""
    operator, (left, right) = operation.operator, _numbers(operation)
    if not all(number.value.is_integer() and 0 <= number.value < 2**MOST_BITS for number in (left, right)) or (
        operator in ("<<", ">>") and right.value >= MOST_BITS
    ):
        raise operation.token.fault(f"the operator {operator} must have integers ≥ 0")
    return combine(lambda x, y: float(_BITWISE[operator](int(x), int(y))), left, right)


def _comparison(operation: Operation) -> Value:
    program, operator, left, right, token = operation
    program.context.account((*all_tokens(left), *all_tokens(right)))
    return _compare(operator, left, right, token)


def _conjunction(operation: Operation) -> Value:
    is_and = operation.operator in ("and", "&&")
    return operation.right if condition_holds(operation.left, operation.token) == is_and else operation.left


def _numbers(operation: Operation) -> tuple[Scalar, Scalar]:
    return cast(Scalar, operation.left), cast(Scalar, operation.right)


_TEXT, _NUMBER, _MOTION = (Text,), (Scalar,), (PlacedFrame, Rotation)

# Types decide what an operator does: more specific ones come first.
OPERATIONS: tuple[Rule[Operation], ...] = (
    Rule("a matrix and a vector of NumPy", _is_operation("+", "-", "*", "/"), _by_rows),
    Rule("two strings joined", _is_operation("+", left=_TEXT, right=_TEXT), _join),
    Rule("a sum", _is_operation("+"), lambda operation: add_values(operation.left, operation.right)),
    Rule("a difference", _is_operation("-"), lambda operation: subtract(operation.left, operation.right)),
    Rule("a quotient", _is_operation("/"), lambda operation: divide_values(operation.left, operation.right)),
    Rule("the first number of a comma initialiser", _is_operation("<<", left=(Array, *_MOTION)), _right),
    Rule("a product of matrices", _is_operation("@"), lambda operation: multiply(operation.left, operation.right)),
    Rule("a product", _is_operation("*"), _product),
    Rule("a power", _is_operation("**", left=_NUMBER, right=_NUMBER), _power),
    Rule("a string that is filled in", _is_operation("%", left=_TEXT), _fill),
    Rule("a product of rotations", _is_operation("%", left=(Rotation,), right=(Rotation,)), _product),
    Rule("a remainder", _is_operation("%", left=_NUMBER, right=_NUMBER), _remainder),
    Rule("bits", _is_operation(*_BITWISE, left=_NUMBER, right=_NUMBER), _bitwise),
    Rule("a comparison", _is_operation(*_COMPARISONS), _comparison),
    Rule("a conjunction or disjunction", _is_operation("and", "or", "&&", "||"), _conjunction),
)


def _compare(operator: str, left: Value, right: Value, token: Token) -> Value:
    """The result of a comparison of Python, as 0 or 1."""
    if operator in ("in", "not in") and isinstance(right, Array):
        is_item = any(_plain(item) == _plain(left) for item in right.items)
        return Scalar(float(is_item == (operator == "in")))
    a, b = _plain(left), _plain(right)
    if operator in ("==", "!=", "is", "is not") and a is not None and b is not None:
        return Scalar(float((a == b) == (operator in ("==", "is"))))
    if isinstance(left, Scalar) and isinstance(right, Scalar):
        x, y = left.value, right.value
        ordered = {"<": x < y, ">": x > y, "<=": x <= y, ">=": x >= y}
        if operator in ordered:
            return Scalar(float(ordered[operator]))
    raise token.fault("whether this condition holds depends on the program")


def _plain(value: Value) -> object:
    """A number, word or list of numbers without its tokens; None for anything else."""
    if isinstance(value, (Scalar, Text)):
        return value[0]
    flat = scalars(value)
    return tuple(number.value for number in flat) if flat is not None else None
