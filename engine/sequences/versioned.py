"""A list whose earlier versions remain readable, so that each step of a trace can hold its own version.

Copying a list at each step costs time and memory that grow with the square of the steps: EPA's polytope between two
hulls of 20,000 vertices would need tens of gigabytes.  Here all versions share one list of the newest items, and a log
of replaced items (Driscoll, Sarnak, Sleator, Tarjan, Making data structures persistent, JCSS 38, 1989,
the fat node method):

1. `copy` returns a new version.  Only the newest one can be changed.
2. Replacing an item logs the old one with the version that replaced it.
3. A version reads, for each item, the first one logged by a later version, or the newest item where there is none.

Copying an earlier version makes an independent list.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

from gjkscope.engine.sequences.deferred import Deferred

T = TypeVar("T")


class _Store(Generic[T]):
    """The storage shared by all versions of a list."""

    __slots__ = ("items", "newest", "places", "read", "replaced")

    def __init__(self, items: list[T]) -> None:
        self.items = items  # of the newest version
        self.newest = 0
        self.replaced: dict[int, list[tuple[int, T]]] = {}  # by place: the version that replaced the item, the item
        self.places: dict[int, list[int]] = {}  # by version: the places at which it replaced items
        self.read: tuple[int, list[T]] = (-1, [])  # the earlier version that was last read as a whole


class VersionedList(Sequence[T]):
    """One version of a list."""

    __slots__ = ("_length", "_store", "_version")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._store = _Store(list(items))
        self._version, self._length = 0, len(self._store.items)

    def copy(self) -> "VersionedList[T]":
        """A version with the same items, which can be changed; this one no longer can."""
        store = self._store
        if self._version != store.newest:
            return VersionedList(self)
        store.newest += 1
        return _version_of(store, store.newest, self._length)

    def append(self, item: T) -> None:
        self._require_newest()
        self._store.items.append(item)
        self._length += 1

    def __setitem__(self, index: int, item: T) -> None:
        self._require_newest()
        old = self._store.items[index]
        index %= self._length
        self._store.replaced.setdefault(index, []).append((self._version, old))
        self._store.places.setdefault(self._version, []).append(index)
        self._store.items[index] = item

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        store = self._store
        if self._version == store.newest:
            return store.items[index]
        if isinstance(index, slice) or store.read[0] == self._version:
            return self._items()[index]
        if not -self._length <= index < self._length:
            raise IndexError(f"list index {index} out of range")
        return self._item(index % self._length)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, VersionedList | list):
            return NotImplemented
        return self is other or (len(self) == len(other) and list(self) == list(other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._items())

    def changes_since(self, before: "VersionedList[T] | None") -> dict[int, T]:
        """The items that are not those of an earlier version of this list, by place; all items, if there is none."""
        if before is None or before._store is not self._store:
            return dict(enumerate(self))
        versions = range(before._version + 1, self._version + 1)
        places = {index for version in versions for index in self._store.places.get(version, ())}
        return {index: self._item(index) for index in sorted(places | {*range(before._length, self._length)})}

    def mapped(self, convert: Any, done: dict[int, Any]) -> "VersionedList[Any]":
        """This version of the list with all items of all versions converted; `done` keeps what versions share."""
        store = self._store
        if id(store) not in done:
            new: _Store[Any] = _Store([convert(item) for item in store.items])
            new.newest = store.newest
            new.replaced = {
                index: [(version, convert(item)) for version, item in log] for index, log in store.replaced.items()
            }
            new.places = store.places
            done[id(store)] = new
        return _version_of(done[id(store)], self._version, self._length)

    def _require_newest(self) -> None:
        if self._version != self._store.newest:
            raise ValueError("list: this is an earlier version, which cannot be changed; change a copy")

    def _items(self) -> list[T]:
        store = self._store
        if self._version == store.newest:
            return store.items
        version, items = store.read
        if version != self._version:
            items = store.items[: self._length]
            for index in store.replaced:
                if index < self._length:
                    items[index] = self._item(index)
            store.read = (self._version, items)
        return items

    def _item(self, index: int) -> T:
        for version, item in self._store.replaced.get(index, ()):
            if version > self._version:
                return item
        return self._store.items[index]


class LatestList(list[T]):
    """A list in place of a `VersionedList` whose earlier versions are never read: `copy` returns the list itself."""

    def copy(self) -> "LatestList[T]":
        return self


def _version_of(store: _Store[T], version: int, length: int) -> VersionedList[T]:
    made: VersionedList[T] = VersionedList.__new__(VersionedList)
    made._store, made._version, made._length = store, version, length
    return made


LISTS = (tuple, list, VersionedList, Deferred)
"""The types of lists in the records of steps."""
