"""Finds the module of `details` that is responsible for a step, or for a record in a step.

Each module there that declares `STEPS`, the types of the steps that it draws, also has `draw_details`, which draws one,
and `FIELDS`, the definitions of the fields of the algorithm's records.
"""

from collections.abc import Collection, Iterator
from functools import cache
from typing import Any, Protocol, cast

from gjkscope.app.panels.step import definitions
from gjkscope.app.panels.step.definitions import Field, Pointed
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.engine.registry.discovery import modules_in

PACKAGE = f"{__package__}.details"


class Details(Protocol):
    """What such a module has."""

    STEPS: tuple[type, ...]
    FIELDS: dict[str, Field]

    def draw_details(self, step: Any, before: Any, ui: Ui) -> Pointed | None:
        """Draws a step given the previous step's record; returns which part of it is under the pointer."""


def all_details(first: Collection[str] = ()) -> Iterator[Details]:
    """Imports the modules one by one, those named in `first` before the others."""
    return (cast(Details, module) for module in modules_in(PACKAGE, first) if hasattr(module, "STEPS"))


def details_of(step: Any) -> Details:
    """The module that draws the step.  Raises `LookupError` if there is none."""
    kind: Any = type(step)  # mypy compares its instances' hash with that of a type
    return _details_of(kind)


@cache
def _details_of(kind: type) -> Details:
    """Imports only the module named like the step's package, if there is one."""
    found = next((module for module in all_details(kind.__module__.split(".")) if kind in module.STEPS), None)
    if found is None:
        raise LookupError(f"no module of {PACKAGE} declares {kind.__module__} {kind.__name__} in its STEPS")
    return found


def field_of(record: Any, name: str) -> Field:
    """The definition of a field of that record; one that has none goes by its own name."""
    kind = type(record)
    tables = (_fields_of_package(_package_of(kind)), definitions.FIELDS)
    keys = (f"{kind.__name__}.{name}", name)
    found = (table[key] for table in tables for key in keys if key in table)
    return next(found, None) or Field(name.replace("_", " "))


@cache
def _fields_of_package(package: str) -> dict[str, Field]:
    """The definitions for the algorithm in that package of the engine; none if no algorithm is in it."""
    modules = all_details(first=package.split("."))
    found = next((module for module in modules if package in map(_package_of, module.STEPS)), None)
    return found.FIELDS if found is not None else {}


def _package_of(kind: type) -> str:
    return kind.__module__.rpartition(".")[0]
