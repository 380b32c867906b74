"""Mathematical subscripts: which parts of a text are set smaller and lower.

Texts write `w0` and `s_A(d)`; views, pictures, drawings and pages show the 0 and the A as subscripts.
"""

import re
from functools import lru_cache
from typing import NamedTuple

SIZE, DROP = 0.72, 0.42  # of a subscript: its size, and how far its line is lower, in sizes of the text around it

_SUBSCRIPT = re.compile(r"(?<![\w.])(?:(?P<name>w)(?P<number>\d+)(?!\w)|(?P<function>s)_(?P<body>[^()_]+)(?=\())")


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
def has_subscripts(text: str) -> bool:
    """Whether any part of the text is a subscript."""
    return _SUBSCRIPT.search(text) is not None
