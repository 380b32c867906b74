"""Where engines come from: Python wheels, npm packages, and shared libraries of the system."""

import json
from ctypes.util import find_library
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from gjkscope.app.base.processes.environments import packages_folder


class Wheel(NamedTuple):
    """A Python package."""

    distribution: str  # as for pip
    module: str  # the name under which it is imported

    def environment_version(self) -> str | None:
        """Its version in this environment, without importing it; None if it is not installed."""
        from importlib.metadata import PackageNotFoundError, version  # a tenth of a solver's start, which needs none

        try:
            return version(self.distribution) if find_spec(self.module) is not None else None
        except PackageNotFoundError:  # another module of that name
            return None

    def folder_version(self, folder: Path) -> str | None:
        """Its version in a virtual environment of this Python; None if it is not installed there."""
        from importlib.metadata import distributions

        paths = [str(packages_folder(folder))]
        return next((item.version for item in distributions(name=self.distribution, path=paths)), None)

    def how_to_install(self, name: str) -> str:
        """The command that installs it into gjkscope's own folder."""
        return own_folder_command(name)


class NpmPackage(NamedTuple):
    """A package for Node, which is asked by a script of ours: `adapters/NAME.mjs`."""

    package: str  # as for npm

    def environment_version(self) -> str | None:
        """None: it is never part of a Python environment."""
        return None

    def folder_version(self, folder: Path) -> str | None:
        """Its version below `node_modules` of a folder; None if it is not installed there."""
        try:
            manifest = json.loads((folder / "node_modules" / self.package / "package.json").read_bytes())
            return str(manifest["version"])
        except (OSError, ValueError, LookupError, TypeError):  # none, or a broken package
            return None

    def how_to_install(self, name: str) -> str:
        """The command that installs it into gjkscope's own folder."""
        return own_folder_command(name)


class SystemLibrary(NamedTuple):
    """A shared library that the system's package manager installs."""

    library: str  # for the linker
    command: str  # that installs it

    def environment_version(self) -> str | None:
        """The version of its interface, which is in its file name; None if it is not installed."""
        name = _library_file(self.library)
        return name and name.rpartition(".so.")[2]

    def folder_version(self, _folder: Path) -> str | None:
        """None: only the system has it."""
        return None

    def how_to_install(self, _name: str) -> str:
        """The command that installs it into the system."""
        return self.command


EnginePackage = Wheel | NpmPackage | SystemLibrary


def own_folder_command(name: str) -> str:
    """The command that installs an engine, which may be named with a version, into gjkscope's own folder."""
    return f"gjkscope engines --install {name}"


@cache
def _library_file(name: str) -> str | None:
    """Cached, as it runs programs."""
    return find_library(name)
