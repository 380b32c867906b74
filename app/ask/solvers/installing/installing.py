"""Plans, carries out and undoes the installation of engines.

Each version has a folder NAME@VERSION.  It is filled under another name and renamed when it is complete, so an
interrupted installation leaves nothing, and two at once do not disturb each other.
"""

import errno
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from subprocess import CalledProcessError
from tempfile import mkdtemp

from packaging.version import InvalidVersion, Version

from gjkscope.app.ask.solvers.adapter import Adapter, adapters
from gjkscope.app.ask.solvers.engines import adapter_solver, close_engine
from gjkscope.app.ask.solvers.installations import (
    AT,
    Installation,
    adapter_of,
    engines_folder,
    installation_of,
    installations,
    is_version,
    split_name,
    unsupported_words,
)
from gjkscope.app.ask.solvers.installing.npm import install_npm, npm_versions, plan_npm
from gjkscope.app.ask.solvers.installing.plan import Download, InstallError, InstallPlan, OnProgress, Progress
from gjkscope.app.ask.solvers.installing.wheels import install_wheels, plan_wheels, this_python, wheel_versions
from gjkscope.app.ask.solvers.packages import NpmPackage, SystemLibrary, Wheel
from gjkscope.engine.runtime.extras import extra_remedy, is_self_contained

FIRST_LOAD = 900.0  # seconds: distance3d compiles itself, for a minute on a quiet machine
NEAREST = 4  # versions that a message offers
PARTIAL = ".partial-"  # the beginning of the names of unfinished folders
VERSION = re.compile(r"[0-9][0-9A-Za-z.+-]*")


def available_versions(adapter: Adapter) -> tuple[str, ...]:
    """The versions that the index offers for this Python or Node, newest first.  Raises `InstallError`."""
    package = _package(adapter)
    return wheel_versions(package) if isinstance(package, Wheel) else npm_versions(package)


def plan_installation(name: str) -> InstallPlan | Installation:
    """What installing an engine fetches; the installation if that version is there already.  Raises `InstallError`."""
    adapter = adapter_of(name)
    if adapter is None:
        raise InstallError(f"unknown engine {split_name(name)[0]!r}; must be one of {', '.join(adapters())}")
    wanted = split_name(name)[1]
    if wanted is not None and not VERSION.fullmatch(wanted):
        raise InstallError(f"{name}: must be NAME or NAME@VERSION, such as {adapter.name}@1.2.0")
    known = None if wanted is None else installation_of(name)
    if known is not None:
        return known
    version = _offered(adapter, wanted)
    known = installation_of(f"{adapter.name}{AT}{version}")
    if known is not None:
        return known
    with _writable():
        return InstallPlan(adapter.name, version, _downloads(adapter, version))


def install(plan: InstallPlan, on_progress: OnProgress) -> Installation:
    """Installs what was planned, and tries whether the engine can be loaded.

    Raises `InstallError` and `Cancelled`; nothing is left then.
    """
    adapter = adapters()[plan.engine]
    with _writable():
        with _partial_folder(plan.name) as folder:
            _fill(adapter, plan.version, folder, on_progress)
            _move(folder, engines_folder() / plan.name, adapter)
        on_progress(Progress("Loading the engine for the first time"))
        return _loaded(plan.name)


def _loaded(name: str) -> Installation:
    """A new installation, whose engine can be loaded; deleted if not."""
    try:
        solver = adapter_solver(name, start_seconds=FIRST_LOAD)
        refusal = solver.prepared()
        solver.close()
        installation = installation_of(name)
        if refusal is not None:
            raise InstallError(f"{name}: {refusal.unsupported}")
        if installation is None:
            raise InstallError(f"{name}: the package has another version")
        return installation
    except BaseException:
        rmtree(engines_folder() / name)
        raise
    finally:
        for affected in (name, split_name(name)[0]):  # which may mean this one now
            close_engine(affected)


def remove(name: str) -> Sequence[Path]:
    """Deletes an engine's folder, or all of them if no version is named; returns them.  Raises `InstallError`."""
    adapter, (_, version) = adapter_of(name), split_name(name)
    if adapter is None:
        raise InstallError(f"unknown engine {split_name(name)[0]!r}; must be one of {', '.join(adapters())}")
    own = [known for known in installations(adapter) if version is None or is_version(known.version, version)]
    folders = [known.folder for known in own if known.folder is not None]
    if not folders:
        outside = "; the one in this environment is not gjkscope's to remove" if own else ""
        raise InstallError(f"{name} is not in {engines_folder()}{outside}")
    with _writable():
        for folder in folders:
            close_engine(folder.name)
            rmtree(folder)
    close_engine(adapter.name)
    return folders


