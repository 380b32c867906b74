"""A dictionary whose earlier versions remain readable as lists, for items that are added and removed but never changed.

Copying a polytope at each step of a trace takes time and memory that grow with the square of the steps.  Here all
versions share a list of the items that were ever added, with the version in which each was removed.
"""

from collections.abc import Iterable
from math import inf
from typing import Generic, TypeVar

from gjkscope.engine.sequences.deferred import Deferred

T = TypeVar("T")


class Ledger(dict[int, T], Generic[T]):
    """The newest version: items by keys of which none recurs, in the order in which they were added."""

    def __init__(self, items: Iterable[tuple[int, T]] = ()) -> None:
        super().__init__(items)
        self._log = list(self.values())
        self._places = {key: place for place, key in enumerate(self)}
        self._removals: dict[int, int] = {}  # by place: the version that no longer has the item
        self._version = 0
        self._read: tuple[int, tuple[T, ...]] = (-1, ())  # the version that was last read
        self._listed: Deferred[T] | None = None  # the list of this version, until it changes

    def add(self, key: int, item: T) -> None:
        self[key] = item
        self._listed = None
        self._places[key] = len(self._log)
        self._log.append(item)

    def remove(self, key: int) -> T:
        """The item, which later versions do not have."""
        self._removals[self._places.pop(key)] = self._version
        self._listed = None
        return self.pop(key)

    def list_items(self) -> Deferred[T]:
        """The items of this version, in order; later changes do not alter the list."""
        if self._listed is None:
            self._version += 1
            self._listed = Deferred(self._items_of, self._version - 1, len(self._log))
        return self._listed

    def _items_of(self, version: int, count: int) -> tuple[T, ...]:
        read = self._read
        if read[0] != version:
            removals = self._removals
            kept = (item for place, item in enumerate(self._log[:count]) if removals.get(place, inf) > version)
            self._read = read = (version, tuple(kept))
        return read[1]
