"""Accounts for the numbers of a text: those that became the scene, those known not to be data, and the rest.

1. The numbers of the text: those of the reader's own lexer (`ReadContext.lexed`), or all words that are numbers.
2. Those that bodies and reports were read from (`ReadContext.numbers` and `account`) are used.
3. Of the rest, the names around a number say whether it belongs to something else: a mass, a tolerance, a loop, what a
   test expects.  The index of an element and the length of an array are not data either.
4. What is left was not read, and may have been part of a shape or a pose.  It is never dropped silently.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.reading import Span, Unread
from gjkscope.app.bring.notations.roles_of_numbers import Role, role_of_numbers
from gjkscope.app.scenes.scene import UnreadText
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.text import counted

_NUMBER = re.compile(
    r"(?<![\w.$#@])(?<!\d[-:])(?:0[xX][0-9a-fA-F.]+(?:[pP][-+]?\d+)?|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eEdD][-+]?\d+)?)"
    r"(?:_?[fF](?:32|64)?|[dDlLmMuU]|_r|_a)?(?![\w.]|[-:]\d)"
)
_COMMENT = re.compile(
    r"(?<!:)//[^\r\n]*|/\*(?s:.*?)\*/|<!--(?s:.*?)-->|(?:(?<=\s)|^)#(?!\s*[-+.]?\d)[^\r\n]*", re.MULTILINE
)
_BETWEEN = re.compile(r"[-+−\s,;()\[\]{}|]*")
_NAME = re.compile(r"[^\W\d]\w*")
_LEXEME = re.compile(r"(?P<name>[^\W\d]\w*)|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<comma>,)|(?P<end>;)")

UNREAD, LEFT_OUT = "unread", "left out"  # the question about what was not read, and its answer
MOST_NAMED = 6  # parts in a message
MOST_KEPT = 100  # parts in a scene
FURTHEST = 4_000  # characters from a number back to the start of the statement that it is in
LONGEST = 60  # characters of the description of a part that was not read


class UnreadGroup(NamedTuple):
    """Numbers next to each other that were not read, with the names that they belong to."""

    span: Span
    names: tuple[str, ...]  # of the statement, from the outside
    calls: frozenset[str]  # of these, the names in front of the brackets that contain the numbers
    size: int  # how many numbers


class Account(NamedTuple):
    """The numbers of a text from which no body was read."""

    unread: tuple[Unread, ...]  # that may be about a shape or a pose
    settings: tuple[Unread, ...]  # that are about something else


def account_of(context: ReadContext) -> Account:
    """The numbers that were not read, in the order of the text."""
    by_role: dict[Role, list[Unread]] = {role: [] for role in Role}
    is_code = context.lexed is not None
    for group in unread_groups(context):
        role = role_of_numbers(context.text, group.span, group.names, group.calls, is_code)
        if role is not Role.STRUCTURE:
            by_role[role].append(_describe(context, group))
    return Account(tuple(by_role[Role.UNREAD]), tuple(by_role[Role.SETTING]))


def open_parts(account: Account, context: ReadContext) -> tuple[UnreadText, ...]:
    """Asks about the parts that were not read, and names the settings; returns the parts until that is answered."""
    if account.settings:
        context.skip(_join_parts(account.settings))
    if not account.unread:
        return ()
    if not any(assumption.asked for assumption in context.assumptions):  # which may be about the same numbers
        count = counted(sum(part.size for part in account.unread), "token")
        context.ask(UNREAD, LEFT_OUT, f"{count} unread ({_join_parts(account.unread)}): part of a shape or a pose?")
    if UNREAD in context.choices:
        return ()
    kept, others = account.unread[:MOST_KEPT], account.unread[MOST_KEPT:]
    texts = tuple(UnreadText(str(part), part.size) for part in kept)
    return texts + ((UnreadText(f"{len(others)} more", sum(part.size for part in others)),) if others else ())


def _join_parts(parts: Sequence[Unread]) -> str:
    named = "; ".join(str(part) for part in parts[:MOST_NAMED])
    return f"{named}; {len(parts) - MOST_NAMED} more" if len(parts) > MOST_NAMED else named


def unread_groups(context: ReadContext) -> Iterator[UnreadGroup]:
    """The numbers from which no body was read, including those known not to be data."""
    spans, i = _unused_spans(context), 0
    while i < len(spans):
        checkpoint()
        first, count = spans[i], _run_length(context.text, spans, i)
        names, calls = names_about(context.text, first.start)
        yield UnreadGroup(Span(first.start, spans[i + count - 1].end), names, calls, count)
        i += count


def _unused_spans(context: ReadContext) -> list[Span]:
    """The numbers of the text that nothing was read from; a token that was read may include the sign."""
    used = _merge([*((token.start, token.end) for token in context.numbers.values()), *context.accounted])
    starts = [start for start, _ in used]
    return [span for span in number_spans(context) if not _covers(used, starts, span.start)]


def _merge(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order; those that overlap are one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def number_spans(context: ReadContext) -> Iterator[Span]:
    """The numbers of the text without those in comments."""
    if context.lexed is not None:
        return (Span(token.start, token.end) for token in context.lexed)
    text = _COMMENT.sub(lambda match: " " * len(match[0]), context.text)
    return (Span(*match.span()) for match in _NUMBER.finditer(text))


def _covers(spans: Sequence[tuple[int, int]], starts: Sequence[int], offset: int) -> bool:
    """Whether one of the spans, which are sorted and do not overlap, contains a place."""
    at = bisect_right(starts, offset) - 1
    return at >= 0 and offset < spans[at][1]


def _run_length(text: str, spans: Sequence[Span], first: int) -> int:
    """The number of numbers, from one on, with only signs, separators and brackets between them."""
    last = first
    while last + 1 < len(spans) and _BETWEEN.fullmatch(text, spans[last].end, spans[last + 1].start):
        last += 1
    return last + 1 - first


def names_about(text: str, offset: int) -> tuple[tuple[str, ...], frozenset[str]]:
    """The names that a place in the text belongs to, from its statement to the innermost brackets.

    Of the items of a list, only the one with the place counts.  The second result is the names in front of brackets.
    """
    levels: list[list[str]] = [[]]
    last = -1  # the end of a name that an opening bracket may follow
    owners: list[str] = []
    for lexeme in _LEXEME.finditer(text, _statement_start(text, offset), offset):
        if lexeme["name"]:
            levels[-1].append(lexeme[0])
            last = lexeme.end()
        elif lexeme["open"]:
            owners.append(levels[-1][-1] if levels[-1] and not text[last : lexeme.start()].strip() else "")
            levels.append([])
        elif lexeme["close"]:
            if len(levels) > 1:
                levels.pop()
                owners.pop()
        elif len(levels) > 1 or lexeme["end"]:
            levels[-1].clear()
    return tuple(name for level in levels for name in level), frozenset(owners)


def _statement_start(text: str, offset: int) -> int:
    """The start of the line of the outermost bracket that a place is in, or of its own line."""
    depth, start, least = 0, offset, max(0, offset - FURTHEST)
    for mark in reversed([*_MARK.finditer(text, least, offset)]):
        at, character = mark.start(), mark[0]
        if character in ")]}":
            depth += 1
        elif character in "([{":
            if depth == 0 and character == "{" and _BLOCK.search(text, max(0, at - 20), at):
                break
            start = at if depth == 0 else start
            depth = max(0, depth - 1)
        elif character == ";" and depth == 0:
            break
    return max(text.rfind("\n", 0, start), text.rfind(";", 0, start)) + 1


_MARK = re.compile(r"[()\[\]{};]")
_BLOCK = re.compile(r"(?:\)|\b(?:else|do|try|const|override|noexcept))\s*$|^\s*$")


_SIGN = re.compile(r"(?<![\w)\]])[^\S\n]*-$")  # of a number, not a difference
_BRACKETS = re.compile(r"[()\[\]{}|;]")


def _describe(context: ReadContext, group: UnreadGroup) -> Unread:
    """A part of the text in words: its line, the name next to it, and its numbers."""
    text, (start, end) = context.text, group.span
    line_start = text.rfind("\n", 0, start) + 1
    start -= bool(_SIGN.search(text, line_start, start))
    words = " ".join([*group.names[-1:], *_BRACKETS.sub(" ", text[start:end]).split()])
    shown = words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
    return Unread(text.count("\n", 0, start) + 1, start - line_start + 1, shown, group.size, group.span)
