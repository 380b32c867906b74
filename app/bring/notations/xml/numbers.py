"""Numbers in attributes and elements of XML, as tokens with their places in the text."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from math import hypot, inf, isfinite
from typing import NamedTuple

from gjkscope.app.base.tokens import Kind, TextError, Token, quoted, tokenize
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.placing import PLACES
from gjkscope.app.bring.notations.printed import DECIMAL, coarsest_place
from gjkscope.app.bring.notations.reading import Span
from gjkscope.app.bring.notations.xml.document import Value
from gjkscope.engine.pose import RIGID_TOLERANCE
from gjkscope.engine.vectors import Vec3

_WORD = re.compile(r"\S+")
_PLAIN = re.compile(DECIMAL, re.ASCII)
LONG = 10_000  # characters: longer than any value with a fixed count
_OFTEN = 0xFF  # words between two checks for cancellation, as a mask


class NumberList(NamedTuple):
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
    """The tokens of a value that must contain only numbers.  Raises `TextError` at the first other word."""
    return _verbatim_tokens(value) if value.is_verbatim else tuple(_mapped_tokens(value))


def read_numbers(value: Value, context: ReadContext, *counts: int) -> NumberList:
    """The numbers of a value, which must be as many as one of `counts`; without `counts`, any number of them.

    Raises `TextError` at the first word that is not a finite number, or at the value if the count is wrong.
    """
    if counts and len(value.text) > LONG:  # counting is faster than reading
        _check_count(value, len(value.text.split()), counts)
    tokens = number_tokens(value)
    if counts:
        _check_count(value, len(tokens), counts)
    # The numbers of an included file are in another text, so their offsets must not be recorded.
    own = value.document.file is None
    return NumberList(tuple(context.number(token) if own else token.value for token in tokens), tokens, value)


def read_number(value: Value, context: ReadContext) -> float:
    """The single number of a value.  Raises `TextError`."""
    return read_numbers(value, context, 1).values[0]


def check_lengths(numbers: NumberList, count: int) -> None:
    """Raises `TextError` unless the first `count` numbers are > 0."""
    for length, token in zip(numbers.values[:count], numbers.tokens, strict=False):
        if not length > 0.0:
            start = token.start
            raise numbers.source.document.fault(start, f"{numbers.source.what}: must be a length > 0, got {token.text}")


def check_unit(numbers: NumberList, by: str, context: ReadContext) -> None:
    """Warns if the last four numbers are a quaternion that is not of length 1 up to its printed digits.

    Raises `TextError` if it is zero.  `by` is what normalises it.
    """
    length = hypot(*numbers.values[-4:])
    if not length > 0.0:
        raise numbers.source.fault("the quaternion is zero, which is not a rotation")
    if not abs(length - 1.0) <= max(RIGID_TOLERANCE, PLACES * coarsest_place(numbers.tokens[-4:])):
        line, _ = numbers.source.document.position(numbers.span.start)
        context.warn(
            f"line {line}: {numbers.source.what}: the quaternion has length {length:.6g}: normalised, as by {by}"
        )


def _check_count(value: Value, count: int, counts: tuple[int, ...]) -> None:
    if count not in counts:
        must = " or ".join(map(str, counts))
        raise value.fault(f"must have {must} number{'' if counts == (1,) else 's'}, got {count:,}")


def _verbatim_tokens(value: Value) -> tuple[Token, ...]:
    """Like `_mapped_tokens`, but faster: a mesh has hundreds of thousands of numbers."""
    document, number = value.document, Kind.NUMBER
    lines = document.lines
    line = bisect_right(lines, value.start)
    line_start, line_end = lines[line - 1], lines[line] if line < len(lines) else inf
    tokens = []
    for match in _WORD.finditer(document.text, value.start, value.end):
        word, start = match[0], match.start()
        while start >= line_end:
            line += 1
            line_start, line_end = lines[line - 1], lines[line] if line < len(lines) else inf
        known = _plain_value(word)
        if known is None:
            tokens.append(_odd_token(value, word, start))
        else:
            tokens.append(Token(number, word, line, start - line_start + 1, start, match.end(), known))
        if not len(tokens) & _OFTEN:
            spend(_OFTEN + 1)
    return tuple(tokens)


def _mapped_tokens(value: Value) -> Iterator[Token]:
    """The tokens of a value that differs from the text: each place is looked up."""
    for match in _WORD.finditer(value.text):
        spend()
        start, end = value.place(match.start()), value.place(match.end() - 1) + 1
        known = _plain_value(match[0])
        if known is None:
            yield _odd_token(value, match[0], start)
        else:
            yield Token(Kind.NUMBER, match[0], *value.document.position(start), start, end, known)


def _plain_value(word: str) -> float | None:
    """The value of an ordinary decimal; None for other forms, and for one that is too large or too small."""
    if not _PLAIN.fullmatch(word):
        return None
    value = float(word)
    if value == 0.0 and word.strip("+-.0"):
        return None
    return value if isfinite(value) else None


def _odd_token(value: Value, word: str, start: int) -> Token:
    """A token by the general rules, which also explain what is wrong with a word."""
    if "${" in word:
        raise value.document.fault(
            start, f"{value.what}: {quoted(word)} is not a number: expand the macros first (xacro)"
        )
    try:
        token = tokenize(word)[0]
    except TextError as fault:
        raise value.document.fault(start + fault.column - 1, f"{value.what}: {fault.message}") from None
    if token.kind is not Kind.NUMBER or token.end != len(word):
        hint = ": numbers are separated by spaces" if re.search(r"[,;]", word) else ""
        raise value.document.fault(start, f"{value.what}: {quoted(word)} is not a number{hint}")
    line, column = value.document.position(start)
    return token._replace(line=line, column=column, start=start, end=start + len(word))
