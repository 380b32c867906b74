"""The tree of a text that must be understood completely: anything else is an error.

`trees.py` reads logs and debugger views, in which brackets need not match, and other characters may stand between the
data.  In a text that is pasted into a field, these are errors.
"""

from collections.abc import Iterator, Sequence

from gjkscope.app.base.tokens import Kind, Token, quoted, tokenize
from gjkscope.app.bring.notations.keyed.trees import CLOSING, Bracket, Item, Keyed, tree

DEEPEST = 50  # levels of brackets


def strict_tree(text: str, any_number: bool = False) -> Bracket:
    """The tree; with `any_number`, nan and inf are numbers.

    Raises `TextError` for a bracket without its partner, and for a character that the tree leaves out.
    """
    tokens = tokenize(text, any_number)
    _check_brackets(tokens)
    root = tree(tokens)
    kept = set(_starts(root.items, tokens))
    is_in_name = False
    for token in tokens:
        is_part = is_in_name and token.is_mark("::", "*", "&")
        if not (is_part or token.start in kept or token.kind in (Kind.NEWLINE, Kind.END)):
            raise token.fault(f"{quoted(token.text)} is not expected here")
        is_in_name = is_part or token.kind is Kind.NAME
    return root


def _check_brackets(tokens: Sequence[Token]) -> None:
    opened: list[Token] = []
    for token in tokens:
        if token.is_mark(*CLOSING):
            opened.append(token)
            if len(opened) > DEEPEST:
                raise token.fault(f"brackets are nested too deeply: at most {DEEPEST} levels")
        elif token.is_mark(*CLOSING.values()):
            if not opened or token.text != CLOSING[opened[-1].text]:
                expected = f": expected {quoted(CLOSING[opened[-1].text])}" if opened else ""
                raise token.fault(f"{quoted(token.text)} has no matching bracket{expected}")
            opened.pop()
    if opened:
        raise opened[-1].fault(f"{quoted(opened[-1].text)} is not closed")


def _starts(items: Sequence[Item], tokens: Sequence[Token]) -> Iterator[int]:
    """Where the tokens of the tree start, and the mark after each key."""
    places = {token.start: i for i, token in enumerate(tokens)}
    stack = list(items)
    while stack:
        item = stack.pop()
        if isinstance(item, Token):
            yield item.start
            continue
        if isinstance(item, Bracket):
            yield from (token.start for token in (item.label, item.opening, item.closing) if token is not None)
        else:
            yield from (token.start for token in item.key)
            yield from _marks_of(item, tokens, places)
        stack += item.items


def _marks_of(entry: Keyed, tokens: Sequence[Token], places: dict[int, int]) -> Iterator[int]:
    """The place of the mark after the key of an entry, and of the brackets of [0] = …"""
    i = places[entry.key[-1].start] + 1
    if entry.key[0].is_integer and tokens[i].is_mark("]"):
        yield from (tokens[places[entry.key[0].start] - 1].start, tokens[i].start)
        i += 1
    if entry.has_mark and tokens[i].is_mark(":", "="):
        yield tokens[i].start
