"""The installed engines: in this environment, and in folders of gjkscope's own, one for each version.

An engine is named `NAME`, or `NAME@VERSION` for exactly that version.  `NAME` alone is the one in this environment,
else the newest one in gjkscope's folder.
"""

from pathlib import Path
from typing import NamedTuple

from packaging.version import InvalidVersion, Version

from gjkscope.app.ask.solvers.adapter import Adapter, adapters
from gjkscope.app.base.folders import data_folder

AT = "@"


class Installation(NamedTuple):
    """An installed version of an engine."""

    adapter: Adapter
    version: str
    folder: Path | None  # of gjkscope's own; None: this environment, or the system


def engines_folder() -> Path:
    """Where `gjkscope engines --install` puts engines: a folder NAME@VERSION for each of them."""
    return data_folder() / "engines"


def split_name(name: str) -> tuple[str, str | None]:
    """The name and the version of `NAME@VERSION`; None if it has none."""
    engine, at, version = name.partition(AT)
    return engine, version if at else None


def adapter_of(name: str) -> Adapter | None:
    """The adapter of an engine, which may be named with a version; None if there is none."""
    return adapters().get(split_name(name)[0])


def installations(adapter: Adapter) -> tuple[Installation, ...]:
    """All installed versions: the one in this environment first, then the newest ones."""
    version = adapter.package.environment_version()
    here = () if version is None else (Installation(adapter, version, None),)
    return (*here, *sorted(_own_installations(adapter), key=lambda own: version_order(own.version), reverse=True))


def installation_of(name: str) -> Installation | None:
    """The installation that a name means; None if there is none."""
    adapter, (_, version) = adapter_of(name), split_name(name)
    if adapter is None:
        return None
    return next((own for own in installations(adapter) if version is None or is_version(own.version, version)), None)


def is_version(version: str, wanted: str) -> bool:
    """Whether two versions are the same, as 3.3 and 3.3.0 are."""
    return version == wanted or (version_order(version)[0] and version_order(version)[:2] == version_order(wanted)[:2])


def unsupported_words(adapter: Adapter, version: str) -> str | None:
    """Why an adapter cannot ask a version; None if it can."""
    from packaging.specifiers import SpecifierSet  # only here, as solvers start without it

    supports = adapter.supports
    if supports is None or SpecifierSet(supports.versions).contains(version, prereleases=True):
        return None
    return f"{adapter.title} {version} cannot be asked: {supports.reason}; it must be {supports.versions}"


def _own_installations(adapter: Adapter) -> list[Installation]:
    folders = engines_folder().glob(f"{adapter.name}{AT}*")
    versions = ((folder, adapter.package.folder_version(folder)) for folder in folders)
    return [Installation(adapter, version, folder) for folder, version in versions if version is not None]


def version_order(version: str) -> tuple[bool, Version, str]:
    """Sorts versions of wheels and npm packages; those that are not versions come first."""
    try:
        return True, Version(version), version
    except InvalidVersion:
        return False, Version("0"), version
