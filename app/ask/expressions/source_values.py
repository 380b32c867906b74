"""Values of source expressions among the locals of a line, and the conditions that a statement evaluates.

The language is the part of Python that the algorithms' conditions consist of: names, fields, elements by index,
arithmetic, comparisons, `and`, `or`, `not`.  Calls might have side effects, so an expression with one has no value.
Operators are Python's own, so that a value is what the line computed, in single precision too.
"""

import ast
import operator
from collections.abc import Iterator, Mapping
from enum import EnumMeta
from functools import lru_cache
from typing import Any, NamedTuple

from gjkscope.app.ask.expressions import evaluator
from gjkscope.app.ask.expressions.evaluator import Expression, ExpressionError, Language, evaluate_expression, is_true
from gjkscope.app.ask.expressions.values import Value, record_field

Names = Mapping[str, Any]


class Subcondition(NamedTuple):
    """A single condition with the names it depends on."""

    worth: tuple[tuple[str, Any], ...]  # such as "bd[1]" and its value
    holds: bool | None  # None if unknown


def value_of(expression: str, names: Names) -> Any:
    """The value of an expression.  Raises `ExpressionError` if it has no value here or is not supported."""
    return evaluate_expression(_parse(expression), names.__getitem__, LANGUAGE)


def subconditions(statement: str, names: Names, known: Names | None = None) -> tuple[Subcondition, ...]:
    """The conditions that an `if`, `elif`, `while` or `return` evaluates in order, up to the one that decides.

    Each lists the values of its `names`; other names, such as module constants, are looked up in `known`.
    """
    asked = _condition_of(statement)
    if asked is None:
        return ()
    if not isinstance(asked, ast.BoolOp):
        return (_part(asked, names, known or {}),)
    decisive, conditions = isinstance(asked.op, ast.Or), []
    for node in asked.values:
        conditions.append(_part(node, names, known or {}))
        if conditions[-1].holds is decisive:
            break
    return tuple(conditions)


def _part(node: ast.expr, names: Names, known: Names) -> Subcondition:
    worth = {}
    for text in map(ast.unparse, _paths(node)):
        try:
            worth[text] = value_of(text, names)
        except ExpressionError:
            continue
    try:
        holds = is_true(_parse(ast.unparse(node)), lambda name: (names if name in names else known)[name], LANGUAGE)
    except ExpressionError:
        holds = None
    return Subcondition(tuple(worth.items()), holds)


@lru_cache(maxsize=4096)
def _condition_of(statement: str) -> ast.expr | None:
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
def _parse(expression: str) -> Expression:
    return evaluator.parse_python(expression)


def _paths(node: ast.AST) -> Iterator[ast.expr]:
    """The longest `a.b[i].c` in an expression, without duplicates."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        yield node
        return
    callee = node.func if isinstance(node, ast.Call) else None
    for child in ast.iter_child_nodes(node):
        if child is not callee:
            yield from _paths(child)


def _field(owner: Value, name: str) -> Value:
    """A field of a record, or a member of an enumeration."""
    return owner[name] if isinstance(owner, EnumMeta) else record_field(owner, name)


LANGUAGE = Language(
    nodes=frozenset(evaluator.NODES) - {ast.Call},
    field=_field,
    item=operator.getitem,
    truth=bool,
    logic=lambda value: value,
    unary={ast.USub: operator.neg},
    binary={
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
        ast.Mod: operator.mod,
    },
    comparisons={
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
    },
)
