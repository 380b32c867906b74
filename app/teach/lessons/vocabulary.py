"""The terms that a page may use, because it or an earlier page teaches them, and their definitions in its text."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from gjkscope.app.base.formulas import FORMULA
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.teach.lessons.glossary import TERMS, definition, pattern, terms_in

Place = tuple[str, int]  # the name of a lesson, and a page
HELD = ",.;:?!)"  # part of the preceding word's element, as a line may break where an element ends


@cache
def taught_at() -> Mapping[str, Place]:
    """Where each term is taught first."""
    pages = ((entry.name, page, terms) for entry in contents() for page, terms in enumerate(entry.teaches))
    page_of: dict[str, Place] = {}
    for name, page, terms in pages:
        for term in terms:
            page_of.setdefault(term, (name, page))
    return page_of


def known_terms(name: str, page: int) -> tuple[str, ...]:
    """The terms that are taught by the end of that page."""
    return tuple(term for term, page_of_term in taught_at().items() if page_of_term <= (name, page))


def premature_terms(text: str, name: str, page: int) -> Iterator[str]:
    """The terms that the text uses, although a later page teaches them."""
    later = [term for term, page_of_term in taught_at().items() if page_of_term > (name, page)]
    return terms_in(text, later)


def untaught_terms() -> tuple[str, ...]:
    """The terms of the glossary that no page teaches."""
    return tuple(term for term in TERMS if term not in taught_at())


class NotedText(NamedTuple):
    """Text with terms in <dfn> elements; and these terms, as spelt there, with their definitions in the same order."""

    text: str
    notes: tuple[tuple[str, str], ...]


@lru_cache(maxsize=64)
def with_definitions(text: str, name: str, page: int) -> NotedText:
    """Marks the first use of each term that has been taught by that page, except in code, formulas and links."""
    first_uses: dict[int, tuple[int, str]] = {}  # where it begins -> where it ends, and the term
    kept = [match.span() for marked in (_CODE, FORMULA) for match in marked.finditer(text)]
    for term in known_terms(name, page):
        uses = (match.span() for match in pattern(term).finditer(text))
        use = next((use for use in uses if not any(a < use[1] and use[0] < b for a, b in kept)), None)
        if use is not None:
            after = text[use[1] :]
            first_uses[use[0]] = (len(text) - len(after.lstrip(HELD)), term)
            kept.append(use)
    parts, at = [], 0
    for start, (end, _) in sorted(first_uses.items()):
        parts += [text[at:start], f"<dfn>{text[start:end]}</dfn>"]
        at = end
    notes = tuple((text[start:end], definition(term)) for start, (end, term) in sorted(first_uses.items()))
    return NotedText("".join((*parts, text[at:])), notes)


_CODE = re.compile(r"```.*?```|`[^`]*`|\[[^\]]*\]\([^)]*\)", re.DOTALL)
