"""Groups the numbers of a list by their separators: 0 0, 1 0, 1 1 and 0,0 1,0 1,1 are three pairs."""

from collections.abc import Collection, Sequence
from itertools import pairwise

SPACE, COMMA, SEMICOLON, LINE, COMMA_LINE = " ", ",", ";", "\n", ",\n"


def strongest_separator(kinds: Collection[str]) -> str:
    """The separator of two numbers, from everything between them."""
    if SEMICOLON in kinds:
        return SEMICOLON
    if COMMA in kinds:
        return COMMA_LINE if LINE in kinds else COMMA
    return LINE if LINE in kinds else SPACE


def row_length(separators: Sequence[str]) -> int | None:
    """The number of numbers in each row, from the separators between neighbours; 1 if nothing divides the list into
    rows.

    A line break may wrap a list anywhere, so it ends rows only if these are pairs.  None if the separators differ
    without dividing the list into rows of one length.
    """
    kinds = set(separators)
    if len(kinds) < 2:
        return 1
    lines = [kind for kind in (LINE, COMMA_LINE) if kind in kinds]
    if len(lines) == 1 and len(kinds) == 2 and kinds != {LINE, COMMA}:
        return 2 if _length_between(separators, lines[0]) == 2 else 1
    if lines:
        return row_length([{LINE: SPACE, COMMA_LINE: COMMA}.get(separator, separator) for separator in separators])
    if len(kinds) > 2:
        return None
    lengths = {length for kind in kinds if (length := _length_between(separators, kind)) is not None}
    return lengths.pop() if len(lengths) == 1 else None


def _length_between(separators: Sequence[str], kind: str) -> int | None:
    """The length of the rows that the separators of a kind end; None if they differ, or are single numbers."""
    ends = [-1, *(i for i, separator in enumerate(separators) if separator == kind), len(separators)]
    lengths = {end - start for start, end in pairwise(ends)}
    length = lengths.pop()
    return length if not lengths and length > 1 else None
