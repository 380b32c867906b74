"""Reads XML, whole or in fragments, into elements whose values know their place in the text.

    parse_xml('<geom size=".1"/>\n<geom size=".2"').roots

expat (the standard library's parser) checks and splits the text; it reports where each tag starts, and attributes are
located from there.  Fragments of a file are accepted: several roots, tags left open at the end, closing tags whose
opening tag was not pasted, undeclared namespace prefixes, and prose or code around the XML, which is kept as `loose`
text.  Document type declarations are refused: they can define entities that expand without limit or read files.
No other file is opened.
"""

import html
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple
from xml.parsers import expat

from gjkscope.app.base.tokens import TextError, quoted
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.reading import ImportFault, Span
from gjkscope.app.bring.notations.xml.cleaning import clean_xml

DEEPEST = 200  # levels; real robots have up to about 60, and readers recurse
MOST_ELEMENTS = 300_000  # about 200 MB of memory
MOST_RESTARTS = 1000  # stray closing tags, and pieces of prose between elements; each costs a new parser

WRAPPER = b"<_>"  # gives fragments the single root that XML requires


class Piece(NamedTuple):
    """A run of characters of a value: where it starts in the value, and in the text."""

    at: int
    start: int


class Value:
    """The value of an attribute, or the text of an element, with references such as `&lt;` resolved."""

    __slots__ = ("_pieces", "document", "end", "start", "text", "what")

    def __init__(self, document: "XmlDocument", what: str, text: str, pieces: tuple[Piece, ...], end: int) -> None:
        self.document = document
        self.what = what  # for messages: "size of <geom>"
        self.text = text
        self.start, self.end = pieces[0].start, end
        self._pieces = pieces

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    @property
    def is_verbatim(self) -> bool:
        """Whether the value is one literal run of the text, without references and comments."""
        return len(self._pieces) == 1 and self.document.text[self.start : self.end] == self.text

    def place(self, at: int) -> int:
        """The offset in the text of a character of the value."""
        piece = self._pieces[bisect_right(self._pieces, at, key=lambda piece: piece.at) - 1]
        return piece.start + at - piece.at

    def fault(self, message: str) -> ValueError:
        return self.document.fault(self.start, f"{self.what}: {message}")


class XmlElement:
    """An element; `name` is its tag without a namespace prefix."""

    __slots__ = ("_attributes", "children", "document", "end", "loose", "name", "start", "tag")

    def __init__(self, document: "XmlDocument", tag: str, start: int) -> None:
        self.document = document
        self.tag, self.name = tag, tag.rpartition(":")[2]
        self.start = start  # of its tag
        self.children: list[XmlElement] = []
        self.end: int | None = None  # after its closing tag; None if it is left open
        self.loose: list[Span] = []  # text inside the element, not in its children
        self._attributes: dict[str, Value] | None = None

    @property
    def span(self) -> Span:
        """The `<` and the name of the tag."""
        return Span(self.start, self.start + 1 + len(self.tag))

    @property
    def is_closed(self) -> bool:
        return self.end is not None

    @property
    def attributes(self) -> dict[str, Value]:
        if self._attributes is None:
            self._attributes = {value[0]: value[1] for value in _attributes(self)}
        return self._attributes

    def get(self, name: str) -> Value | None:
        return self.attributes.get(name)

    def text_of(self, name: str, default: str = "") -> str:
        """The text of an attribute, without white space around it."""
        value = self.get(name)
        return default if value is None else value.text.strip()

    def all(self, *names: str) -> list["XmlElement"]:
        return [child for child in self.children if child.name in names]

    def first(self, name: str) -> "XmlElement | None":
        return next((child for child in self.children if child.name == name), None)

    @property
    def content(self) -> Value | None:
        """The text inside the element, without that of its children; None if there is none."""
        return _join(self.document, f"<{self.tag}>", self.loose) if self.loose else None

    def fault(self, message: str) -> ValueError:
        return self.document.fault(self.start, f"<{self.tag}>: {message}")

    def add_text(self, start: int, end: int) -> None:
        _extend(self.document.text, self.loose, start, end)


