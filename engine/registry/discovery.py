"""Discovers modules by location, so a new algorithm need not be added to a list.

`pkgutil.iter_modules` would list each folder below a package, to see whether it is one.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

One = TypeVar("One")


class Discovered(Mapping[str, One], Generic[One]):
    """What the modules of a package define under one name, in its `order`.

    A module has the name of its record, with underscores for hyphens.  It is imported when the record is looked up.
    """

    def __init__(self, package: ModuleType, defined: str) -> None:
        self._package = package
        self._defined = defined

    @cached_property
    def _modules(self) -> dict[str, str]:
        return {name.replace("_", "-"): f"{self._package.__name__}.{name}" for name in _names_in(self._package)}

    @cached_property
    def _names(self) -> list[str]:
        ordered: Any = self  # what is defined has an order
        return sorted(self._modules, key=lambda name: ordered[name].order)

    @property
    def unordered(self) -> tuple[str, ...]:
        """The names, without importing anything: so not in their order."""
        return tuple(self._modules)

    def __getitem__(self, name: str) -> One:
        record: One = getattr(import_module(self._modules[name]), self._defined)
        return record

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._modules)


def modules_in(package: ModuleType | str, first: Collection[str] = ()) -> Iterator[ModuleType]:
    """Imports the modules of a package, without its subpackages, one by one, sorted by name.

    Those named in `first` come before the others, so that a search for one of them imports no others.
    """
    owner = import_module(package) if isinstance(package, str) else package
    for name in sorted(_names_in(owner), key=lambda name: name not in first):
        yield import_module(f"{owner.__name__}.{name}")


def modules_named(name: str, package: ModuleType | str) -> Iterator[ModuleType]:
    """Imports the module of that name from each package directly below `package` that has one, and nothing else."""
    owner = import_module(package) if isinstance(package, str) else package
    for folder in sorted(file.parent.name for path in owner.__path__ for file in Path(path).glob(f"*/{name}.py")):
        yield import_module(f"{owner.__name__}.{folder}.{name}")


def _names_in(package: ModuleType) -> list[str]:
    return sorted(file.stem for path in package.__path__ for file in Path(path).glob("[!_]*.py"))
