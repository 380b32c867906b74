"""What a lesson file is made of, before its live parts are understood: pages, words, and fenced blocks.

A lesson file is Markdown that can be read on its own: a title (#), what it is about, and pages (##).  Blocks fenced as
`gjkscope` (the page's scene), `task` and `question` are live; everything else is words.  A comment below its heading,
<!-- panel: Bounds -->, names the panel that a page speaks of.
"""

import re
from typing import NamedTuple

FENCE = "```"
PICTURE = "!["  # for who reads the file on its own
WORDS = "words"
PANEL = re.compile(r"<!-- panel: (.+) -->")
LIVE = ("gjkscope", "task", "question")
CODE = ("", "python")  # in which languages the words may quote code


class LessonFault(Exception):
    """What is wrong in which line, from 1, of a lesson."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(line, message)
        self.line, self.message = line, message


class Block(NamedTuple):
    """Words, or what stands between the fences of a live block; `line` is where the text begins."""

    kind: str
    text: str
    line: int


class Section(NamedTuple):
    """A page: the heading's text, and what follows it; `panel` is brought to the front with it."""

    title: str
    line: int
    blocks: tuple[Block, ...]
    panel: str | None = None


class Outline(NamedTuple):
    title: str
    about: str
    sections: tuple[Section, ...]


def outline(text: str) -> Outline:
    """The parts of a lesson file.  Raises `LessonFault`."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("# "):
        raise LessonFault(1, "must be the title of the lesson, as in: # Separating axes")
    starts = _headings(lines)
    if not starts:
        raise LessonFault(len(lines), "a lesson needs pages; each begins with a heading, as in: ## Two boxes")
    about = "\n".join(line for line in lines[1 : starts[0]] if not line.startswith(PICTURE)).strip()
    if not about:
        raise LessonFault(2, "missing: a sentence that says what the lesson is about")
    ends = [*starts[1:], len(lines)]
    return Outline(
        lines[0][2:].strip(), about, tuple(_section(lines, *span) for span in zip(starts, ends, strict=True))
    )


def _headings(lines: list[str]) -> list[int]:
    """Where pages begin: headings of the second level, but not what looks like one inside a fence."""
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
            raise LessonFault(i + 1, f"this block is never closed: {FENCE} is missing")
        kind = lines[i].removeprefix(FENCE).strip()
        if kind not in (*LIVE, *CODE):
            raise LessonFault(i + 1, f"unknown block {kind!r}; live are {', '.join(LIVE)}")
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
