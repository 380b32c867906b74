"""The documentation as a part of the website: the pages that Sphinx built, and their text for search."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from gjkscope.app.share.web.course.html import element
from gjkscope.app.share.web.course.layout import DOCUMENTATION, HOME, SearchEntry

FIRST = "index.html"
UNUSED = (".buildinfo", "objects.inv")  # that only other builds read
WITHOUT_TEXT = ("genindex.html", "py-modindex.html", "search.html")
MOST_TEXT = 1_200  # characters of a section that search knows; reference tables are longer
SILENT = ("script", "style", "nav", "aside", "svg", "title", "template")  # elements whose text is not part of a section
HEADINGS = ("h1", "h2", "h3", "h4")
_SKIP = re.compile(r'<a class="skip-to-content[^>]*>.*?</a>', re.DOTALL)  # the first thing that the keyboard reaches
_PARAMETERS = re.compile(r'<dl>\n((?:<dd><em class="sig-param">.*?</dd>\n)+)</dl>', re.DOTALL)
# What a theme's pages lack for screen readers and the keyboard: an expression, and what replaces it.
_ACCESSIBLE = (
    (re.compile(r' role="heading">'), ' role="heading" aria-level="2">'),
    (re.compile(r'<aside class="sidebar-drawer">'), '<aside class="sidebar-drawer" aria-label="Pages">'),
    (re.compile(r'<aside class="toc-drawer([^"]*)">'), r'<aside class="toc-drawer\1" aria-label="This page">'),
    (re.compile(r"<pre>"), '<pre tabindex="0">'),
    (re.compile(r'<div class="table-wrapper([^"]*)">'), r'<div class="table-wrapper\1" tabindex="0">'),
    (_PARAMETERS, lambda found: _as_divisions(found[1])),
)


class DocumentationError(ValueError):
    """A folder that does not hold the documentation; the message names it."""


def documentation_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The addresses and contents of the files of the documentation, which Sphinx built into a folder.

    Raises `DocumentationError` if it holds no website, and `OSError`.
    """
    if not (folder / FIRST).is_file():
        raise DocumentationError(f"{folder}: holds no {FIRST}; build the documentation with make docs")
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.name in UNUSED or path.suffix == ".map":
            continue
        inside = path.relative_to(folder).as_posix()
        data = path.read_bytes()
        yield f"{DOCUMENTATION}/{inside}", _linked(data, inside) if path.suffix == ".html" else data


def documentation_search_entries(folder: Path) -> Iterator[SearchEntry]:
    """The text of each section of the documentation for the search index.  Raises `OSError`."""
    for path in sorted(folder.rglob("*.html")):
        if path.name in WITHOUT_TEXT:
            continue
        address = f"{DOCUMENTATION}/{path.relative_to(folder).as_posix()}"
        reader = SectionReader()
        reader.feed(path.read_text(encoding="utf-8"))
        title = next((heading for _, heading, _ in reader.sections), "")
        for number, (name, heading, text) in enumerate(reader.sections):
            place = f"{address}#{name}" if number else address
            yield SearchEntry(place, title if number else "Documentation", heading, text[:MOST_TEXT])


class SectionReader(HTMLParser):
    """Reads the sections of a page of Sphinx: the id, the heading and the text of each, in `sections`."""

    def __init__(self) -> None:
        super().__init__()
        self._found: list[tuple[str, list[str], list[str]]] = []
        self._open: list[int] = []  # numbers of the sections around what is read
        self._silent = 0
        self._in_heading = False

    @property
    def sections(self) -> list[tuple[str, str, str]]:
        """The id, the heading and the text of each section."""
        return [(name, _one_line(heading), _one_line(text)) for name, heading, text in self._found]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag == "section" and known.get("id"):
            self._open.append(len(self._found))
            self._found.append((str(known["id"]), [], []))
        elif tag in SILENT:
            self._silent += 1
        elif tag in HEADINGS:
            self._in_heading = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "section" and self._open:
            self._open.pop()
        elif tag in SILENT:
            self._silent -= 1
        elif tag in HEADINGS:
            self._in_heading = False

    def handle_data(self, data: str) -> None:
        if self._open and not self._silent:
            _, heading, text = self._found[self._open[-1]]
            (heading if self._in_heading else text).append(data)


def _one_line(parts: list[str]) -> str:
    """The words; a heading ends with a sign that links to it, which is left out."""
    return " ".join("".join(parts).replace("¶", "").split())


def _linked(page: bytes, inside: str) -> bytes:
    """The page with a link to the website's first page above it, and without faults for screen readers."""
    text = page.decode()
    home = f"{'../' * (inside.count('/') + 1)}{HOME}"
    style = "display: block; padding: 6px 16px; font-size: 0.85em"
    above = element(
        "nav", element("a", "← gjkscope: lessons, films, museum", href=home), style=style, aria_label="Website"
    )
    text = _SKIP.sub(lambda found: f"{found.group()}\n{above}", text, count=1)
    for expression, replacement in _ACCESSIBLE:
        text = expression.sub(replacement, text)
    return text.encode()


def _as_divisions(items: str) -> str:
    """The parameters of a signature, which are descriptions without terms, as plain lines."""
    lines = items.replace("<dd>", '<div style="margin-left: 2rem">').replace("</dd>", "</div>")
    return f"<div>\n{lines}</div>"
