"""JSON that people write and read: read with nothing dropped silently, its faults by place; written an entry a line."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gjkscope.app.base.input_file import InputError, read_input
from gjkscope.engine.cancellation import checkpoint

Keys = Sequence[str | int]
"""The way to a value in a document: keys of objects, places in lists."""

# A million vertices make some 60 MB of text.  Beyond this a file is more likely no scene at all, and reading it
# would take the memory that the desktop needs.
MAX_BYTES = 200_000_000

LONGEST_INTEGER = 19  # digits: what 64 bits hold
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class FileError(ValueError):
    """What is wrong with a file, as one line: `file: place: what is wrong, what would be right`."""

    def __init__(self, source: Path | str, *parts: str) -> None:
        super().__init__(" ".join(": ".join(part for part in (str(source), *parts) if part).splitlines()))


class Fault(Exception):
    """What is wrong at which place of a file; whoever reads it adds its name."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(place, message)
        self.place, self.message = place, message


class Misfit(Fault):
    """What is wrong at the end of the keys of a document that was read."""

    def __init__(self, keys: Keys, message: str) -> None:
        super().__init__(place_of(keys), message)
        self.keys = keys


def file_text(path: Path) -> str:
    """The text of a file.  Raises `Fault`."""
    try:
        data = read_input(path, MAX_BYTES)
    except InputError as fault:
        raise Fault("", str(fault)) from None
    try:
        return data.decode("utf-8-sig")  # editors on Windows still write the mark that this drops
    except UnicodeDecodeError as error:
        raise Fault(f"byte {error.start}", "must be JSON in UTF-8") from None


def read_document(text: str) -> object:
    """The JSON in the text, with nothing dropped silently.  Raises `Fault`."""
    repeats: list[tuple[dict[str, Any], str]] = []  # objects in which a key stands more than once

    def unique(items: list[tuple[str, Any]]) -> dict[str, Any]:
        checkpoint()
        entries = dict(items)
        if len(entries) < len(items):
            repeats.append((entries, Counter(key for key, _ in items).most_common(1)[0][0]))
        return entries

    try:
        document = json.loads(text, object_pairs_hook=unique, parse_int=_integer)
        if repeats:
            entries, key = repeats[-1]  # it closes last, so it cannot lie inside a value that a repeat has dropped
            way = next(keys for keys, found in _objects(document) if found is entries)
            raise Fault(place_of([*way, key]), "this key is given more than once")
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Fault(place, f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}") from None
    except RecursionError:
        raise Fault("", "cannot be read: lists or objects are nested too deep") from None
    checkpoint()
    return document


def _integer(text: str) -> int | float:
    """A whole number, but `-0` keeps its sign, and one too long for Python to take as an int is still a number."""
    return float(text) if text == "-0" or len(text) > LONGEST_INTEGER else int(text)


def _objects(value: object, way: Keys = ()) -> Iterator[tuple[Keys, object]]:
    """All JSON objects inside `value`, each with the keys that lead to it."""
    if isinstance(value, dict):
        yield way, value
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _objects(item, (*way, key))


def place_of(keys: Keys) -> str:
    """A way through the file as text: `shapes[1].radius`."""
    text = "".join(f".{key}" if re.fullmatch(r"[^\W\d]\w*", str(key)) else f"[{key!r}]" for key in keys)
    return text.removeprefix(".")


def line_of(text: str, keys: Keys) -> int:
    """The line, from 1, where in a text that is JSON the way of `keys` leads to, or as far as it goes there."""
    wanted, found, line = list(keys), -1, 1
    way: list[str | int | None] = []  # None: the next text is a key
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word in "}]":
            way.pop()
        elif word == ",":
            way[-1] = way[-1] + 1 if isinstance(way[-1], int) else None
        elif word != ":":
            if way and way[-1] is None:
                way[-1] = json.loads(word)
            if len(way) > found and way == wanted[: len(way)]:
                found, line = len(way), text.count("\n", 0, token.start()) + 1
            if word in "{[":
                way.append(None if word == "{" else 0)
    return line


def json_text(value: object, indent: str = "") -> str:
    """JSON with an entry a line, but a list of numbers in one line.  Floats are the shortest text that reads back."""
    inner = indent + " "
    if isinstance(value, dict) and value:
        lines = [f"{inner}{json_text(key)}: {json_text(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list | tuple) and any(not isinstance(item, int | float) for item in value):
        lines = [inner + json_text(item, inner) for item in value]
        return "[\n" + ",\n".join(lines) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)
