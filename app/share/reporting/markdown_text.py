"""Text of scenes, which may contain anything, inside Markdown that is pasted into an issue.

Names become code spans: they cannot format text, mention a person or link to an issue.  Prose is escaped.
"""

import re
from collections.abc import Iterable, Sequence

_MARKUP = re.compile(r"[\\`*\[\]<>|~$]|&(?=#?\w)|(?<!\w)_|_(?!\w)|^[-+#=]|(?<=^\d)[.)]")  # anywhere, or at the start
_REFERENCE = re.compile(r"[@#](?=\w)")  # of a person or an issue
_LINK = re.compile(r"https?://[\w\-.~:/?#@!$&'*+,;=%()]+")


def escaped(text: str) -> str:
    """The text on one line, shown as it is.

    >>> escaped("<b> *A*\\n@me")
    '\\\\<b\\\\> \\\\*A\\\\* @<!-- -->me'
    """
    marked = _MARKUP.sub(r"\\\g<0>", _one_line(text))
    return _REFERENCE.sub(r"\g<0><!-- -->", marked)  # a comment is invisible, and separates the sign from the name


def code_span(text: str) -> str:
    """The text on one line as code, also in a cell of a table.

    >>> code_span("A"), code_span("a`b|c")
    ('`A`', '`` a`b\\\\|c ``')
    """
    line = _one_line(text) or " "
    ticks = "`" * (_longest_run(line) + 1)
    space = " " if "`" in line else ""
    return f"{ticks}{space}{line}{space}{ticks}".replace("|", "\\|")


def code_block(text: str, language: str = "") -> str:
    """The text as a block of code."""
    ticks = "`" * max(3, _longest_run(text) + 1)
    return f"{ticks}{language}\n{text.rstrip()}\n{ticks}"


def link_or_code(address: str) -> str:
    """The address as a link, or as code if it is not a link."""
    return f"<{address}>" if _LINK.fullmatch(address) else code_span(address)


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; cells are Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def folded(title: str, content: str) -> str:
    """A section that is folded in issues; `title` is our own text, not a scene's."""
    return f"<details>\n<summary>{title}</summary>\n\n{content}\n\n</details>"


def _one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
