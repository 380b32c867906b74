"""Reads the keys of a block, such as a task: "key: text", where the text may continue on the next lines."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gjkscope.app.teach.lessons.outline import Block, LessonSyntaxError


class BlockEntry(NamedTuple):
    """The text of a key, and its line."""

    text: str
    line: int


def read_entries(block: Block, keys: Sequence[str], what: str) -> dict[str, BlockEntry]:
    """The entries of the block by key; `what` is in error messages.  Raises `LessonSyntaxError`."""
    entries: dict[str, BlockEntry] = {}
    for key, entry in _entries(block, keys, what):
        if key in entries:
            raise LessonSyntaxError(entry.line, f"{key}: is given twice")
        entries[key] = entry
    return entries


def _entries(block: Block, keys: Sequence[str], what: str) -> Iterator[tuple[str, BlockEntry]]:
    key, lines, line = "", [], block.line
    for i, text in enumerate(block.text.splitlines(), block.line):
        begun = re.match(r"(\w+): *(.*)", text)
        if begun is None and not key:
            raise LessonSyntaxError(i, f"must begin with a key; {what} has {', '.join(keys)}")
        if begun is None:
            lines.append(text)
            continue
        if key:
            yield key, BlockEntry("\n".join(lines), line)
        key, lines, line = begun[1], [begun[2]], i
        if key not in keys:
            raise LessonSyntaxError(i, f"{key}: unknown key; {what} has {', '.join(keys)}")
    if key:
        yield key, BlockEntry("\n".join(lines), line)
