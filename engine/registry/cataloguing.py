"""Writes `catalogue.py`, the listings of all records: `make catalogue`.

A package directly below `engine` registers an algorithm on 3D shapes by defining the record `ALGORITHM` in a module
named `algorithm`; a package directly below `engine/plane`, one on 2D shapes; a package directly below
`engine/published`, one of an engine.  Procedures for lessons are the `DEMONSTRATIONS` of a module `demonstration`,
other procedures the `PROCEDURES` of a module `procedure`.  Each module of `engine/broadphase/phases` defines a
`BROAD_PHASE`.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from gjkscope.engine.registry.discovery import modules_in, modules_named
from gjkscope.engine.registry.listing import ENGINE, Listing, records_in, state_name
from gjkscope.engine.registry.records import Algorithm, Procedure

HEAD = '''"""What runs in steps, in the order of menus.  Written by `make catalogue`; do not edit."""

# fmt: off
# ruff: noqa: E501

from gjkscope.engine.registry import records
from gjkscope.engine.registry.listing import Listing
'''


def write_catalogue() -> None:
    Path(__file__).with_name("catalogue.py").write_text(catalogue_text(), encoding="utf-8")


def catalogue_text() -> str:
    lists = (f"\n{name} = [\n{''.join(map(_row, listings))}]\n" for name, listings in found_listings().items())
    return HEAD + "".join(lists)


def found_listings() -> dict[str, list[Listing]]:
    """The listings of all records by the name of their list."""
    lessons = [*modules_named("demonstration", ENGINE)]
    return {
        "ALGORITHMS": _in_order(_listings(modules_named("algorithm", ENGINE))),
        "PLANAR_ALGORITHMS": _in_order(_listings(modules_named("algorithm", f"{ENGINE}.plane"))),
        "ENGINE_ALGORITHMS": _in_order(_listings(modules_named("algorithm", f"{ENGINE}.published"))),
        "LESSONS": [_listing(record, module) for module in lessons for record in module.DEMONSTRATIONS[3]],
        "PLANAR_LESSONS": [_listing(record, module) for module in lessons for record in module.DEMONSTRATIONS[2]],
        "BROAD_PHASES": _in_order(_listings(modules_in(f"{ENGINE}.broadphase.phases"))),
        "OTHERS": _in_order(_listings(modules_named("procedure", ENGINE))),
    }


def _listings(modules: Iterable[ModuleType]) -> Iterator[Listing]:
    return (_listing(record, module) for module in modules for record in records_in(module))


def _listing(record: Procedure, module: ModuleType) -> Listing:
    algorithm = record if isinstance(record, Algorithm) else None
    return Listing(
        record.name,
        record.title,
        record.order,
        type(record),
        module.__name__.removeprefix(f"{ENGINE}."),
        state_name(record.state),
        algorithm.options if algorithm else (),
        algorithm is not None and algorithm.visits_features,
    )


def _in_order(listings: Iterable[Listing]) -> list[Listing]:
    return sorted(listings, key=lambda listing: listing.order)


def _row(listing: Listing) -> str:
    kind = f"records.{listing.kind.__name__}"
    words = ", ".join((*map(repr, listing[:3]), kind, *map(repr, listing[4:])))
    return f"    Listing({words}),\n"


if __name__ == "__main__":
    write_catalogue()
