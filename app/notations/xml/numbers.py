"""Numbers in attributes and elements of XML, as tokens with their places in the text."""

import re
from math import isfinite
from typing import NamedTuple

from gjkscope.app.base.tokens import Kind, TextError, Token, quoted, tokenize
from gjkscope.app.notations.context import ReadContext
from gjkscope.app.notations.reading import Span
from gjkscope.app.notations.xml.document import Value
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.vectors import Vec3

_WORD = re.compile(r"\S+")
_PLAIN = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)


class Numbers(NamedTuple):
    """The numbers of a value, and the tokens that they were read from."""

    values: tuple[float, ...]
    tokens: tuple[Token, ...]
    source: Value

    @property
    def span(self) -> Span:
        return self.source.span

    @property
    def vector(self) -> Vec3:
        x, y, z = self.values
        return (x, y, z)

    def __str__(self) -> str:
        return " ".join(token.text for token in self.tokens)


def number_tokens(value: Value) -> tuple[Token, ...]:
    """The tokens of a value that must contain nothing but numbers.  Raises `TextError` at the first other word."""
    return tuple(_token(value, found) for found in _WORD.finditer(value.text))


def read_numbers(value: Value, context: ReadContext, *counts: int) -> Numbers:
    """The numbers of a value, which must be as many as one of `counts`; without `counts`, any number of them.

    Raises `TextError` at the first word that is not a finite number, or at the value if the count is wrong.
    """
    tokens = number_tokens(value)
    if counts and len(tokens) not in counts:
        must = " or ".join(map(str, counts))
        plural = "" if counts == (1,) else "s"
        raise value.fault(f"must have {must} number{plural}, got {len(tokens)}")
    # The numbers of an included file stand in another text, so their offsets must not be recorded.
    own = value.document.file is None
    return Numbers(tuple(context.number(one) if own else one.value for one in tokens), tokens, value)


def read_number(value: Value, context: ReadContext) -> float:
    """The single number of a value.  Raises `TextError`."""
    return read_numbers(value, context, 1).values[0]


def check_lengths(numbers: Numbers, count: int) -> None:
    """Raises `TextError` unless the first `count` numbers are > 0."""
    for length, token in zip(numbers.values[:count], numbers.tokens, strict=False):
        if not length > 0.0:
            place = token.start
            raise numbers.source.document.fault(place, f"{numbers.source.what}: must be a length > 0, got {token.text}")


def _token(value: Value, found: re.Match[str]) -> Token:
    checkpoint()
    word = found[0]
    start = value.place(found.start())
    line, column = value.document.position(start)
    if _PLAIN.fullmatch(word):
        number = float(word)
        if isfinite(number) and number != 0.0:
            return Token(Kind.NUMBER, word, line, column, start, value.place(found.end() - 1) + 1, number)
    return _odd_token(value, word, start)


def _odd_token(value: Value, word: str, start: int) -> Token:
    """A token by the general rules, which also explain what is wrong with a word."""
    try:
        token = tokenize(word)[0]
    except TextError as fault:
        raise value.document.fault(start + fault.column - 1, f"{value.what}: {fault.message}") from None
    if token.kind is not Kind.NUMBER or token.end != len(word):
        hint = ": numbers are separated by spaces" if re.search(r"[,;]", word) else _macro(word)
        raise value.document.fault(start, f"{value.what}: {quoted(word)} is not a number{hint}")
    line, column = value.document.position(start)
    return token._replace(line=line, column=column, start=start, end=start + len(word))


def _macro(word: str) -> str:
    return ": expand the macros first (xacro)" if "$" in word or "{" in word else ""
