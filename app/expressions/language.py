"""The expression language for conditions on a step: `lower > prev.lower and region == EDGE_AB`.

Python's parser turns the text into a syntax tree; nothing is compiled or executed.  The functions in `NODES` and
`FUNCTIONS` walk the tree, and anything that is not registered there is rejected, so these tables define the language:

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
import warnings
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from gjkscope.app.expressions.values import (
    ARITHMETIC,
    FUNCTIONS,
    TAKES,
    Symbol,
    Value,
    comma_separated,
    is_list,
    is_number,
    is_record,
    is_vector,
    kind_words,
    to_double,
)

MAX_LENGTH = 200  # characters


class ExpressionError(ValueError):
    """An error in an expression, with the index of the offending character."""

    def __init__(self, words: str, column: int = 0) -> None:
        super().__init__(words)
        self.column = column


@dataclass(frozen=True)
class Expression:
    """A text that was parsed successfully."""

    text: str
    root: ast.expr

    @property
    def names(self) -> frozenset[str]:
        """The names used in it."""
        return frozenset(node.id for node in ast.walk(self.root) if isinstance(node, ast.Name))


class StepContext(NamedTuple):
    """What the names of an expression refer to at a step."""

    step: Any
    previous: Any  # None at the first step
    conditions: Collection[str]  # built-in conditions that hold
    text: str


def parse(text: str) -> Expression:
    """Parses an expression without resolving its names.  Raises `ExpressionError`."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"too long: at most {MAX_LENGTH} characters", MAX_LENGTH)
    if not text.strip():
        raise ExpressionError("empty: write a condition, such as  lower > 0")
    expression = Expression(text, _tree(text))
    for node in ast.walk(expression.root):
        if isinstance(node, ast.expr):
            _allowed(node, expression.text)
    return expression


def check_names(expression: Expression, step: Any, conditions: Iterable[str]) -> None:
    """Raises `ExpressionError` for a name that is neither a field of the step's record nor in `conditions`."""
    known = {*step._fields, *conditions, "prev"}
    functions = {id(node.func) for node in ast.walk(expression.root) if isinstance(node, ast.Call)}
    for node in ast.walk(expression.root):
        if isinstance(node, ast.Name) and node.id not in known and not node.id.isupper() and id(node) not in functions:
            column = _column(node, expression.text)
            raise ExpressionError(f"no value {node.id}; available: {comma_separated(step._fields)}", column)


def evaluate(expression: Expression, step: Any, previous: Any, conditions: Collection[str]) -> bool:
    """Evaluates the expression at a step; `previous` is None at the first one.

    `conditions` are the built-in conditions that hold.  Raises `ExpressionError` if the expression cannot be evaluated.
    """
    value = _value(expression.root, StepContext(step, previous, conditions, expression.text))
    return _truth(value, expression.root, expression.text)


ENDS_EARLY = "unexpected end"


def _tree(text: str) -> ast.expr:
    lead, end = len(text) - len(text.lstrip()), len(text.strip())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # rejects "1if", which Python still accepts
            return ast.parse(text.strip(), mode="eval").body
    except SyntaxError as fault:
        at = end if fault.offset == 0 else (fault.offset or 1) - 1  # 0 marks an unexpected end
        raise ExpressionError(
            f"not an expression: {fault.msg if at < end else ENDS_EARLY}", lead + min(at, end)
        ) from None
    except (ValueError, RecursionError, MemoryError):  # NUL or lone surrogate; too deeply nested
        raise ExpressionError("not an expression") from None


def _allowed(node: ast.expr, text: str) -> None:
    """Raises `ExpressionError` unless the tables below include the node."""
    column = _column(node, text)
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
            raise ExpressionError(f"unknown function; available: {comma_separated(FUNCTIONS)}", column)
        case ast.Call() if node.keywords:
            raise ExpressionError("functions take only positional arguments", column)


# --- values ---


def _value(node: ast.expr, moment: StepContext) -> Value:
    return NODES[type(node)](node, moment)


def _constant(node: ast.Constant, _: StepContext) -> Value:
    return node.value


def _name(node: ast.Name, moment: StepContext) -> Value:
    if node.id in moment.step._fields:
        return getattr(moment.step, node.id)
    if node.id == "prev":
        return moment.previous
    return Symbol(node.id) if node.id.isupper() else node.id in moment.conditions


def _attribute(node: ast.Attribute, moment: StepContext) -> Value:
    record = _value(node.value, moment)
    if record is None:
        return None
    if not is_record(record):
        raise ExpressionError(f"{kind_words(record)} has no fields", _column(node, moment.text))
    if node.attr not in record._fields:
        raise ExpressionError(
            f"no field {node.attr}; available: {comma_separated(record._fields)}", _column(node, moment.text)
        )
    return getattr(record, node.attr)


