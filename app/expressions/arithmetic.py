"""Values of source expressions among the locals of a line: looked up and computed, never executed.

Supports what the algorithms' conditions consist of: names, fields, elements by index, arithmetic, comparisons, `and`,
`or`, `not`.  Calls might have side effects, so expressions that contain one are unknown.
"""

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from enum import EnumMeta
from functools import lru_cache
from typing import Any, NamedTuple

Names = Mapping[str, Any]


class UnknownValue(ValueError):
    """The expression has no value here, or contains something that is not evaluated."""


class Subcondition(NamedTuple):
    """A single condition with the names it depends on."""

    worth: tuple[tuple[str, Any], ...]  # such as "bd[1]" and its value
    holds: bool | None  # None if unknown


def value_of(expression: str, names: Names) -> Any:
    """The value of an expression.  Raises `UnknownValue`."""
    return _value(_parsed(expression), names)


def subconditions(statement: str, names: Names, known: Names | None = None) -> tuple[Subcondition, ...]:
    """The conditions that an `if`, `elif`, `while` or `return` evaluates in order, up to the one that decides.

    Each lists the values of its `names`; other names, such as module constants, are looked up in `known`.
    """
    asked = _asked(statement)
    if asked is None:
        return ()
    if not isinstance(asked, ast.BoolOp):
        return (_part(asked, names, known or {}),)
    decisive, found = isinstance(asked.op, ast.Or), []
    for node in asked.values:
        found.append(_part(node, names, known or {}))
        if found[-1].holds is decisive:
            break
    return tuple(found)


def _part(node: ast.expr, names: Names, known: Names) -> Subcondition:
    worth = {}
    for path in _paths(node):
        text = ast.unparse(path)
        try:
            worth[text] = _value(path, names)
        except UnknownValue:
            continue
    try:
        holds = bool(_value(node, {**known, **names}))
    except (UnknownValue, ArithmeticError):
        holds = None
    return Subcondition(tuple(worth.items()), holds)


@lru_cache(maxsize=4096)
def _asked(statement: str) -> ast.expr | None:
    """The condition of a statement; None if it has none."""
    text = statement.strip()
    if text.startswith(("if ", "elif ", "while ")):
        tree = ast.parse(
            f"{text.removeprefix('el').rstrip()}\n pass" if text.endswith(":") else text.removeprefix("el")
        )
        asked = tree.body[0]
        return asked.test if isinstance(asked, ast.If | ast.While) else None
    if text.startswith("return "):
        answer = ast.parse(f"def f():\n {text}").body[0].body[0].value  # type: ignore[attr-defined]
        return answer if isinstance(answer, ast.BoolOp | ast.Compare) else None
    return None


@lru_cache(maxsize=4096)
def _parsed(expression: str) -> ast.expr:
    try:
        return ast.parse(expression, mode="eval").body
    except SyntaxError:
        raise UnknownValue(expression) from None


def _paths(node: ast.AST) -> Iterator[ast.expr]:
    """The longest `a.b[i].c` in an expression, without duplicates."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        yield node
        return
    callee = node.func if isinstance(node, ast.Call) else None
    for child in ast.iter_child_nodes(node):
        if child is not callee:
            yield from _paths(child)


def _value(node: ast.expr, names: Names) -> Any:
    try:
        return EVALUATORS[type(node)](node, names)
    except (KeyError, IndexError, TypeError):
        raise UnknownValue(ast.unparse(node)) from None


def _attribute(node: Any, names: Names) -> Any:
    owner = _value(node.value, names)
    if node.attr not in getattr(owner, "_fields", ()) and not isinstance(owner, EnumMeta):
        raise UnknownValue(ast.unparse(node))
    return getattr(owner, node.attr)


def _bool_op(node: Any, names: Names) -> Any:
    value = None
    for part in node.values:
        value = _value(part, names)
        if bool(value) is isinstance(node.op, ast.Or):
            break
    return value


def _compare(node: Any, names: Names) -> bool:
    left = _value(node.left, names)
    for sign, part in zip(node.ops, node.comparators, strict=True):
        right = _value(part, names)
        if not OPERATORS[type(sign)](left, right):
            return False
        left = right
    return True


OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda value, values: value in values,
    ast.NotIn: lambda value, values: value not in values,
}

EVALUATORS: dict[type, Callable[[Any, Names], Any]] = {
    ast.Constant: lambda node, _: node.value,
    ast.Name: lambda node, names: names[node.id],
    ast.Attribute: _attribute,
    ast.Subscript: lambda node, names: _value(node.value, names)[_value(node.slice, names)],
    ast.Tuple: lambda node, names: tuple(_value(part, names) for part in node.elts),
    ast.UnaryOp: lambda node, names: OPERATORS[type(node.op)](_value(node.operand, names)),
    ast.BinOp: lambda node, names: OPERATORS[type(node.op)](_value(node.left, names), _value(node.right, names)),
    ast.Compare: _compare,
    ast.BoolOp: _bool_op,
}
