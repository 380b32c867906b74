"""Reads and writes JSON documents that people edit.

Nothing is dropped silently on reading, and errors give their position.  Writing puts each entry on a line.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from reprlib import Repr
from typing import Any

from gjkscope.app.base.input_file import InputError, read_input
from gjkscope.app.base.short_line import short_line
from gjkscope.engine.cancellation import checkpoint

Keys = Sequence[str | int]
"""The path to a value in a document: object keys and list indices."""

# A million vertices take about 60 MB of text.  A larger file is unlikely to be a scene, and reading it could exhaust
# memory.
MAX_BYTES = 200_000_000

NEW_LINE, QUOTE = "\n", "'"
LONGEST_INTEGER = 19  # digits of a 64-bit integer
LONGEST_KEY = 60  # characters that are shown of a name: the longest that files have has 20
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


_short = Repr()
_short.maxstring = _short.maxlong = LONGEST_KEY


class FileError(ValueError):
    """An error in a file, as one line: `file: position: what is wrong, what would be right`."""

    def __init__(self, source: Path | str, *parts: str) -> None:
        super().__init__(short_line(": ".join(part for part in (str(source), *parts) if part)))


class FieldError(Exception):
    """An error at a place in a file; the caller adds the file name."""

    def __init__(self, location: str, message: str) -> None:
        super().__init__(location, message)
        self.place, self.message = location, message


class ValueMismatch(FieldError):
    """An error in a parsed document, at the value that `keys` lead to."""

    def __init__(self, keys: Keys, message: str) -> None:
        super().__init__(format_path(keys), message)
        self.keys = keys


def file_text(path: Path) -> str:
    """Reads a text file.  Raises `FieldError`."""
    try:
        data = read_input(path, MAX_BYTES)
    except InputError as fault:
        raise FieldError("", str(fault)) from None
    try:
        return data.decode("utf-8-sig")  # drops the byte order mark, which some Windows editors write
    except UnicodeDecodeError as error:
        raise FieldError(f"byte {error.start}", "must be JSON in UTF-8") from None


def read_document(text: str) -> object:
    """Parses JSON; a repeated key is an error.  Raises `FieldError`."""
    repeats: list[tuple[dict[str, Any], str]] = []  # objects with a repeated key

    def unique(items: list[tuple[str, Any]]) -> dict[str, Any]:
        checkpoint()
        entries = dict(items)
        if len(entries) < len(items):
            repeats.append((entries, Counter(key for key, _ in items).most_common(1)[0][0]))
        return entries

    try:
        document = json.loads(text, object_pairs_hook=unique, parse_int=read_integer)
        if repeats:
            entries, key = repeats[-1]  # closed last, so not inside a dropped value
            way = next(keys for keys, value in _objects(document) if value is entries)
            raise FieldError(format_path([*way, key]), "this key occurs more than once")
    except json.JSONDecodeError as error:
        location = f"line {error.lineno}, column {error.colno}"
        raise FieldError(location, f"not JSON: {_what_is_wrong(error)}") from None
    except RecursionError:
        raise FieldError("", "cannot be read: lists or objects are nested too deeply") from None
    checkpoint()
    check_text(text, document)
    return document


def _what_is_wrong(error: json.JSONDecodeError) -> str:
    """What a person did who wrote this, if that is clear; otherwise what Python says."""
    text, at = error.doc, error.pos
    before = text[:at].rstrip()
    found = _TOKEN.match(text, at)
    word = found[0] if found is not None else ""
    if error.msg.startswith("Expecting ',' delimiter") and word not in ("", ":"):
        return f"comma missing after line {before.count(NEW_LINE) + 1}"
    if before.endswith(",") and word in ("]", "}"):
        return f"no comma before {word}"
    if error.msg.startswith("Illegal trailing comma"):
        return f"no comma before {text[at + 1 :].lstrip()[:1]}"
    if word.startswith("'") or (word[:1].isalpha() and error.msg.startswith("Expecting")):
        return f'text needs double quotes, "{word.strip(QUOTE)}"'
    return f"{error.msg[:1].lower()}{error.msg[1:]}"


def check_text(text: str, document: object) -> None:
    """Raises `ValueMismatch` if the document, which was read from `text`, contains text that is not valid Unicode."""
    if text.isascii() and "\\u" not in text:
        return
    for keys, value in leaf_values(document):
        if isinstance(value, str) and not is_valid_text(value):
            raise ValueMismatch(keys, f"must be valid Unicode text, got {value!r}")


def is_valid_text(text: str) -> bool:
    """Whether it is valid Unicode."""
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def leaf_values(document: object) -> Iterator[tuple[Keys, object]]:
    """All values of a document that are neither objects nor lists, and the names in its objects, each with its keys."""
    waiting: list[tuple[Keys, object]] = [((), document)]
    while waiting:
        keys, value = waiting.pop()
        if isinstance(value, dict):
            yield from (((*keys, name), name) for name in value)
        if isinstance(value, dict | list):
            waiting += [((*keys, key), part) for key, part in _parts(value)]
        else:
            yield keys, value


def read_integer(text: str) -> int | float:
    """The integer, for `json.loads`; -0 becomes a float, to keep its sign, as does an integer with too many digits."""
    return float(text) if text == "-0" or len(text) > LONGEST_INTEGER else int(text)


def _objects(value: object, way: Keys = ()) -> Iterator[tuple[Keys, object]]:
    """All JSON objects inside `value`, each with its keys."""
    if isinstance(value, dict):
        yield way, value
    if isinstance(value, dict | list):
        for key, item in _parts(value):
            yield from _objects(item, (*way, key))


def _parts(value: dict[str, Any] | list[Any]) -> Iterable[tuple[str | int, Any]]:
    return value.items() if isinstance(value, dict) else enumerate(value)


def format_path(keys: Keys) -> str:
    """Formats keys as text, such as `shapes[1].radius`."""
    return "".join(map(_format_key, keys)).removeprefix(".")


def _format_key(key: str | int) -> str:
    is_plain = re.fullmatch(r"[^\W\d]\w*", str(key)) and len(str(key)) <= LONGEST_KEY
    return f".{key}" if is_plain else f"[{_short.repr(key)}]"


def line_at(text: str, keys: Keys) -> int:
    """The line, from 1, of the value at `keys` in JSON text, or of the innermost enclosing value that exists."""
    wanted, depth, line = list(keys), -1, 1
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
            if len(way) > depth and way == wanted[: len(way)]:
                depth, line = len(way), text.count("\n", 0, token.start()) + 1
            if word in "{[":
                way.append(None if word == "{" else 0)
    return line


def json_text(value: object, indent: str = "") -> str:
    """Formats JSON with one entry per line, except that lists of numbers stay on one line.  Floats are written
    exactly.
    """
    inner = indent + " "
    if isinstance(value, dict) and value:
        lines = [f"{inner}{json_text(key)}: {json_text(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list | tuple) and any(not isinstance(item, int | float) for item in value):
        lines = [inner + json_text(item, inner) for item in value]
        return "[\n" + ",\n".join(lines) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)
