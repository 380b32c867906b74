"""Declarations and assignments of several names at once: `let (a, b) = value`, `[a, b] = value`."""

from collections.abc import Sequence

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.code.syntax import (
    Assignment,
    BracketNode,
    CallNode,
    Declaration,
    Expression,
    Name,
    Number,
    Statement,
    Subscript,
)


def unpacked_names(token: Token, names: Sequence[Token], value: Expression, type_name: Name | None) -> list[Statement]:
    """The declaration of a name, or those of several names that are the items of a value."""
    if len(names) == 1:
        return [Declaration(token, type_name, names[0], value)]
    if isinstance(value, CallNode):  # evaluated once
        whole = names[0]._replace(text=f"[{', '.join(name.text for name in names)}]")
        parts = assignments_of(token, [_name_of_token(name) for name in names], _name_of_token(whole))
        return [Declaration(token, None, whole, value), *parts]
    return assignments_of(token, [_name_of_token(name) for name in names], value)


def assignments_of(token: Token, targets: Sequence[Expression], value: Expression) -> list[Statement]:
    """The assignments of `a, b = value`."""
    if isinstance(value, BracketNode) and len(value.items) == len(targets):
        pairs = zip(targets, value.items, strict=True)
        return [Assignment(token, target, "=", (item.value,)) for target, item in pairs]
    parts = items_of(value, token, len(targets))
    return [Assignment(token, target, "=", (part,)) for target, part in zip(targets, parts, strict=True)]


def items_of(value: Expression, token: Token, count: int) -> list[Subscript]:
    """The first items of a value; the token is where their indices come from."""
    return [Subscript(value.token, value.end, value, (index(token, i),)) for i in range(count)]


def index(token: Token, value: int) -> Number:
    """A number that is not in the text."""
    number = token._replace(kind=Kind.NUMBER, text=str(value), value=float(value))
    return Number(number, number.end)


def _name_of_token(token: Token) -> Expression:
    return Name(token, token.end, (token.text,))
