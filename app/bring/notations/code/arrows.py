"""Rewrites JavaScript's named arrow functions that the text calls into functions with a block.

`const at = (x, y) => ({ x, y });` becomes `function at(x, y) { return ({ x, y }); }`.  A parameter that takes a value
apart, `([x, y])` or `({ x, y })`, becomes declarations at the start of the block.
"""

from collections.abc import Sequence
from itertools import pairwise

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.base.work import spend

_OPENING = {"(": ")", "[": "]", "{": "}"}
_DECLARING = frozenset({"const", "let", "var"})


def without_named_arrows(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the arrow functions that have a name and are called as functions."""
    if not any(token.is_mark("=>") for token in tokens):
        return list(tokens)
    called = {name.text for name, after in pairwise(tokens) if name.kind is Kind.NAME and after.is_mark("(")}
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        spend(1, tokens[place].line)
        rewritten, end = _function(tokens, place) if _is_named(tokens, place, called) else ([], place)
        if end == place:
            rewritten, end = [tokens[place]], place + 1
        found += rewritten
        place = end
    return found


def _is_named(tokens: Sequence[Token], place: int, called: set[str]) -> bool:
    """Whether `const name =` of a called function is at a place."""
    if tokens[place].text not in _DECLARING or place + 4 >= len(tokens):
        return False
    return tokens[place + 1].text in called and tokens[place + 2].is_mark("=")


def _function(tokens: Sequence[Token], place: int) -> tuple[list[Token], int]:
    """The function that is declared at a place, and the place behind it: the same one if it is no arrow function."""
    word, name, first = tokens[place], tokens[place + 1], place + 3
    is_single = tokens[first].kind is Kind.NAME
    if not is_single and not tokens[first].is_mark("("):
        return [], place
    arrow = first + 1 if is_single else _end(tokens, first)
    if not tokens[arrow].is_mark("=>"):
        return [], place
    given = _parameters(tokens[first:arrow] if is_single else tokens[first + 1 : arrow - 1])
    if given is None:
        return [], place
    parameters, declared = given
    start = tokens[arrow]
    header = [
        word._replace(text="function"),
        name,
        *_marks(start, "("),
        *parameters,
        *_marks(start, ")", "{"),
        *declared,
    ]
    if tokens[arrow + 1].is_mark("{"):
        return header, arrow + 2
    end = _end_of_value(tokens, arrow + 1)
    value, after = tokens[arrow + 1 : end], tokens[end]
    if not value or after.is_mark(","):  # another variable of the same declaration
        return [], place
    returned = start._replace(kind=Kind.NAME, text="return")
    return [*header, returned, *value, *_marks(value[-1], ";", "}")], end


def _parameters(tokens: Sequence[Token]) -> tuple[list[Token], list[Token]] | None:
    """The names of parameters with commas, and the declarations of those that are taken apart; None if not read."""
    names: list[Token] = []
    declared: list[Token] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        if token.kind is Kind.NAME:
            names.append(token)
            place += 1
        elif token.is_mark("[", "{"):
            end = _end(tokens, place)
            parts = tokens[place + 1 : end - 1]
            if not all(one.kind is Kind.NAME or one.is_mark(",") for one in parts):
                return None
            whole = token._replace(kind=Kind.NAME, text=f"part{len(names)}_of_{token.start}")
            names.append(whole)
            declared += _taken_apart(whole, [one for one in parts if one.kind is Kind.NAME], token.text == "[")
            place = end
        else:
            return None
        if place < len(tokens):
            if not tokens[place].is_mark(","):  # a type, or a value in case none is given
                return None
            names.append(tokens[place])
            place += 1
    return names, declared


def _taken_apart(whole: Token, names: Sequence[Token], is_list: bool) -> list[Token]:
    """`let x = whole[0]; let y = whole[1];`, or with `whole.x`."""
    found: list[Token] = []
    for number, name in enumerate(names):
        index = name._replace(kind=Kind.NUMBER, text=str(number), value=float(number))
        part = [*_marks(name, "["), index, *_marks(name, "]")] if is_list else [*_marks(name, "."), name]
        declaration = [name._replace(text="let"), name, *_marks(name, "="), whole, *part, *_marks(name, ";")]
        found += declaration
    return found


def _marks(near: Token, *texts: str) -> list[Token]:
    return [near._replace(kind=Kind.MARK, text=text) for text in texts]


def _end(tokens: Sequence[Token], place: int) -> int:
    """The place behind the bracket that closes the one at a place."""
    depth = 0
    for at in range(place, len(tokens)):
        spend(1, tokens[at].line)
        depth += (tokens[at].kind is Kind.MARK) * (
            (tokens[at].text in _OPENING) - (tokens[at].text in _OPENING.values())
        )
        if not depth:
            return at + 1
    return len(tokens) - 1


def _end_of_value(tokens: Sequence[Token], place: int) -> int:
    """The place behind the value that starts at a place: a semicolon, a comma, or a line that starts a statement."""
    depth = 0
    for at in range(place, len(tokens)):
        token, before = tokens[at], tokens[at - 1]
        spend(1, token.line)
        is_outside = depth <= 0 and at > place
        is_next_line = (
            token.line > before.line and token.kind is Kind.NAME and not before.is_mark("=>", "+", "-", "*", "/")
        )
        if (
            token.kind is Kind.END
            or (depth <= 0 and token.is_mark(";", ",", "}", ")", "]"))
            or (is_outside and is_next_line)
        ):
            return at
        depth += (token.kind is Kind.MARK) * ((token.text in _OPENING) - (token.text in _OPENING.values()))
    return len(tokens) - 1
