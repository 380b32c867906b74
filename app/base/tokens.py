"""A tokenizer for text that people paste: numbers, names and punctuation, each with its position.

    tokenize("v0 = (1.0f, 0x1p-3, -2)")   # NAME v0, MARK =, MARK (, NUMBER 1.0, MARK ",", …

Nothing is dropped: each character belongs to a token, to white space or to a comment, or raises `TextError` with its
line and column.  The reader of a notation interprets the tokens, and raises `Token.fault` at the first one that
does not fit.

- A *word* is a run of characters up to white space or punctuation, and must be a number or a name as a whole: "1-2" and
  "1.5.2" are neither.
- A *number* is finite, unless `any_number` is given: decimal (1, .5, −1e-3, Fortran's 1.0D+00, Rust's 1_000.0), a
  hexadecimal float (0x1.8p-3), or a fraction of two of these (1/3).  It may have a type suffix of C, C#, Java or Rust
  (1.0f, 1.0_f64).  It may be quoted.
- A *name* is an identifier, with dots inside or in front (`np.array`, `.x`), or any text in quotes.
- Comments are `# …`, `// …` and `/* … */`, after white space or punctuation.
"""

import re
from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from math import copysign, inf, isinf, nan
from reprlib import Repr
from typing import NamedTuple, NoReturn

from gjkscope.app.base.numbers import HexInteger, parse_hex_float
from gjkscope.app.base.short_line import short_line
from gjkscope.app.base.work import spend


class TextError(ValueError):
    """An error in the text; the message is one line that starts with the position, whatever it quotes.

    `marks` hold further information about the error.
    """

    def __init__(self, line: int, column: int, message: str, marks: frozenset[Enum] = frozenset()) -> None:
        message = short_line(message)
        super().__init__(f"line {line}, column {column}: {message}")
        self.line, self.column, self.message, self.marks = line, column, message, marks

    def __reduce__(self) -> tuple[type["TextError"], tuple[int, int, str, frozenset[Enum]]]:
        return type(self), (self.line, self.column, self.message, self.marks)  # so that a child process can send it

    def marked(self, *marks: Enum) -> "TextError":
        """The same error with more marks."""
        return type(self)(self.line, self.column, self.message, self.marks.union(marks))


class Kind(Enum):
    NUMBER = auto()
    NAME = auto()
    MARK = auto()  # punctuation: one of , ; : = ( ) [ ] { } < > * & or ::
    NEWLINE = auto()
    STRING = auto()  # of source code (app/bring/notations/code/lexer.py); in data, quotes do not matter
    END = auto()  # the last token
    OTHER = auto()  # neither a number nor a name, and comments; only in text that is scanned leniently


class Token(NamedTuple):
    kind: Kind
    text: str  # as written, but without quotes
    line: int  # from 1
    column: int  # from 1, in characters
    start: int  # offsets into the text
    end: int
    value: float = 0.0  # of a number

    def fault(self, message: str) -> TextError:
        return TextError(self.line, self.column, message)

    def is_mark(self, *texts: str) -> bool:
        return self.kind is Kind.MARK and self.text in texts

    @property
    def is_integer(self) -> bool:
        """Whether the token can be an index: a number without sign, point and exponent."""
        return self.kind is Kind.NUMBER and self.text.isdecimal()


def tokenize(text: str, any_number: bool = False) -> list[Token]:
    """The tokens of a text, ending with END; with `any_number`, "nan" and "inf" are numbers.  Raises `TextError`."""
    readers = _READERS | ({"word": read_any_word, "string": partial(_string, read=read_any_word)} if any_number else {})
    tokens, line, line_start, position = [], 1, 0, 0
    while position < len(text):
        spend(1, line)
        match = _LEXEME.match(text, position)
        if match is None:
            character = text[position]
            raise TextError(
                line, position - line_start + 1, f"{character!r} is not expected here{_HINTS.get(character, '')}"
            )
        group, lexeme = match.lastgroup or "", match[0]
        if group in readers:
            start = Token(Kind.MARK, lexeme, line, position - line_start + 1, position, match.end())
            tokens.append(readers[group](start))
        position = match.end()
        if breaks := len(_NEWLINE.findall(lexeme)):
            line += breaks
            line_start = position - len(_NEWLINE.split(lexeme)[-1])
    tokens.append(Token(Kind.END, "", line, position - line_start + 1, position, position))
    return tokens


def read_word(word: Token) -> Token:
    """The token of a word as a number or a name.  Raises `TextError` if the word is neither.

    `word.text` is the word; its kind is ignored, so that a reader can call this for the words that it needs.
    """
    text = word.text.replace("−", "-")
    if _NAME.fullmatch(text) and not _NOT_FINITE.fullmatch(text):
        return word._replace(kind=Kind.NAME)
    return number_token(word)


def read_any_word(word: Token) -> Token:
    """Like `read_word`, but numbers need not be finite."""
    text = word.text.replace("−", "-").lower()
    if not _NOT_FINITE.fullmatch(text):
        return read_word(word)
    is_infinite = text.endswith(("inf", "infinity", "infinite", "∞"))  # MSVC: 1.#INF, 1.#IND, 1.#QNAN
    return word._replace(kind=Kind.NUMBER, value=copysign(inf, -1 if text[0] == "-" else 1) if is_infinite else nan)


