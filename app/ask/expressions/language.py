"""The expression language for conditions on a step: `lower > prev.lower and region == EDGE_AB`.

Everything that is not in the tables of `LANGUAGE` is rejected, so these tables define the language:

- fields of the step's record by name, those of the previous step as `prev.lower`, nested fields with a dot, list items
  with `[0]`; names of regions, exits and the like in capitals; built-in conditions by name
- numbers, + − * / ** and comparisons; and, or, not; + and − of vectors, and products of vectors and numbers
- abs, min, max, norm, dot, len, isnan

A missing value (the step before the first, the fifth vertex of four) is None; so is anything computed from it, and
comparisons with it are false.  Arithmetic is in doubles, so it cannot fail, and its cost does not grow with the size of
the numbers; the length of the text is limited, which limits the time per step.
"""

import ast
import operator
from collections.abc import Callable, Collection, Iterable
from enum import Enum
from typing import Any

from gjkscope.app.ask.expressions import evaluator
from gjkscope.app.ask.expressions.evaluator import (
    Expression,
    ExpressionError,
    Language,
    Names,
    Operation,
    column_of,
    evaluate_expression,
    is_true,
)
from gjkscope.app.ask.expressions.values import (
    ARITHMETIC,
    FUNCTIONS,
    TAKES,
    Symbol,
    Unsuitable,
    Value,
    is_list,
    is_number,
    is_vector,
    join_with_commas,
    kind_words,
    record_field,
    to_double,
)

MAX_LENGTH = 200  # characters


def parse(text: str) -> Expression:
    """Parses an expression without resolving its names.  Raises `ExpressionError`."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"too long: at most {MAX_LENGTH} characters", MAX_LENGTH)
    if not text.strip():
        raise ExpressionError("empty: write a condition, such as  lower > 0")
    expression = evaluator.parse_python(text)
    for node in ast.walk(expression.root):
        if isinstance(node, ast.expr):
            _check_node(node, expression.text)
    return expression


def check_names(expression: Expression, step: Any, conditions: Iterable[str]) -> None:
    """Raises `ExpressionError` for a name that is neither a field of the step's record nor in `conditions`."""
    known = {*step._fields, *conditions, "prev"}
    functions = {id(node.func) for node in ast.walk(expression.root) if isinstance(node, ast.Call)}
    for node in ast.walk(expression.root):
        if isinstance(node, ast.Name) and node.id not in known and not node.id.isupper() and id(node) not in functions:
            column = column_of(node, expression.text)
            raise ExpressionError(f"no value {node.id}; available: {join_with_commas(step._fields)}", column)


def evaluate(expression: Expression, step: Any, previous: Any, conditions: Collection[str]) -> bool:
    """Evaluates the expression at a step; `previous` is None at the first one.

    `conditions` are the built-in conditions that hold.  Raises `ExpressionError` if the expression cannot be evaluated.
    """

    return is_true(expression, _names(step, previous, conditions), LANGUAGE)


def step_value(expression: Expression, step: Any, previous: Any) -> Value:
    """The value of the expression at a step, like `evaluate`; None if it is missing.  Raises `ExpressionError`."""
    return evaluate_expression(expression, _names(step, previous, ()), LANGUAGE)


def _names(step: Any, previous: Any, conditions: Collection[str]) -> Names:
    def value_of(name: str) -> Value:
        if name in step._fields:
            return getattr(step, name)
        if name == "prev":
            return previous
        return Symbol(name) if name.isupper() else name in conditions

    return value_of


def _check_node(node: ast.expr, text: str) -> None:
    """Raises `ExpressionError` unless the tables below include the node."""
    column = column_of(node, text)
    if type(node) not in NODES:
        raise ExpressionError(f"{NAMES.get(type(node), 'this')} is not supported", column)
    match node:
        case ast.Constant() if isinstance(node.value, str | bytes | complex) or node.value in (None, ...):
            raise ExpressionError(
                "numbers, True and False are the only constants; names of regions go without quotes", column
            )
        case ast.Constant() if text[column : column + 2].lower() == "0x":
            raise ExpressionError("write numbers in decimal", column)
        case ast.Attribute() if node.attr.startswith("_"):
            raise ExpressionError("names that begin with _ are not supported", column)
        case ast.Name() if node.id.startswith("_"):
            raise ExpressionError("names that begin with _ are not supported", column)
        case ast.BinOp() if type(node.op) not in ARITHMETIC:
            raise ExpressionError("only + − * / and ** (power) are supported", column)
        case ast.UnaryOp() if isinstance(node.op, ast.Invert):
            raise ExpressionError("write `not` instead of ~", column)
        case ast.Compare() if not {type(op) for op in node.ops} <= COMPARISONS.keys():
            raise ExpressionError("only < <= > >= == and != are supported", column)
        case ast.Subscript() if isinstance(node.slice, ast.Slice | ast.Tuple | ast.Starred):
            raise ExpressionError("an index must be a single number, as in vertices[0]", column)
        case ast.Call() if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS:
            raise ExpressionError(f"unknown function; available: {join_with_commas(FUNCTIONS)}", column)
        case ast.Call() if node.keywords:
            raise ExpressionError("functions take only positional arguments", column)


