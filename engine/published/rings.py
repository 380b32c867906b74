"""Edges that are linked in rings, as hull builders keep those of a face."""

from collections.abc import Iterator
from typing import Any, TypeVar

Edge = TypeVar("Edge")


def ring_edges(first: Edge, end: Edge) -> Iterator[Edge]:
    """The edges from the first one to that before `end`, by their `next`; all of a face if both are the same.

    The next edge is read before one is given away: the caller may unlink it.
    """
    edge: Any = first
    while True:
        following = edge.next
        yield edge
        edge = following
        if edge is end:
            return
