"""Extracts XML from its surroundings: string literals, HTML, diffs, quoted mail, numbered lines.

All replacements keep the length of the text, so that places in it stay valid.
"""

import re
from itertools import pairwise

from gjkscope.app.bring.notations.xml.replacements import without_replacements

REMOVED = "lines that the diff removes are left out"


def clean_xml(text: str) -> tuple[str, tuple[str, ...]]:
    """The text as XML, of the same length, and warnings about what was left out."""
    notes: tuple[str, ...] = ()
    for clean in (_without_line_numbers, _without_mail_marks, _without_html, _without_typographic_quotes):
        text = clean(text)
    if _is_diff(text):
        text, notes = _after_diff(text), (REMOVED,)
    return _out_of_literals(without_replacements(text)), notes


# --- lines ---

_NUMBERED = re.compile(r"[^\S\n]*(\d{1,6})[:|]?(?=[^\S\n]|$)")
_MAIL = re.compile(r"(?m:^(?:>[^\S\n]?)+)")
_MAIL_TAG = re.compile(r"(?m:^(?:>[^\S\n]?)+[^\S\n]*<)")
_HUNK = re.compile(r"(?m:^@@ -\d+|^\+\+\+ )")
_REMOVED_TAG, _ADDED_TAG = re.compile(r"(?m:^-[^\S\n]*<)"), re.compile(r"(?m:^\+[^\S\n]*<)")
_CHANGED = re.compile(r"(?m:^-.*$|^\+(?:\+\+ .*$)?|^@@ .*?@@)")
FEWEST_NUMBERED = 3  # lines whose numbers count up are numbered lines


def _without_line_numbers(text: str) -> str:
    """The text without the numbers in front of the lines, if each line has one and they count up."""
    lines = text.split("\n")
    matches = [_NUMBERED.match(line) for line in lines]
    if any(match is None and line.strip() for match, line in zip(matches, lines, strict=True)):
        return text
    numbers = [int(match[1]) for match in matches if match]
    counts_up = all(b == a + 1 for a, b in pairwise(numbers))
    if len(numbers) < FEWEST_NUMBERED or not counts_up:
        return text
    pairs = zip(matches, lines, strict=True)
    return "\n".join(" " * match.end() + line[match.end() :] if match else line for match, line in pairs)


def _without_mail_marks(text: str) -> str:
    """The text without the `> ` in front of quoted lines, if there is XML in two of them."""
    marks = _MAIL_TAG.finditer(text)
    return _MAIL.sub(_blank, text) if next(marks, None) and next(marks, None) else text


def _is_diff(text: str) -> bool:
    return bool(_HUNK.search(text) or (_REMOVED_TAG.search(text) and _ADDED_TAG.search(text)))


def _after_diff(text: str) -> str:
    """The text after the changes of a diff: without the removed lines, and the marks of the added ones."""
    return _CHANGED.sub(_blank, text)


# --- characters ---

_HTML_TAG = re.compile(r"&lt;[\w/!?]")
_ANY_TAG = re.compile(r"<[A-Za-z_/]")
_HTML = re.compile(r"&lt;|&gt;|=&quot;|=&#34;|&quot;|&#34;|&apos;|&#39;")
_PLAIN = {
    "&lt;": "   <",
    "&gt;": ">   ",
    "=&quot;": '=     "',
    "=&#34;": '=    "',
    "&quot;": '"     ',
    "&#34;": '"    ',
    "&apos;": "'     ",
    "&#39;": "'    ",
}
_CURLED = re.compile("=\\s*[\u201c\u201d\u201e\u2018\u2019]")
_STRAIGHT = str.maketrans({"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2018": "'", "\u2019": "'"})


def _without_html(text: str) -> str:
    """`&lt;geom size=&quot;1&quot;/&gt;` as XML, if no tag is written otherwise."""
    if not _HTML_TAG.search(text) or _ANY_TAG.search(text):
        return text
    return _HTML.sub(lambda match: _PLAIN[match[0]], text)


def _without_typographic_quotes(text: str) -> str:
    return text.translate(_STRAIGHT) if _CURLED.search(text) else text


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


# --- string literals ---

_ESCAPED = re.compile(r'=\s*\\"')
_LITERAL = re.compile(r'=\\"|\\"|\\[nrt]|(?m:^[^\S\n]*")|"(?m:[;,]?[^\S\n]*\\?$)')
_UNESCAPED = {'=\\"': '= "', '\\"': '" '}  # of the same length, and without a space inside the quotes
# Between two string literals that code joins: "<a>" "<b>", "<a>\\n" << "<b>", '<a>' + '<b>', s += "<a>"; s += "<b>".
_JOINED = re.compile(
    r"""(?:\\[nrt])*(["'])[^\S\n]*(?:
        (?:(?:\\|<<|\+)[^\S\n]*)?\n\s*(?:(?:<<|\+)\s*)?
        | (?:<<|\+)[^\S\n]*
        | ;\s*[\w.]+\s*(?:\+=|<<)\s*
    )[fFrRuUL]?\1""",
    re.VERBOSE,
)
_IN_LITERAL = re.compile(r"""(?<!=)["']\s*<[\w?!]""")


def _out_of_literals(text: str) -> str:
    """The text, with spaces for the escapes and outer quotes of string literals if the XML was pasted inside some."""
    if _IN_LITERAL.search(text):
        text = _JOINED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    if not _ESCAPED.search(text):
        return text
    return _LITERAL.sub(lambda match: _UNESCAPED.get(match[0], " " * len(match[0])), text)