def _unless_missing(operation: Operation, otherwise: Value = None) -> Operation:
    """The operation, with `otherwise` as its result if one of the values is missing."""

    def apply(*values: Value) -> Value:
        return otherwise if any(value is None for value in values) else operation(*values)

    return apply


def _item(parts: Value, index: Value) -> Value:
    if not is_list(parts):
        raise Unsuitable(f"{kind_words(parts)} cannot be indexed")
    if not is_number(index) or index != index // 1:
        raise Unsuitable("an index must be a whole number", operand=1)
    return parts[int(index)] if -len(parts) <= index < len(parts) else None


def _truth(value: Value) -> bool:
    """The truth of a value: None is false, and a number is not a condition."""
    if value is None:
        return False
    if not isinstance(value, bool):
        raise Unsuitable(f"{kind_words(value)} is neither true nor false; use a comparison")
    return value


def _sign_operation(sign: float) -> Operation:
    def apply(value: Value) -> Value:
        if is_number(value):
            return sign * to_double(value)
        if is_vector(value):
            return tuple(sign * to_double(part) for part in value)
        raise Unsuitable(f"{kind_words(value)} has no sign")

    return _unless_missing(apply)


def _arithmetic(op: type) -> Operation:
    operation = ARITHMETIC[op]

    def apply(left: Value, right: Value) -> Value:
        if is_number(left) and is_number(right):
            return operation(to_double(left), to_double(right))
        if op is ast.Mult and is_number(left):
            left, right = right, left
        if op in (ast.Mult, ast.Div) and is_vector(left) and is_number(right):
            right = (right,) * len(left)
        elif not (op in (ast.Add, ast.Sub) and is_vector(left) and is_vector(right)):
            raise Unsuitable(f"{kind_words(left)} and {kind_words(right)} cannot be combined here")
        if len(left) != len(right):
            raise Unsuitable("vectors of different lengths")
        return tuple(operation(to_double(a), to_double(b)) for a, b in zip(left, right, strict=True))

    return _unless_missing(apply)


def _comparison(compared: Callable[[Any, Any], Any]) -> Operation:
    def apply(left: Value, right: Value) -> bool:
        if isinstance(left, Symbol):
            left, right = right, left
        if isinstance(right, Symbol):
            right = _member(left, right)
        elif is_number(left) and is_number(right):
            left, right = to_double(left), to_double(right)
        elif compared not in (operator.eq, operator.ne):
            raise Unsuitable(f"{kind_words(left)} and {kind_words(right)} cannot be ordered")
        return bool(compared(left, right))

    return _unless_missing(apply, otherwise=False)


def _member(value: Value, symbol: Symbol) -> Enum:
    """The member that a name in capitals refers to when compared with a value."""
    if not isinstance(value, Enum):
        raise Unsuitable(f"{symbol.name} cannot be compared with {kind_words(value)}")
    members = type(value).__members__
    if symbol.name not in members:
        raise Unsuitable(f"unknown name {symbol.name}; choose one of {join_with_commas(members)}")
    return members[symbol.name]


def _function(name: str) -> Operation:
    def apply(*values: Value) -> Value:
        try:
            return FUNCTIONS[name](*values)
        except TypeError:
            raise Unsuitable(f"{name} takes {TAKES[name]}") from None

    return _unless_missing(apply)


NODES = frozenset(evaluator.NODES) - {ast.Tuple}

COMPARISONS: dict[type, Operation] = {
    ast.Lt: _comparison(operator.lt),
    ast.LtE: _comparison(operator.le),
    ast.Gt: _comparison(operator.gt),
    ast.GtE: _comparison(operator.ge),
    ast.Eq: _comparison(operator.eq),
    ast.NotEq: _comparison(operator.ne),
}

LANGUAGE = Language(
    nodes=NODES,
    field=_unless_missing(record_field),
    item=_unless_missing(_item),
    truth=_truth,
    logic=_truth,
    unary={ast.USub: _sign_operation(-1.0), ast.UAdd: _sign_operation(1.0)},
    binary={op: _arithmetic(op) for op in ARITHMETIC},
    comparisons=COMPARISONS,
    functions={name: _function(name) for name in FUNCTIONS},
)

NAMES: dict[type, str] = {
    ast.Lambda: "lambda",
    ast.IfExp: "if … else",
    ast.NamedExpr: ":=",
    ast.ListComp: "a comprehension",
    ast.GeneratorExp: "a comprehension",
    ast.List: "a list in [ ]",
    ast.Tuple: "a list of values",
    ast.JoinedStr: "text",
}
