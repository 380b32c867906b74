"""The source of a module for the Code panel: its lines, split into classified words.

Python's tokenizer identifies keywords, strings and comments; the path of a name in an expression such as
`state.before[0].point` is taken from the surrounding text.
"""

import inspect
import io
import re
import sys
import tokenize
from enum import Enum
from functools import cache
from keyword import iskeyword
from typing import Any, NamedTuple


class TokenKind(Enum):
    """The class of a word, which determines its colour."""

    PLAIN = 0
    KEYWORD = 1
    STRING = 2
    COMMENT = 3
    NUMBER = 4
    DEFINED = 5  # the name that a `def` or `class` defines


class SourceToken(NamedTuple):
    """A part of one line; a plain word extends to the next word that is not plain."""

    column: int
    text: str
    kind: TokenKind


class Source(NamedTuple):
    """A module's text.  Line 1 is `lines[0]`, and `words[0]` are its words."""

    file: str  # "engine/gjk/steps.py"
    derivation: str  # the module's docstring
    lines: tuple[str, ...]
    words: tuple[tuple[SourceToken, ...], ...]


@cache
def source_of(module: str) -> Source:
    """The source of an imported engine module, by name, such as "gjkscope.engine.gjk.steps"."""
    there = sys.modules[module]
    text = inspect.getsource(there)
    lines = tuple(text.splitlines())
    return Source(
        f"{module.removeprefix('gjkscope.').replace('.', '/')}.py",
        inspect.getdoc(there) or "",
        lines,
        _words(text, len(lines)),
    )


def path_at(line: str, column: int) -> str:
    """The expression that ends with the name at a column, such as "state.before[0]"; "" if there is none.

    In `state.before[0].point`, "before" gives "state.before", and "point" gives the whole expression.
    """
    name = next((match for match in NAME.finditer(line) if match.start() <= column < match.end()), None)
    if name is None:
        return ""
    before = PATH_BEFORE.search(line[: name.start()])
    return f"{before.group() if before else ''}{name.group()}"


@cache
def field_words(record: Any) -> dict[str, str]:
    """The comments beside a record's fields, by field: {"inner": "normal · (opposite − d): > 0 when …"}."""
    try:
        text = inspect.getsource(record)
    except OSError:  # created by a function: it has no source
        return {}
    return {match[1]: match[2] for match in FIELD.finditer(text)}


FIELD = re.compile(r"^    (\w+): .*?  # (.*)$", re.MULTILINE)
NAME = re.compile(r"[A-Za-z_]\w*")
PATH_BEFORE = re.compile(r"[A-Za-z_]\w*(?:\.\w+|\[-?\w+\])*\.$")

KINDS = {tokenize.COMMENT: TokenKind.COMMENT, tokenize.STRING: TokenKind.STRING, tokenize.NUMBER: TokenKind.NUMBER}


def _words(text: str, count: int) -> tuple[tuple[SourceToken, ...], ...]:
    rows: list[list[SourceToken]] = [[] for _ in range(count)]
    before = ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if not token.string.strip():
            continue
        kind = KINDS.get(token.type, TokenKind.PLAIN)
        if token.type == tokenize.NAME:
            kind = (
                TokenKind.KEYWORD
                if iskeyword(token.string)
                else TokenKind.DEFINED
                if before in DEFINING
                else TokenKind.PLAIN
            )
        before = token.string
        row, column = token.start
        for number, part in enumerate(token.string.splitlines()):  # a string may span several lines
            indent = len(part) - len(part.lstrip()) if number else column
            _put(rows[row - 1 + number], SourceToken(indent, part.strip(), kind))
    return tuple(map(tuple, rows))


def _put(row: list[SourceToken], word: SourceToken) -> None:
    last = row[-1] if row else None
    if last is not None and last.kind is word.kind is TokenKind.PLAIN:
        gap = " " * (word.column - last.column - len(last.text))
        row[-1] = last._replace(text=f"{last.text}{gap}{word.text}")
    elif word.text:
        row.append(word)


DEFINING = ("def", "class")
