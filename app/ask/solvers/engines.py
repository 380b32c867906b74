"""The engines that are installed, and one warm solver for each of them."""

import atexit
from collections.abc import Iterable
from ctypes.util import find_library
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from threading import Lock

from gjkscope.app.ask.solvers.adapter import Adapter, adapters
from gjkscope.app.ask.solvers.process_solver import ProcessSolver, child_command

ALL = "all"


class EngineError(ValueError):
    """An engine that cannot be asked; the message says how to fix that."""


def installed_version(adapter: Adapter) -> str | None:
    """The version of the engine in this environment, without importing it; None if it is not installed.

    That of a shared library is the version of its interface, which is in its file name.
    """
    if adapter.library:
        name = _library_file(adapter.library)
        return name and name.rpartition(".so.")[2]
    try:
        return version(adapter.distribution) if find_spec(adapter.module) is not None else None
    except PackageNotFoundError:  # another module of that name
        return None


@cache
def _library_file(name: str) -> str | None:
    """Cached, as it runs programs."""
    return find_library(name)


def installed_engines() -> dict[str, Adapter]:
    """The adapters of installed engines, by name."""
    return {name: adapter for name, adapter in adapters().items() if installed_version(adapter) is not None}


def engine_title(adapter: Adapter) -> str:
    """Name and version, such as "coal 3.0.3"; the name alone if the engine is not installed."""
    return " ".join(part for part in (adapter.title, installed_version(adapter)) if part)


def how_to_install(adapter: Adapter) -> str:
    return adapter.install or f"pip install {adapter.distribution}"


def chosen_engines(names: Iterable[str]) -> tuple[str, ...]:
    """The names of engines; "all" stands for those that are installed.  Raises `EngineError` for unusable names."""
    chosen: dict[str, None] = {}
    for name in names:
        if name == ALL:
            chosen |= dict.fromkeys(_all_installed())
        elif name not in adapters():
            raise EngineError(f"unknown engine {name!r}; must be {ALL} or one of {', '.join(adapters())}")
        elif name not in installed_engines():
            raise EngineError(f"{name} is not installed: {how_to_install(adapters()[name])}")
        else:
            chosen[name] = None
    return tuple(chosen)


def _all_installed() -> Iterable[str]:
    if not installed_engines():
        raise EngineError('no engine is installed: pip install "gjkscope[engines]"')
    return installed_engines()


_solvers: dict[str, ProcessSolver] = {}
_lock = Lock()  # guards the dictionary


def engine_solver(name: str) -> ProcessSolver:
    """The solver of an installed engine; its process starts at the first question and ends with ours."""
    with _lock:
        if name not in _solvers:
            adapter = adapters()[name]
            _solvers[name] = ProcessSolver(engine_title(adapter), child_command("adapter", name), announces=True)
        return _solvers[name]


def start_engines(names: Iterable[str]) -> None:
    """Starts the processes of several engines at once, without waiting for them."""
    for name in names:
        engine_solver(name).start()


def close_engines() -> None:
    """Ends the processes of all engines; asking one starts it again."""
    with _lock:
        solvers = list(_solvers.values())
    for solver in solvers:
        solver.close()


atexit.register(close_engines)
