"""Values as keys of a cache by which object they are: to compare two traces field by field would take too long."""

from collections.abc import Iterable
from operator import is_
from typing import Any


class Identity:
    """A record as a cache key: records are cached themselves, so the same one is the same object."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


class Identities:
    """Several values as one key, each by which object it is."""

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
