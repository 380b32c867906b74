"""Code in lessons whose lines belong to beats of the algorithm: they are lit while their beat is shown.

    # Support
    w = a.support(d) - b.support(-d)

A comment that is the name of a beat begins its lines.  They end at the next such comment, or where the code is
indented less.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```\n?", re.DOTALL | re.MULTILINE)
_NAME = re.compile(r"(?P<indent> *)# (?P<name>[A-Z][\w ]*)")


class CodeLine(NamedTuple):
    """A line of code, and the name of the beat that it belongs to; empty if it belongs to none."""

    text: str
    beat: str


def code_lines(code: str) -> tuple[CodeLine, ...]:
    """The lines of code with their beats.

    >>> [line.beat for line in code_lines("while True:\\n    # Drop\\n    del x[0]\\nreturn x")]
    ['', 'Drop', 'Drop', '']
    """
    lines, beat, depth = [], "", 0
    for text in code.splitlines():
        begun = _NAME.fullmatch(text)
        if begun is not None:
            beat, depth = begun["name"], len(begun["indent"])
        elif text.strip() and len(text) - len(text.lstrip()) < depth:
            beat = ""
        lines.append(CodeLine(text, beat))
    return tuple(lines)


def split_code(text: str) -> Iterator[str | tuple[CodeLine, ...]]:
    """Markdown, divided into code with beats and the text before, between and after it."""
    at = 0
    for block in _BLOCK.finditer(text):
        lines = code_lines(block["code"])
        if any(line.beat for line in lines):
            yield text[at : block.start()]
            yield lines
            at = block.end()
    yield text[at:]
