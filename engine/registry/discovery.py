"""Discovers modules by location, so a new algorithm need not be added to a list.

`pkgutil.iter_modules` would list each folder below a package, to see whether it is one.
"""

from collections.abc import Collection, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType


def modules_in(package: ModuleType | str, first: Collection[str] = ()) -> Iterator[ModuleType]:
    """Imports the modules of a package, without its subpackages, one by one, sorted by name.

    Those named in `first` come before the others, so that a search for one of them imports no others.
    """
    owner = import_module(package) if isinstance(package, str) else package
    names = sorted(file.stem for path in owner.__path__ for file in Path(path).glob("[!_]*.py"))
    for name in sorted(names, key=lambda name: name not in first):
        yield import_module(f"{owner.__name__}.{name}")


def modules_named(name: str, package: ModuleType | str) -> Iterator[ModuleType]:
    """Imports the module of that name from each package directly below `package` that has one, and nothing else."""
    owner = import_module(package) if isinstance(package, str) else package
    for folder in sorted(file.parent.name for path in owner.__path__ for file in Path(path).glob(f"*/{name}.py")):
        yield import_module(f"{owner.__name__}.{folder}.{name}")
