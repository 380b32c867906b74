"""Mathematical subscripts: which parts of a text are set smaller and lower.

Texts write `w0` and `s_A(d)`; labels of views, pictures, drawings and pages show the 0 and the A as subscripts.
Sentences, tables and lessons use Unicode's subscripts where it has them (`with_subscripts`), and <sub> elements in
Markdown for the rest.  What is copied or read by programs stays plain.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from gjkscope.app.base.formulas import outside_verbatim

SIZE, DROP = 0.72, 0.42  # of a subscript: its size, and how far its line is lower, in sizes of the text around it

_SUBSCRIPT = re.compile(r"(?<![\w.])(?:(?P<name>w)(?P<number>\d+)(?!\w)|(?P<function>s)_(?P<body>[^()_]+)(?=\())")

_DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class TextRun(NamedTuple):
    """A part of a line."""

    text: str
    is_subscript: bool


@lru_cache(maxsize=1024)
def runs_of(line: str) -> tuple[TextRun, ...]:
    """The parts of a line, in order; an underscore before a subscript is left out."""
    runs: list[TextRun] = []
    end = 0
    for match in _SUBSCRIPT.finditer(line):
        name, index = (match["name"], match["number"]) if match["name"] else (match["function"], match["body"])
        runs += [TextRun(line[end : match.start()] + name, False), TextRun(index, True)]
        end = match.end()
    return (*runs, TextRun(line[end:], False)) if line[end:] or not runs else tuple(runs)


@lru_cache(maxsize=1024)
def with_subscripts(text: str) -> str:
    """The text with Unicode's subscripts for numbers, which need no font of another size; names stay as they are.

    >>> from gjkscope.app.view.words.subscripts import with_subscripts
    >>> with_subscripts("The simplex is w0 w12; s_A(d) has no such letter.")
    'The simplex is w₀ w₁₂; s_A(d) has no such letter.'
    """
    return _SUBSCRIPT.sub(lambda match: _in_unicode(match) or match[0], text)


@lru_cache(maxsize=256)
def markdown_with_subscripts(text: str) -> str:
    """Markdown with subscripts, except in its code and formulas.

    >>> from gjkscope.app.view.words.subscripts import markdown_with_subscripts
    >>> markdown_with_subscripts("*w0* = s_A(d), `w0`")
    '*w₀* = s<sub>A</sub>(d), `w0`'
    """
    return outside_verbatim(text, lambda part: _SUBSCRIPT.sub(_in_markdown, part))


def _in_unicode(match: re.Match[str]) -> str:
    """The name and its subscript; empty if Unicode has no such subscript."""
    return f"{match['name']}{match['number'].translate(_DIGITS)}" if match["name"] else ""


def _in_markdown(match: re.Match[str]) -> str:
    return _in_unicode(match) or f"{match['function']}<sub>{match['body']}</sub>"


@lru_cache(maxsize=1024)
def has_subscripts(text: str) -> bool:
    """Whether any part of the text is a subscript."""
    return _SUBSCRIPT.search(text) is not None
