"""Finds modules by where they are, so that a new algorithm needs no entry in a list."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def modules_in(package: ModuleType | str) -> Iterator[ModuleType]:
    """All modules of a package, imported, in the order of their names.  Packages in it are left out."""
    owner = import_module(package) if isinstance(package, str) else package
    for found in iter_modules(owner.__path__):
        if not found.ispkg:
            yield import_module(f"{owner.__name__}.{found.name}")


def modules_named(name: str, package: ModuleType | str) -> Iterator[ModuleType]:
    """The module of that name from each package directly below `package` that has one; no other is imported."""
    owner = import_module(package) if isinstance(package, str) else package
    for found in iter_modules(owner.__path__):
        folders = [f"{path}/{found.name}" for path in owner.__path__]
        if found.ispkg and any(module.name == name for module in iter_modules(folders)):
            yield import_module(f"{owner.__name__}.{found.name}.{name}")
