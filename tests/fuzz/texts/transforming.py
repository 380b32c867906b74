"""Transformations of importable texts: what is changed, and what must then hold of the pair.

A transformation is a function that yields all its variants of a sample, registered with `transformation`.  Those in
`layouts.py` preserve the meaning of the text, those in `values.py` change it.  `verdicts.py` judges the variants.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from typing import NamedTuple

from gjkscope.app.bring.notations.reading import Span
from tests.fuzz.texts.collecting import Sample


class Must(Enum):
    """What must hold of a variant, unless the importer refuses it or asks about it."""

    STAY = "the pair must stay the same"
    CHANGE = "the pair must change"  # with at least one of the texts
    VANISH = "the pair must hardly change"  # between the two texts
    MISS = "the pair must miss something"
    TELL = "the import must tell what it does not read"


class Variant(NamedTuple):
    """A sample with one change."""

    what: str  # is changed, for people
    texts: tuple[str, ...]  # in the order in which they are tried
    span: Span | None = None  # of what was changed, in the sample
    named_by: frozenset[str] = frozenset()  # assumptions that say that what was changed matters
    is_added: bool = False  # numbers that the sample does not have
    elsewhere: tuple[str, ...] = ()  # two texts that differ by the change, where it may matter though not in the sample


class Transformation(NamedTuple):
    """A function that yields the variants of a sample."""

    name: str
    must: Must
    variants: Callable[[Sample], Iterator[Variant]]


_REGISTERED: dict[str, Transformation] = {}
_Maker = Callable[[Sample], Iterator[Variant]]


def transformation(must: Must) -> Callable[[_Maker], _Maker]:
    """Registers a function as a transformation, named after it."""

    def register(variants: _Maker) -> _Maker:
        name = variants.__name__.replace("_", " ")
        _REGISTERED[name] = Transformation(name, must, variants)
        return variants

    return register


@cache
def transformations() -> dict[str, Transformation]:
    """All transformations by name."""
    from tests.fuzz.texts import layouts, values  # noqa: F401 – they register their functions

    return dict(_REGISTERED)


# --- the kinds of text ---


class Family(Enum):
    """How a notation is laid out."""

    BRACES = "{}"  # C and its relatives
    LINES = "python"  # code whose line breaks and indentation count
    XML = "xml"
    JSON = "json"
    YAML = "yaml"
    PLAIN = "plain"  # tables, keys and values, what a debugger prints


_FAMILIES = {
    **dict.fromkeys(("python", "godot"), Family.LINES),
    **dict.fromkeys(("mjcf", "urdf", "sdf", "svg"), Family.XML),
    **dict.fromkeys(("yaml", "unity-yaml"), Family.YAML),
    **dict.fromkeys(("table", "watch", "plane"), Family.PLAIN),
    "json": Family.JSON,
}


def family(sample: Sample) -> Family:
    return _FAMILIES.get(sample.notation, Family.BRACES)


# --- pieces of a text ---

_PIECE = re.compile(
    r"""(?P<string>\"\"\"(?s:.*?)\"\"\"|"[^"\n]*"|(?<!\w)'[^'\n]*')
    | (?P<comment>(?<!:)//[^\n]*|/\*(?s:.*?)\*/|<!--(?s:.*?)-->|(?<!\S)\#(?![\s]*[-+.\d])[^\n]*)
    | (?P<newline>\r?\n) | (?P<space>[^\S\n]+) | (?P<word>\w+) | (?P<mark>.)""",
    re.VERBOSE,
)


class Piece(NamedTuple):
    kind: str  # string, comment, newline, space, word or mark
    text: str
    depth: int  # of brackets around it
    is_indent: bool  # white space at the start of a line


def pieces(text: str) -> list[Piece]:
    """The text in pieces; joined, they are the text."""
    parts: list[Piece] = []
    depth = 0
    for match in _PIECE.finditer(text):
        kind, part = match.lastgroup or "", match[0]
        depth -= part in (")", "]", "}")
        parts.append(Piece(kind, part, max(depth, 0), not parts or parts[-1].kind == "newline"))
        depth += part in ("(", "[", "{")
    return parts


def rewrite(text: str, changes: list[tuple[Span, str]]) -> str:
    """The text with some spans, in any order, replaced."""
    for span, new in sorted(changes, reverse=True):
        text = text[: span.start] + new + text[span.end :]
    return text


def lines_of(text: str) -> Iterator[Span]:
    """The lines with their ends."""
    start = 0
    for line in text.splitlines(keepends=True):
        yield Span(start, start + len(line))
        start += len(line)


def is_balanced(text: str) -> bool:
    """Whether each bracket is closed, and none before it is opened."""
    depth = 0
    for piece in pieces(text):
        if piece.kind == "mark":
            depth += (piece.text in "([{") - (piece.text in ")]}")
            if depth < 0:
                return False
    return depth == 0