def number_token(word: Token) -> Token:
    """The token of a word that must be a finite number, with its value.  Raises `TextError`."""
    text = word.text.replace("−", "-")
    if _NOT_FINITE.fullmatch(text):
        raise word.fault(f"{quoted(word.text)} is not finite: must be a finite number")
    return word._replace(kind=Kind.NUMBER, value=_value(word, text))


def quoted(text: str) -> str:
    """Quotes a part of the text, shortened for a one-line message."""
    return _SHORT.repr(text)


# --- lexemes ---

_NEWLINE = re.compile(r"\r\n|\r|\n")
_WORD = r"""[^\s,;:=()\[\]{}<>*&"'`|]+"""
# A comment must not follow a word directly, nor "#" be followed by a number: "1//2" and "#0 1 2" are probably data.
_LEXEME = re.compile(
    rf"""(?P<newline>\r\n|\r|\n)
    | (?P<space>[^\S\r\n]+|\ufeff)
    | (?P<comment>\#(?![-+.]?\d)[^\r\n]* | //[^\r\n]* | /\*(?s:.*?)\*/)
    | (?P<string>"[^"\r\n]*"|'[^'\r\n]*')
    | (?P<mark>::|[,;:=()\[\]{{}}<>*&])
    | (?P<word>(?!/\*|\#){_WORD})
    """,
    re.VERBOSE,
)
_HINTS = {"#": ": a comment starts with '# '", "/": ": the comment is not closed"}
_SHORT = Repr()
_SHORT.maxstring = 40

_DECIMAL = r"(?:\d+(?:_\d+)*(?:\.\d*)?|\.\d+)(?:[eEdD][-+]?\d+)?"
_PART = re.compile(rf"[-+]?{_DECIMAL}", re.ASCII)
_HEXADECIMAL = re.compile(r"[-+]?0[xX]")
_TYPE = re.compile(r"(?<=[\d.])(?:_?f32|_?f64|[fFdDlL])$")
_TYPE_OF_HEX = re.compile(r"(?<=\d)(?:_?f32|_?f64|[fFlL])$")  # only after the exponent, as d and f are hex digits
_NAME = re.compile(r"\.?[^\W\d]\w*(?:\.[^\W\d]\w*)*!?")
_NOT_FINITE = re.compile(r"[-+]?(?:[\w.]*\.)?(?:[sq]?nan|inf|infinity|infinite|∞|1\.#\w*)", re.IGNORECASE)


def _newline(token: Token) -> Token:
    return token._replace(kind=Kind.NEWLINE)


def _mark(token: Token) -> Token:
    return token


def _string(token: Token, read: Callable[[Token], Token] = read_word) -> Token:
    inside = token._replace(text=token.text[1:-1].strip())
    return read(inside) if _starts_as_number(inside.text) else inside._replace(kind=Kind.NAME)


def _starts_as_number(text: str) -> bool:
    return bool(re.match(r"[-+−]?\.?\d", text) or _NOT_FINITE.fullmatch(text))


def _value(token: Token, text: str) -> float:
    above, slash, below = text.partition("/")
    value = _part(token, above)
    if not slash:
        return value
    divisor = _part(token, below)
    if divisor == 0.0:
        raise token.fault(f"{quoted(token.text)} divides by zero")
    if isinf(value / divisor):
        _too_large(token)
    return value / divisor


def _part(token: Token, text: str) -> float:
    number = _without_type(text)
    try:
        if _HEXADECIMAL.match(number):
            value = parse_hex_float(number)
        elif _PART.fullmatch(number):
            value = float(number.replace("_", "").translate(_FORTRAN))
        else:
            raise ValueError
    except HexInteger as fault:
        raise token.fault(f"{quoted(token.text)} {fault}") from None
    except OverflowError:
        value = inf
    except ValueError:
        raise token.fault(f"{quoted(token.text)} is not a number{_hint(text)}") from None
    if isinf(value):
        _too_large(token)
    if value == 0.0 and re.search("[1-9a-f]", re.split("[eEpPdD]", number.lower().removeprefix("0x"))[0]):
        raise token.fault(f"{quoted(token.text)} is too small for a double: write 0")
    return value


def _without_type(text: str) -> str:
    if not _HEXADECIMAL.match(text):
        return _TYPE.sub("", text)
    return _TYPE_OF_HEX.sub("", text) if "p" in text.lower() else text


_FORTRAN = str.maketrans("dD", "ee")


def _too_large(token: Token) -> NoReturn:
    raise token.fault(f"{quoted(token.text)} is too large for a double: must be at most 1.8e308")


def _hint(text: str) -> str:
    if text in ("-", "+"):
        return ": remove the space between the sign and its number"
    if re.search(r"[\d.][-+]", text):
        return ": put a space between numbers"
    return ": expected a form such as 0.1, 1e-3, 1/3 or 0x1.8p-3" if text[:1].isdigit() else ""


_READERS = {"newline": _newline, "mark": _mark, "string": _string, "word": read_word}
