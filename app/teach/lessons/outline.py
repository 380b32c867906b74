"""Splits a lesson file into pages, text and fenced blocks, without parsing the blocks.

A lesson file is Markdown that is readable on its own: a title (#), a summary, and pages (##).  Blocks fenced as
`gjkscope` (the page's scene), `task`, `question` and `predict` are interactive.  A block fenced as `show` declares what
the page shows beside its text (`display`); before the first page, it applies to all pages.  `notes` are for a
lecturer who presents the page.  Everything else is text.
"""

from typing import NamedTuple

FENCE = "```"
PICTURE = "!["  # only for readers of the Markdown file
WORDS = "words"
SHOW = "show"
TEACHES = "teaches"  # the key of the terms that a page teaches
SCENE, NOTES = "gjkscope", "notes"
OF_PAGE = (SCENE, NOTES)  # kinds of blocks that are not part of the text
LIVE = (SCENE, "task", "question", "predict", NOTES)
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


class ShowEntry(NamedTuple):
    """A line "key: value, value" of a `show` block."""

    key: str
    values: tuple[str, ...]
    line: int


class Section(NamedTuple):
    """A page: its heading, its blocks, and the lines of what it shows (`show_entries`)."""

    title: str
    line: int
    blocks: tuple[Block, ...]
    shows: tuple[ShowEntry, ...] = ()


class LessonOutline(NamedTuple):
    title: str
    about: str
    sections: tuple[Section, ...]
    shows: tuple[ShowEntry, ...] = ()  # on all pages


def outline(text: str) -> LessonOutline:
    """Splits a lesson file into its parts.  Raises `LessonSyntaxError`."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("# "):
        raise LessonSyntaxError(1, "must be the title of the lesson, such as: # Separating axes")
    starts = _headings(lines)
    if not starts:
        raise LessonSyntaxError(len(lines), "a lesson needs pages; each begins with a heading, such as: ## Two boxes")
    head = _section(lines, 0, starts[0])
    about = _about(head)
    if not about:
        raise LessonSyntaxError(2, "missing: a summary of the lesson")
    ends = [*starts[1:], len(lines)]
    pages = tuple(_section(lines, *span) for span in zip(starts, ends, strict=True))
    return LessonOutline(lines[0][2:].strip(), about, pages, head.shows)


def _about(head: Section) -> str:
    """The summary: the text between the lesson's title and its first page, without pictures."""
    for block in head.blocks:
        if block.kind != WORDS:
            raise LessonSyntaxError(block.line - 1, f"only a {SHOW} block can stand before the first page")
    lines = [line for block in head.blocks for line in ("", *block.text.splitlines()) if not line.startswith(PICTURE)]
    return "\n".join(lines).strip()


def show_entries(block: Block) -> tuple[ShowEntry, ...]:
    """The lines of a `show` block, each with its key and values.  Raises `LessonSyntaxError`."""
    entries: dict[str, ShowEntry] = {}
    for i, text in enumerate(block.text.splitlines(), block.line):
        if not text.strip():
            continue
        key, colon, values = text.partition(":")
        key = key.strip()
        if not colon:
            raise LessonSyntaxError(i, f"{SHOW}: each line is a key and its values, such as: labels: A, B")
        if key in entries:
            raise LessonSyntaxError(i, f"{key}: already declared in line {entries[key].line}")
        entries[key] = ShowEntry(key, tuple(value.strip() for value in values.split(",") if value.strip()), i)
    return tuple(entries.values())


def taught_in(shows: tuple[ShowEntry, ...]) -> tuple[str, ...]:
    """The terms that a page teaches."""
    return next((entry.values for entry in shows if entry.key == TEACHES), ())


def _headings(lines: list[str]) -> list[int]:
    """The indices of the second-level headings, which start the pages; ignores lines inside fences."""
    headings, fenced = [], False
    for i, line in enumerate(lines):
        if line.startswith(FENCE):
            fenced = not fenced
        elif line.startswith("## ") and not fenced:
            headings.append(i)
    return headings


def _section(lines: list[str], start: int, end: int) -> Section:
    blocks: list[Block] = []
    shows: tuple[ShowEntry, ...] | None = None
    words_from = i = start + 1
    while i < end:
        if not lines[i].startswith(FENCE):
            i += 1
            continue
        close = next((j for j in range(i + 1, end) if lines[j].rstrip() == FENCE), None)
        if close is None:
            raise LessonSyntaxError(i + 1, f"this block is not closed: {FENCE} is missing")
        kind = lines[i].removeprefix(FENCE).strip()
        if kind not in (*LIVE, SHOW, *CODE):
            raise LessonSyntaxError(i + 1, f"unknown block {kind!r}; must be one of {', '.join((*LIVE, SHOW))}")
        if kind not in CODE:
            blocks += _words(lines, words_from, i)
            words_from = close + 1
            block = Block(kind, "\n".join(lines[i + 1 : close]), i + 2)
            if kind != SHOW:
                blocks.append(block)
            elif shows is not None:
                raise LessonSyntaxError(i + 1, f"there is already a {SHOW} block: a page can have only one")
            else:
                shows = show_entries(block)
        i = close + 1
    blocks += _words(lines, words_from, end)
    return Section(lines[start][3:].strip(), start + 1, tuple(blocks), shows or ())


def _words(lines: list[str], start: int, end: int) -> list[Block]:
    first = next((i for i in range(start, end) if lines[i].strip()), end)
    text = "\n".join(lines[first:end]).strip()
    return [Block(WORDS, text, first + 1)] if text else []
