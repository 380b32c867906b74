"""Values as keys of a cache by which object they are: to compare two traces field by field would take too long."""

from typing import Any


class Identity:
    """A record as a cache key: records are cached themselves, so the same one is the same object."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)
