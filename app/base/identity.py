"""Cache keys that compare values by identity: comparing two traces field by field would take too long."""

from collections.abc import Callable, Iterable
from functools import wraps
from operator import is_
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, ref

K = TypeVar("K")
V = TypeVar("V")


class Identity:
    """A value as a cache key, compared by identity.  Records are cached themselves, so equal ones are identical."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


class WeakIdentity:
    """The same for a large value that a cache must not keep: once it no longer exists, the key equals no other."""

    def __init__(self, value: Any) -> None:
        self._reference = ref(value)
        self._hash = id(value)

    @property
    def value(self) -> Any:
        return self._reference()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WeakIdentity) and (value := self.value) is not None and value is other.value

    def __hash__(self) -> int:
        return self._hash


class Identities:
    """Several values as one cache key, each compared by identity."""

    def __init__(self, values: Iterable[Any]) -> None:
        self.values = tuple(values)
        self._hash = hash(tuple(map(id, self.values)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Identities)
            and len(self.values) == len(other.values)
            and all(map(is_, self.values, other.values))
        )

    def __hash__(self) -> int:
        return self._hash


def kept_while_it_exists(function: Callable[[K], V]) -> Callable[[K], V]:
    """Remembers what a function says of an object for as long as that exists; the answer must not refer to it.

    The objects are compared by identity, so their class must not define equality.
    """
    known: WeakKeyDictionary[K, V] = WeakKeyDictionary()

    @wraps(function)
    def answer(thing: K) -> V:
        if thing not in known:
            known[thing] = function(thing)
        return known[thing]

    return answer