def _subscript(node: ast.Subscript, moment: StepContext) -> Value:
    parts, index = _value(node.value, moment), _value(node.slice, moment)
    if parts is None or index is None:
        return None
    if not is_list(parts):
        raise ExpressionError(f"{kind_words(parts)} cannot be indexed", _column(node, moment.text))
    if not is_number(index) or index != index // 1:
        raise ExpressionError("an index must be a whole number", _column(node.slice, moment.text))
    return parts[int(index)] if -len(parts) <= index < len(parts) else None


def _unary(node: ast.UnaryOp, moment: StepContext) -> Value:
    value = _value(node.operand, moment)
    if isinstance(node.op, ast.Not):
        return not _truth(value, node.operand, moment.text)
    return _signed(value, -1.0 if isinstance(node.op, ast.USub) else 1.0, node, moment)


def _binary(node: ast.BinOp, moment: StepContext) -> Value:
    left, right = _value(node.left, moment), _value(node.right, moment)
    if left is None or right is None:
        return None
    operation = ARITHMETIC[type(node.op)]
    if is_number(left) and is_number(right):
        return operation(to_double(left), to_double(right))
    if isinstance(node.op, ast.Mult) and is_number(left):
        left, right = right, left
    if isinstance(node.op, ast.Mult | ast.Div) and is_vector(left) and is_number(right):
        right = (right,) * len(left)
    elif not (isinstance(node.op, ast.Add | ast.Sub) and is_vector(left) and is_vector(right)):
        raise ExpressionError(
            f"{kind_words(left)} and {kind_words(right)} cannot be combined here", _column(node, moment.text)
        )
    if len(left) != len(right):
        raise ExpressionError("vectors of different lengths", _column(node, moment.text))
    return tuple(operation(to_double(a), to_double(b)) for a, b in zip(left, right, strict=True))


def _signed(value: Value, sign: float, node: ast.expr, moment: StepContext) -> Value:
    if value is None:
        return None
    if is_number(value):
        return sign * to_double(value)
    if is_vector(value):
        return tuple(sign * to_double(part) for part in value)
    raise ExpressionError(f"{kind_words(value)} has no sign", _column(node, moment.text))


def _logic(node: ast.BoolOp, moment: StepContext) -> bool:
    truths = (_truth(_value(part, moment), part, moment.text) for part in node.values)
    return all(truths) if isinstance(node.op, ast.And) else any(truths)


def _compare(node: ast.Compare, moment: StepContext) -> bool:
    values = [_value(part, moment) for part in (node.left, *node.comparators)]
    return all(
        _compared(values[i], op, values[i + 1], node.comparators[i], moment.text) for i, op in enumerate(node.ops)
    )


def _compared(left: Value, op: ast.cmpop, right: Value, node: ast.expr, text: str) -> bool:
    if left is None or right is None:
        return False
    if isinstance(left, Symbol):
        left, right = right, left
    if isinstance(right, Symbol):
        right = _member(left, right, node, text)
    elif is_number(left) and is_number(right):
        left, right = to_double(left), to_double(right)
    elif not isinstance(op, ast.Eq | ast.NotEq):
        raise ExpressionError(f"{kind_words(left)} and {kind_words(right)} cannot be ordered", _column(node, text))
    return bool(COMPARISONS[type(op)](left, right))


def _member(value: Value, symbol: Symbol, node: ast.expr, text: str) -> Enum:
    """The member that a name in capitals refers to when compared with a value."""
    if not isinstance(value, Enum):
        raise ExpressionError(f"{symbol.name} cannot be compared with {kind_words(value)}", _column(node, text))
    members = type(value).__members__
    if symbol.name not in members:
        raise ExpressionError(
            f"unknown name {symbol.name}; choose one of {comma_separated(members)}", _column(node, text)
        )
    return members[symbol.name]


def _call(node: ast.Call, moment: StepContext) -> Value:
    values = [_value(argument, moment) for argument in node.args]
    if any(value is None for value in values):
        return None
    assert isinstance(node.func, ast.Name)  # checked by `parse`
    try:
        return FUNCTIONS[node.func.id](*values)
    except TypeError:
        raise ExpressionError(f"{node.func.id} takes {TAKES[node.func.id]}", _column(node, moment.text)) from None


def _truth(value: Value, node: ast.expr, text: str) -> bool:
    """The truth of a value: None is false, and a number is not a condition."""
    if value is None:
        return False
    if not isinstance(value, bool):
        raise ExpressionError(f"{kind_words(value)} is neither true nor false; use a comparison", _column(node, text))
    return value


def _column(node: ast.expr, text: str) -> int:
    """The character where a node begins: the parser counts bytes, in the text without surrounding blanks."""
    lead = len(text) - len(text.lstrip())
    return lead + len(text.strip().encode()[: node.col_offset].decode())


NODES: dict[type, Callable[[Any, StepContext], Value]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.BoolOp: _logic,
    ast.Compare: _compare,
    ast.Call: _call,
}

COMPARISONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}

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