def _offered(adapter: Adapter, wanted: str | None) -> str:
    """The version to install: the wanted one, or the newest one."""
    versions = available_versions(adapter)
    if not versions:
        raise InstallError(f"{adapter.name}: no version is offered for {this_python()}")
    version = versions[0] if wanted is None else next((v for v in versions if is_version(v, wanted)), None)
    if version is None:
        nearest = ", ".join(nearest_versions(versions, str(wanted)))
        suffix = f" for {this_python()}" if isinstance(adapter.package, Wheel) else ""
        raise InstallError(f"{adapter.name}: there is no version {wanted}{suffix}; the nearest are {nearest}")
    reason = unsupported_words(adapter, version)
    if reason is not None:
        raise InstallError(reason)
    return version


def nearest_versions(versions: Sequence[str], wanted: str) -> Sequence[str]:
    """The versions around one that is not among them, and the newest one; `versions` begins with that."""
    try:
        newer = sum(Version(version) > Version(wanted) for version in versions)
    except InvalidVersion:
        newer = 0
    first = max(newer - NEAREST // 2, 0)
    return tuple(dict.fromkeys([*versions[first : first + NEAREST], versions[0]]))


def _package(adapter: Adapter) -> Wheel | NpmPackage:
    """The package to install.  Raises `InstallError` for a library of the system, and where there is no pip."""
    if isinstance(adapter.package, SystemLibrary):
        raise InstallError(f"{adapter.name} is a library of the system: {adapter.package.command}")
    if isinstance(adapter.package, Wheel) and is_self_contained():
        raise InstallError(f"{adapter.name} is a package for Python: {extra_remedy('engines')}")
    return adapter.package


def _downloads(adapter: Adapter, version: str) -> tuple[Download, ...]:
    package = _package(adapter)
    return plan_wheels(package, version) if isinstance(package, Wheel) else plan_npm(package, version)


def _fill(adapter: Adapter, version: str, folder: Path, on_progress: OnProgress) -> None:
    package = _package(adapter)
    if isinstance(package, Wheel):
        install_wheels(package, version, folder, on_progress)
    else:
        install_npm(package, version, folder, on_progress)
    if package.folder_version(folder) is None:
        raise InstallError(f"{adapter.name} {version}: the package is broken: it installs nothing of that name")


@contextmanager
def _writable() -> Iterator[None]:
    """Turns what the file system refuses into an `InstallError`."""
    folder = engines_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as fault:
        if fault.errno == errno.ENOSPC:
            raise InstallError(f"{folder}: no space is left on the disk") from None
        raise InstallError(f"{fault.filename or folder}: {fault.strerror or fault}") from None
    except CalledProcessError as fault:
        raise InstallError(f"{folder}: no virtual environment can be created: {fault}") from None


@contextmanager
def _partial_folder(name: str) -> Iterator[Path]:
    """An empty folder for an unfinished installation, which is deleted unless it was moved."""
    for stale in engines_folder().glob(f"{PARTIAL}*"):
        if not _is_alive(int(stale.name.removeprefix(PARTIAL).partition("-")[0])):
            rmtree(stale, ignore_errors=True)
    folder = Path(mkdtemp(prefix=f"{PARTIAL}{os.getpid()}-{name}-", dir=engines_folder()))
    try:
        yield folder
    finally:
        rmtree(folder, ignore_errors=True)


def _is_alive(pid: int) -> bool:
    """Whether a process runs; one of another user counts."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _move(folder: Path, target: Path, adapter: Adapter) -> None:
    """Renames a complete folder, unless another process has done so; a broken one, or of another Python, is deleted."""
    if adapter.package.folder_version(target) is not None:
        return
    if target.exists():
        with _partial_folder(target.name) as old:
            target.rename(old)
    try:
        folder.rename(target)
    except OSError as fault:
        if fault.errno not in (errno.ENOTEMPTY, errno.EEXIST):  # another process was quicker
            raise
