"""Splits a lesson file into pages, text and fenced blocks, without parsing the blocks.

A lesson file is Markdown that is readable on its own: a title (#), a summary, and pages (##).  Blocks fenced as
`gjkscope` (the page's scene), `task`, `question` and `predict` are interactive; everything else is text.  A comment
below a page's heading, such as <!-- panel: Bounds -->, names the panel that the page discusses.
"""

import re
from typing import NamedTuple

FENCE = "```"
PICTURE = "!["  # only for readers of the Markdown file
WORDS = "words"
PANEL = re.compile(r"<!-- panel: (.+) -->")
LIVE = ("gjkscope", "task", "question", "predict")
CODE = ("", "python")  # languages of code blocks in the text


class LessonSyntaxError(Exception):
    """An error in a lesson, with its line, counted from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(line, message)
        self.line, self.message = line, message


class Block(NamedTuple):
    """Text, or the contents of an interactive block; `line` is the first line of `text`."""

    kind: str
    text: str
    line: int


class Section(NamedTuple):
    """A page: its heading and its blocks; opening it brings `panel` to the front."""

    title: str
    line: int
    blocks: tuple[Block, ...]
    panel: str | None = None


class LessonOutline(NamedTuple):
    title: str
    about: str
    sections: tuple[Section, ...]


def outline(text: str) -> LessonOutline:
    """Splits a lesson file into its parts.  Raises `LessonSyntaxError`."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("# "):
        raise LessonSyntaxError(1, "must be the title of the lesson, such as: # Separating axes")
    starts = _headings(lines)
    if not starts:
        raise LessonSyntaxError(len(lines), "a lesson needs pages; each begins with a heading, such as: ## Two boxes")
    about = "\n".join(line for line in lines[1 : starts[0]] if not line.startswith(PICTURE)).strip()
    if not about:
        raise LessonSyntaxError(2, "missing: a summary of the lesson")
    ends = [*starts[1:], len(lines)]
    return LessonOutline(
        lines[0][2:].strip(), about, tuple(_section(lines, *span) for span in zip(starts, ends, strict=True))
    )


def _headings(lines: list[str]) -> list[int]:
    """The indices of the second-level headings, which start the pages; ignores lines inside fences."""
    found, fenced = [], False
    for i, line in enumerate(lines):
        if line.startswith(FENCE):
            fenced = not fenced
        elif line.startswith("## ") and not fenced:
            found.append(i)
    return found


def _section(lines: list[str], start: int, end: int) -> Section:
    blocks: list[Block] = []
    panel = PANEL.fullmatch(lines[start + 1]) if start + 1 < end else None
    words_from = i = start + (2 if panel else 1)
    while i < end:
        if not lines[i].startswith(FENCE):
            i += 1
            continue
        close = next((j for j in range(i + 1, end) if lines[j].rstrip() == FENCE), None)
        if close is None:
            raise LessonSyntaxError(i + 1, f"this block is not closed: {FENCE} is missing")
        kind = lines[i].removeprefix(FENCE).strip()
        if kind not in (*LIVE, *CODE):
            raise LessonSyntaxError(i + 1, f"unknown block {kind!r}; must be one of {', '.join(LIVE)}")
        if kind in LIVE:
            blocks += _words(lines, words_from, i)
            blocks.append(Block(kind, "\n".join(lines[i + 1 : close]), i + 2))
            words_from = close + 1
        i = close + 1
    blocks += _words(lines, words_from, end)
    return Section(lines[start][3:].strip(), start + 1, tuple(blocks), panel[1] if panel else None)


def _words(lines: list[str], start: int, end: int) -> list[Block]:
    text = "\n".join(lines[start:end]).strip()
    return [Block(WORDS, text, start + 1)] if text else []