class XmlDocument:
    """The elements of a text.  `file` is the name of an included file, None for the text that is imported."""

    def __init__(self, text: str, file: str | None = None) -> None:
        self.text, self.file = text, file
        self.roots: list[XmlElement] = []
        self.loose: list[Span] = []  # text outside of the roots
        self.notes: tuple[str, ...] = ()  # warnings about what was left out of the text
        self.fillings: Mapping[int, tuple[int, str]] = {}  # replaced places: their ends, and the new text
        self._filled: list[int] = []  # the places, in order

    @cached_property
    def lines(self) -> list[int]:
        """Where the lines start."""
        return [0, *(newline.end() for newline in re.finditer(r"\r\n|\r|\n", self.text))]

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both from 1."""
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1] + 1

    def fill(self, fillings: Mapping[int, tuple[int, str]]) -> None:
        """Sets the places whose text is replaced; before the first value is read."""
        self.fillings, self._filled = fillings, sorted(fillings)

    def filled_with(self, fillings: Mapping[int, tuple[int, str]]) -> "XmlDocument":
        """The same text with further places filled in."""
        view = XmlDocument(self.text, self.file)
        view.fill({**self.fillings, **fillings})
        return view

    def filled_places(self, start: int, end: int) -> list[int]:
        """The places in a part of the text whose text is replaced."""
        return self._filled[bisect_left(self._filled, start) : bisect_left(self._filled, end)]

    def fault(self, offset: int, message: str) -> ValueError:
        """An error at a place: a `TextError`, or an `ImportFault` that names the included file."""
        error = TextError(*self.position(offset), message)
        return error if self.file is None else ImportFault(f"{self.file}: {error}")


def parse_xml(text: str, tags: Iterable[str], file: str | None = None) -> XmlDocument:
    """The elements of a text.  `tags` are those that end a passage of prose or code between elements.

    Raises `TextError` with the place where the text is not XML.
    """
    text, notes = clean_xml(text)
    document = XmlDocument(text, file)
    document.notes = notes
    # A comment opens a passage too, so that no tag inside it is read.
    opening = re.compile(rf"<(?:!--|(?:{'|'.join(map(re.escape, sorted(tags)))})(?=[\s/>]))")
    # One byte for each character, so that the offsets of expat are those of the text.
    data = memoryview(_XML_DECLARATION.sub(_blank, text.encode("latin-1", "replace")))
    start = _first(opening, text, 0)
    document.loose.append(Span(0, start))
    for _ in range(MOST_RESTARTS):
        if start >= len(text):
            return document
        start = _Builder(document, data, start).run(opening)
    raise document.fault(start, "too many pieces: paste only the part with the shapes")


class _Builder:
    """Builds elements from the events of one parser, which starts at an offset of the text."""

    def __init__(self, document: XmlDocument, data: memoryview, start: int) -> None:
        self.document, self.data, self.start = document, data, start
        self.stack: list[XmlElement] = []
        self.count = 0
        self.parser = parser = expat.ParserCreate("iso-8859-1")
        parser.buffer_text = False  # so that each run of text has its own offset
        parser.StartElementHandler = self._open
        parser.EndElementHandler = self._close
        parser.CharacterDataHandler = self._text

    def run(self, opening: re.Pattern[str]) -> int:
        """Reads to the end of the text, or to text between elements that is not XML; returns where to continue."""
        self.parser.Parse(WRAPPER, False)
        try:
            self.parser.Parse(self.data[self.start :], True)
        except expat.ExpatError as error:
            offset = min(self.start + self.parser.ErrorByteIndex - len(WRAPPER), len(self.document.text))
            return self._after(error.code, offset, opening)
        raise AssertionError("the wrapper is never closed")

    def _after(self, code: int, offset: int, opening: re.Pattern[str]) -> int:
        text = self.document.text
        tag = text.rfind("<", 0, offset + 1)  # the tag that the error is in, if any
        if tag >= 0 and (declared := _DECLARATION.match(text, tag)):
            raise self.document.fault(
                tag, f"{declared[0]} is refused: it can define entities that expand without limit or read files"
            )
        if code == _ERRORS["no element found"] and offset >= len(text):
            return len(text)
        if self.stack:
            raise self._fault(code, offset)
        closing = _CLOSING.match(text, max(tag, 0))
        if code == _ERRORS["mismatched tag"] and closing:
            return _first(_ANY_TAG, text, closing.end())
        if tag >= 0 and opening.match(text, tag) and text.find(">", tag, offset) < 0:
            raise self._fault(code, offset)
        end = _first(opening, text, offset + 1)
        after = self.document.loose[-1].end
        start = max(text.rfind("&", after, offset + 1), text.rfind("<", after, offset + 1))  # what is not XML
        _extend(text, self.document.loose, start if start >= 0 else offset, end)
        return end

    def _fault(self, code: int, offset: int) -> ValueError:
        text = self.document.text
        if code == _ERRORS["mismatched tag"] and (closing := _CLOSING.match(text, text.rfind("<", 0, offset))):
            inner = self.stack[-1]
            line, _ = self.document.position(inner.start)
            return self.document.fault(closing.start(), f"{closing[0]} does not match <{inner.tag}> in line {line}")
        if code in (_ERRORS["unclosed token"], _ERRORS["unclosed CDATA section"]):
            start = quoted(text[offset : offset + 40])
            return self.document.fault(offset, f"{start} is cut off: the text ends inside it")
        return self.document.fault(offset, f"{expat.ErrorString(code)}{_near(text, offset)}")

    @property
    def _place(self) -> int:
        return self.start + self.parser.CurrentByteIndex - len(WRAPPER)

    def _open(self, tag: str, _: dict[str, str]) -> None:
        if self.parser.CurrentByteIndex == 0:
            return  # the wrapper
        spend()
        element = XmlElement(self.document, tag, self._place)
        (self.stack[-1].children if self.stack else self.document.roots).append(element)
        self.stack.append(element)
        self.count += 1
        if len(self.stack) > DEEPEST:
            raise self.document.fault(element.start, f"<{tag}> is nested too deeply: at most {DEEPEST} levels are read")
        if self.count > MOST_ELEMENTS:
            raise self.document.fault(element.start, f"too many elements: at most {MOST_ELEMENTS:,} are read")

    def _close(self, _: str) -> None:
        element = self.stack.pop()
        element.end = self.document.text.find(">", self._place) + 1

    def _text(self, data: str) -> None:
        if data.isspace():
            return
        start = self._place
        end = self.document.text.index(";", start) + 1 if self.document.text[start] == "&" else start + len(data)
        if self.stack:
            self.stack[-1].add_text(start, end)
        else:
            _extend(self.document.text, self.document.loose, start, end)


# --- text ---

_ERRORS = {expat.ErrorString(code): code for code in range(1, 40) if expat.ErrorString(code)}
_XML_DECLARATION = re.compile(rb"<\?xml\s[^<>]*\?>")
_DECLARATION = re.compile(r"<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)", re.IGNORECASE)
_ANY_TAG = re.compile(r"<(?=[A-Za-z_/!?])")
_CLOSING = re.compile(r"</[^<>]*>")
_ATTRIBUTE = re.compile(r"""\s+([^\s=<>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_REFERENCE = re.compile(r"&[^;]*;")


def _extend(text: str, runs: list[Span], start: int, end: int) -> None:
    """Adds a run of text, joined to the last one if there is only white space between them."""
    if runs and (runs[-1].end == start or text[runs[-1].end : start].isspace()):
        runs[-1] = Span(runs[-1].start, end)
    else:
        runs.append(Span(start, end))


def _blank(match: re.Match[bytes]) -> bytes:
    return b" " * len(match[0])


def _first(pattern: re.Pattern[str], text: str, start: int) -> int:
    """The next start of the pattern or a document type declaration; the end of the text if there is none."""
    match, declared = pattern.search(text, start), _DECLARATION.search(text, start)
    return min(candidate.start() if candidate else len(text) for candidate in (match, declared))


def _near(text: str, offset: int) -> str:
    part = text[offset : offset + 30].split("\n")[0].strip()
    return f" at {quoted(part)}" if part else ""


def _attributes(element: XmlElement) -> Iterator[tuple[str, Value]]:
    document = element.document
    offset = element.start + 1 + len(element.tag)
    while attribute := _ATTRIBUTE.match(document.text, offset):
        start, end = attribute.span(2 if attribute[2] is not None else 3)
        what = f"{attribute[1]} of <{element.tag}>"
        text = document.text[start:end]
        if "&" in text or document.filled_places(start, end):
            yield attribute[1], _join(document, what, [(start, end)])
        else:
            yield attribute[1], Value(document, what, text, (Piece(0, start),), end)
        offset = attribute.end()


def _join(document: XmlDocument, what: str, runs: Sequence[tuple[int, int]]) -> Value:
    """A value from runs of the text: a comment between two of them separates words, a reference does not."""
    text, pieces, parts, size, last = document.text, [], [], 0, runs[0][0]
    for start, end in (part for run in runs for part in _split(document, *run)):
        if start > last:
            parts.append(" ")
            pieces.append(Piece(size, last))
            size += 1
        part = document.fillings[start][1] if start in document.fillings else text[start:end]
        parts.append(html.unescape(part) if part.startswith("&") else part)
        pieces.append(Piece(size, start))
        size += len(parts[-1])
        last = end
    return Value(document, what, "".join(parts), tuple(pieces) or (Piece(0, runs[0][0]),), runs[-1][1])


def _split(document: XmlDocument, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A run of the text in parts that are a reference, or a place that is filled in, or contain none."""
    text, offset = document.text, start
    special = [(at, document.fillings[at][0]) for at in document.filled_places(start, end)]
    if text.find("&", start, end) >= 0:
        special += [reference.span() for reference in _REFERENCE.finditer(text, start, end)]
    for first, last in sorted(special):
        if offset < first:
            yield offset, first
        yield first, last
        offset = last
    if offset < end:
        yield offset, end
