"""Scans text that surrounds its data with prose: logs, debugger views, tables, truncated JSON.

`app/base/tokens.py` rejects a text at the first character that is neither a number nor a name.  `scan` returns such
words as tokens of kind OTHER instead; a reader that needs a number there calls `numeric`, which rejects them with the
same message.  So readers that expect prose skip it, and a "nan" inside a matrix is still an error.
"""

import re
import struct
from collections.abc import Iterator, Sequence
from math import isfinite

from gjkscope.app.base.tokens import Kind, TextError, Token, quoted, read_any_word, read_word
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.printed import DECIMAL
from gjkscope.app.bring.notations.reading import ImportFault, Span

# A pair of hulls with 100,000 vertices each is 800,000 tokens with their line breaks.  More would take seconds to scan.
MOST_TOKENS = 1_000_000

DEEPEST = 1_000  # levels of brackets in one part of a text; the structures of a debugger have some 20


def scan(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of a part of the text, ending with END.  Comments are tokens of kind OTHER that `is_comment`.

    Offsets and lines are those of the whole text.  Raises `ImportFault` if there are too many.
    """
    end = len(text) if end is None else end
    marks = sum(text.count(mark, start, end) for mark in "\n,:=([{")
    if marks > MOST_TOKENS or len(text[start:end].split(maxsplit=MOST_TOKENS)) > MOST_TOKENS:  # before any work
        raise _too_long()
    return list(_scan(text, start, end))


def numeric(token: Token, context: ReadContext, any_number: bool = False) -> Token:
    """The token as a number: also the bits of a float, such as 0x3f800000; with `any_number`, nan and inf.

    Raises `TextError`.
    """
    if token.kind is Kind.NUMBER:
        return token
    if token.kind is Kind.OTHER:
        bits = float_of_bits(token.text)
        if bits is not None:
            context.assume("hexadecimal", "float bits", "8 or 16 digits are the bits of a float")
            return token._replace(kind=Kind.NUMBER, value=bits)
        token = read_any_word(token) if any_number else read_word(token)
        if token.kind is Kind.NUMBER:
            return token
    raise token.fault(f"{quoted(token.text)} is not a number" if token.text.strip() else "a number is missing here")


def float_of_bits(text: str) -> float | None:
    """The float whose bits are written as a hexadecimal integer of 8 or 16 digits; None for any other text."""
    digits = text[2:] if text[:2] in ("0x", "0X") else ""
    if len(digits) not in _FORMATS or not set(digits) <= set("0123456789abcdefABCDEF"):
        return None
    value = float(struct.unpack(_FORMATS[len(digits)], bytes.fromhex(digits))[0])
    return value if isfinite(value) else None


def is_comment(token: Token) -> bool:
    return token.kind is Kind.OTHER and token.text.startswith(("#", "//", "/*", "--"))


def is_numberlike(token: Token) -> bool:
    """Whether a word that is not a number looks like one: nan, 1e400, 1.2.3."""
    return token.kind is Kind.OTHER and bool(_NUMBERLIKE.match(token.text))


def span_of_tokens(tokens: Sequence[Token]) -> Span:
    """From the first token to the last one."""
    return Span(tokens[0].start, tokens[-1].end)


def end_of_word(token: Token, start: int) -> Token:
    """The end of a word from a character on, as a number or name.  Raises `TextError`."""
    return read_word(token._replace(text=token.text[start:], column=token.column + start, start=token.start + start))


class Cursor:
    """A place in a list of tokens that ends with END."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens, self.place = tokens, 0

    def peek(self, ahead: int = 0) -> Token:
        return self.tokens[min(self.place + ahead, len(self.tokens) - 1)]

    def take(self) -> Token:
        token = self.peek()
        self.place += 1
        return token

    def accept(self, *marks: str) -> Token | None:
        """Takes the next token if it is one of the marks."""
        return self.take() if self.peek().is_mark(*marks) else None

    @property
    def ends_line(self) -> bool:
        return self.peek().kind in (Kind.NEWLINE, Kind.END)


# --- lexemes ---

_FORMATS = {8: ">f", 16: ">d"}  # hex digits of single and double precision
_AFTER = r"""(?=[\s,;:=()\[\]{}<>*&"'`|]|$)"""
_LEXEME = re.compile(
    rf"""(?P<space>[^\S\r\n]+|[\ufeff`]+)
    | (?P<number>{DECIMAL}){_AFTER}
    | (?P<newline>\r\n|\r|\n)
    | (?P<comment>\#(?![-+.]?\d)[^\r\n]* | //[^\r\n]* | /\*(?s:.*?)\*/)
    | (?P<string>"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*')
    | (?P<mark>::|[,;:=()\[\]{{}}<>*&|])
    | (?P<word>[^\s,;:=()\[\]{{}}<>*&"'`|]+(?:'(?=\w)[^\s,;:=()\[\]{{}}<>*&"'`|]+)*)
    | (?P<other>.)
    """,
    re.VERBOSE | re.ASCII,
)
_NUMBERLIKE = re.compile(r"[-+−]?(\.?\d|(nan|inf)\b)", re.IGNORECASE)
_WITH_UNIT = re.compile(rf"({DECIMAL})(mm|cm|m|deg|rad|°)\.?", re.ASCII)
_LAST_OF_SENTENCE = re.compile(rf"({DECIMAL})\.", re.ASCII)
_LIST = re.compile(rf"""["'][\s(\[<]*{DECIMAL}(?:[\s,;]+{DECIMAL})+[\s)\]>]*["']""", re.ASCII)
_NEWLINE = re.compile(r"\r\n|\r|\n")
_NAME = re.compile(r"[^\W\d]\w*")
_NOT_NAMES = re.compile(r"nan|inf|infinity", re.IGNORECASE)


def _scan(text: str, end_of_lexeme: int, end: int) -> Iterator[Token]:
    line = text.count("\n", 0, end_of_lexeme) + 1
    line_start = text.rfind("\n", 0, end_of_lexeme) + 1
    match, count, depth = _LEXEME.match, 0, 0
    while end_of_lexeme < end:
        lexeme_match = match(text, end_of_lexeme, end)
        assert lexeme_match is not None, "the last alternative matches any character"
        group, lexeme, start = lexeme_match.lastgroup, lexeme_match[0], end_of_lexeme
        end_of_lexeme = lexeme_match.end()
        if group == "space":
            continue
        count += 1
        spend(1, line)
        if count > MOST_TOKENS:
            raise _too_long()
        column = start - line_start + 1
        if group == "number":
            value = float(lexeme)
            token = Token(Kind.NUMBER, lexeme, line, column, start, end_of_lexeme, value)
            # A number too large or too small for a double is rejected where it is used.
            yield token if isfinite(value) and (value or not _is_lost(lexeme)) else token._replace(kind=Kind.OTHER)
        elif group == "newline":
            yield Token(Kind.NEWLINE, lexeme, line, column, start, end_of_lexeme)
            line, line_start = line + 1, end_of_lexeme
        elif group == "mark":
            depth = depth + 1 if lexeme in "([{" else max(0, depth - 1) if lexeme in ")]}" else depth
            if depth > DEEPEST:
                raise TextError(line, column, f"brackets are nested too deeply: at most {DEEPEST} levels")
            yield Token(Kind.MARK, lexeme, line, column, start, end_of_lexeme)
        else:
            token = Token(Kind.OTHER, lexeme, line, column, start, end_of_lexeme)
            if group == "string" and _LIST.fullmatch(lexeme):  # "1 2 3", "(0.0, 1.0, 0.0)": numbers in a string
                yield from list(_scan(text, start + 1, end_of_lexeme - 1))[:-1]
            else:
                yield from _word(token, group or "")
            if group == "comment" and (breaks := _NEWLINE.findall(lexeme)):
                line += len(breaks)
                line_start = end_of_lexeme - len(_NEWLINE.split(lexeme)[-1])
    yield Token(Kind.END, "", line, end_of_lexeme - line_start + 1, end_of_lexeme, end_of_lexeme)


def _too_long() -> ImportFault:
    return ImportFault(f"too long: more than {MOST_TOKENS:,} words and numbers; select the part with the pair")


def _is_lost(lexeme: str) -> bool:
    """Whether a number that reads as 0 has digits other than 0."""
    return any(digit in "123456789" for digit in re.split("[eE]", lexeme)[0])


def _word(token: Token, group: str) -> Iterator[Token]:
    if group in ("comment", "other"):
        yield token
    elif group == "string":
        yield _string(token)
    elif _NAME.fullmatch(token.text) and not _NOT_NAMES.fullmatch(token.text):
        yield token._replace(kind=Kind.NAME)
    elif match := _WITH_UNIT.fullmatch(token.text):
        split = token.start + match.end(1)
        yield read_word(token._replace(text=match[1], end=split))
        yield Token(Kind.NAME, match[2], token.line, token.column + match.end(1), split, token.start + match.end(2))
    elif match := _LAST_OF_SENTENCE.fullmatch(token.text):
        yield _lenient(token._replace(text=match[1], end=token.end - 1))
    else:
        yield _lenient(token)


def _string(token: Token) -> Token:
    """A string: a number if it is one, otherwise a name."""
    inside = token._replace(text=token.text[1:-1].strip())
    if not _NUMBERLIKE.match(inside.text):
        return inside._replace(kind=Kind.NAME)
    read = _lenient(inside)
    is_number = read.kind is Kind.NUMBER or _NOT_NAMES.fullmatch(inside.text) or float_of_bits(inside.text) is not None
    return read if is_number else inside._replace(kind=Kind.NAME)


def _lenient(token: Token) -> Token:
    try:
        return read_word(token)
    except TextError:
        return token  # rejected by `numeric` if it is used as a number
