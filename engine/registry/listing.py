"""`Listing` and `Registry`: what runs in steps, by name; a record is imported when it is looked up.

Menus, commands and tables name every procedure, but few are run.  What these need of a record is in its listing; the
record itself refers to the steps and sentences of the procedure, and so imports them.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeVar

from gjkscope.engine.registry.records import Procedure

Kind = TypeVar("Kind", bound=Procedure)
Other = TypeVar("Other", bound=Procedure)


class Listing(NamedTuple):
    """The properties of a procedure that are known without importing its record."""

    name: str
    title: str
    order: int
    kind: type[Procedure]
    module: str  # that defines the record, below `gjkscope.engine`
    state: str  # the type of its steps, below `gjkscope.engine`
    options: tuple[str, ...] = ()
    visits_features: bool = False


class Registry(Mapping[str, Kind], Generic[Kind]):
    """Records by name.  Raises `ValueError` if two have the same name."""

    def __init__(self, listings: Collection[Listing]) -> None:
        self.listings = {listing.name: listing for listing in listings}
        if len(self.listings) < len(listings):
            raise ValueError(
                f"procedures: two have the same name, of {', '.join(listing.name for listing in listings)}"
            )
        self.records: dict[str, Kind] = {}  # those that have been looked up

    def __getitem__(self, name: str) -> Kind:
        if name not in self.records:
            record: Any = record_of(self.listings[name])
            self.records[name] = record
        return self.records[name]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self.listings

    def __iter__(self) -> Iterator[str]:
        return iter(self.listings)

    def __len__(self) -> int:
        return len(self.listings)

    def __or__(self, other: "Registry[Kind]") -> "Registry[Kind]":
        """A union; where both have a name, the record is that of `other`."""
        return Registry((self.listings | other.listings).values())

    def of_kind(self, kind: type[Other]) -> "Registry[Other]":
        """The procedures of a kind."""
        return Registry([listing for listing in self.listings.values() if listing.kind is kind])

    def with_steps(self, state: type) -> Kind | None:
        """The first with steps of that type, or None."""
        name = state_name(state)
        return next((self[listing.name] for listing in self.listings.values() if listing.state == name), None)

    def __repr__(self) -> str:
        return f"Registry({', '.join(self)})"


@cache
def record_of(listing: Listing) -> Procedure:
    """Imports the record."""
    module = import_module(f"{ENGINE}.{listing.module}")
    return next(
        record
        for record in records_in(module)
        if record.name == listing.name and state_name(record.state) == listing.state
    )


def records_in(module: ModuleType) -> Iterator[Procedure]:
    """The records that a module defines: an `ALGORITHM`, a `BROAD_PHASE`, `PROCEDURES` or `DEMONSTRATIONS`."""
    defined = vars(module)
    yield from (defined[name] for name in ("ALGORITHM", "BROAD_PHASE") if name in defined)
    yield from defined.get("PROCEDURES", ())
    for records in defined.get("DEMONSTRATIONS", {}).values():
        yield from records


def state_name(state: type) -> str:
    """The place of a type below `gjkscope.engine`."""
    return f"{state.__module__}.{state.__qualname__}".removeprefix(f"{ENGINE}.")


ENGINE = "gjkscope.engine"
