"""Rewrites the tokens of Java and Kotlin into the common grammar.

Semicolons that a line break implies are added; `this.`, modifiers, `?.` and non-null marks are dropped; and the body of
a callback, such as `run(() -> { … })`, becomes a block of its own.
"""

from collections.abc import Sequence

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.base.work import spend

_DROPPED = frozenset({"export", "lateinit", "declare", "private", "public", "protected", "readonly", "final", "static"})
_OPENING = {"(": ")", "[": "]", "{": "}"}
_AFTER_VALUE = (".", ",", ")", ";", "]", "}")


def common_tokens(tokens: Sequence[Token]) -> list[Token]:
    """The tokens in the common grammar; the last one is END."""
    return _terminated(_without_callbacks(_plain(tokens)))


def _plain(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without what does not change a value."""
    found: list[Token] = []
    for token, after in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        spend(1, token.line)
        before = found[-1] if found else None
        if token.kind is Kind.NAME:
            token = token._replace(text=token.text.rstrip("!"))
            is_own = token.text == "this" and after.is_mark(".")
            if is_own or (token.text in _DROPPED and after.kind is Kind.NAME):
                continue
        is_after_this = token.is_mark(".") and (before is None or not _ends_value(before))
        is_optional = token.is_mark("?", "!") and after.is_mark(".") and token.end == after.start
        is_assured = token.is_mark("!") and before is not None and _ends_value(before) and after.is_mark(*_AFTER_VALUE)
        if not (is_after_this or is_optional or is_assured):
            found.append(token)
    return found


def _ends_value(token: Token) -> bool:
    return token.kind in (Kind.NAME, Kind.NUMBER, Kind.STRING) or token.is_mark(")", "]", "}")


def _without_callbacks(tokens: list[Token]) -> list[Token]:
    """The tokens with the body of each callback as a block behind the call's start, which is dropped."""
    found: list[Token] = []
    opened: list[tuple[str, int, bool]] = []  # bracket, place where its statement starts, whether of a callback
    start, skipping = 0, 0
    for place, token in enumerate(tokens):
        spend(1, token.line)
        if skipping:  # the other arguments of the call
            skipping += token.is_mark("(") - token.is_mark(")")
            if not skipping:
                found.append(token._replace(kind=Kind.MARK, text=";"))
                start = len(found)
            if token.kind is Kind.END:
                found.append(token)
            continue
        if token.kind is Kind.MARK and token.text in _OPENING:
            is_callback = token.text == "{" and bool(opened) and opened[-1][0] == "(" and _is_function(tokens, place)
            if is_callback:
                del found[opened[-1][1] :]
                found.append(token._replace(text=";"))
            opened.append((token.text, start, is_callback))
            found.append(token)
            if token.text == "{":
                start = len(found)
        elif token.is_mark(")", "]", "}") and opened:
            _, start, is_callback = opened.pop()
            found.append(token)
            if is_callback and opened:
                opened.pop()
                skipping = 1
        else:
            found.append(token)
            if token.is_mark(";") and (not opened or opened[-1][0] == "{"):
                start = len(found)
    return found


def _is_function(tokens: Sequence[Token], place: int) -> bool:
    """Whether the brace at a place is the body of a function expression: `() => {`, `function (x) {`."""
    before = tokens[place - 1]
    if before.is_mark("=>", "->"):
        return True
    if not before.is_mark(")"):
        return False
    depth = 0
    for token in reversed(tokens[max(0, place - 40) : place]):
        depth += token.is_mark(")") - token.is_mark("(")
        if token.text == "function":
            return True
        if depth < 0:
            return False
    return False


def _terminated(tokens: list[Token]) -> list[Token]:
    """The tokens with a semicolon where a line break ends a statement."""
    found: list[Token] = []
    opened: list[str] = []
    for token in tokens:
        spend(1, token.line)
        before = found[-1] if found else None
        if before is not None and token.line > before.line and _breaks(before, token, opened):
            found.append(Token(Kind.MARK, ";", before.line, before.column, before.end, before.end))
        if token.kind is Kind.MARK and token.text in _OPENING:
            opened.append(token.text)
        elif token.is_mark(")", "]", "}") and opened:
            opened.pop()
        found.append(token)
    return found


def _breaks(before: Token, token: Token, opened: Sequence[str]) -> bool:
    return token.kind is Kind.NAME and _ends_value(before) and (not opened or opened[-1] == "{")
