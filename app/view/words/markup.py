"""The markup of short texts: keeps parts together on a line, and removes the marks.  Formulas become Unicode."""

import re
from functools import lru_cache

from gjkscope.app.base.formulas import SPAN, with_plain_formulas

# Spaces at which lines must not break: before a unit, around a multiplication sign, in A − B.
_HELD = re.compile(
    r"(?<=\d) (?=(?:[mck]?m[²³]?\b|%))|(?<=\d) (?=[×·] ?\d)|(?<=\d ×) (?=\d)|(?<=\bA) (?=− B\b)|(?<=A −) (?=B\b)"
)

_AROUND_WORDS = re.compile(r"(?<!\w)(`|\*\*|\*)(\S(?:.*?\S)?)\1(?!\w)")  # around words; a lone * or ` stays
NO_BREAK = "\N{NO-BREAK SPACE}"


@lru_cache(maxsize=256)
def with_non_breaking_spaces(text: str) -> str:
    """The text with non-breaking spaces where a line break would separate a number from its unit, for example."""
    return _HELD.sub(NO_BREAK, text)


def without_marks(text: str) -> str:
    """Markdown without the marks of code, bold and italics, for small or dimmed text."""
    return _AROUND_WORDS.sub(r"\2", with_plain_formulas(text))


HEADING_MARK, ITEM_MARK = "# ", "- "
STYLES = re.compile(
    rf"\*\*(?P<strong>.+?)\*\*|\*(?P<emphasis>.+?)\*|`(?P<code>[^`]+)`|{SPAN}|(?P<plain>[^*`$]+|.)", re.DOTALL
)


def plain_text(text: str) -> str:
    """The text without markup, for subtitles."""
    return "\n".join(
        "".join(mark[mark.lastgroup or "plain"] for mark in STYLES.finditer(line.removeprefix(HEADING_MARK)))
        for line in with_plain_formulas(text).split("\n")
    )
