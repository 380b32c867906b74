"""Lists in the steps of a trace that are made when they are read.

All the comparisons of a broad phase on 10,000 bodies take gigabytes, and most are never looked at.  A step keeps what
is needed to make its lists again, with the functions that the run itself called.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T", covariant=True)


class Deferred(Sequence[T]):
    """The tuple that `make(*arguments)` returns, made at each access: keep the result of `tuple()` to use it often."""

    __slots__ = ("_arguments", "_make")

    def __init__(self, make: Callable[..., tuple[T, ...]], *arguments: Any) -> None:
        self._make, self._arguments = make, arguments

    def __len__(self) -> int:
        return len(self._items())

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self._items()[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items())

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Deferred | tuple) and self._items() == tuple(other))

    def __hash__(self) -> int:
        return hash(self._items())

    def __repr__(self) -> str:
        return repr(self._items())

    def _items(self) -> tuple[T, ...]:
        return self._make(*self._arguments)
