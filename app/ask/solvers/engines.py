"""The engines that are installed, and one warm solver for each of them."""

import atexit
from collections.abc import Iterable
from threading import Lock

from gjkscope.app.ask.solvers.adapter import Adapter, adapters
from gjkscope.app.ask.solvers.installations import (
    Installation,
    adapter_of,
    installation_of,
    installations,
    split_name,
    unsupported_words,
)
from gjkscope.app.ask.solvers.packages import own_folder_command
from gjkscope.app.ask.solvers.process_solver import START_LIMIT, TIME_LIMIT, ProcessSolver, child_command

ALL = "all"


class EngineError(ValueError):
    """An engine that cannot be asked; the message says how to fix that."""


def installed_version(adapter: Adapter) -> str | None:
    """The version that the engine's name alone means, without importing it; None if it is not installed."""
    return next((own.version for own in installations(adapter)), None)


def installed_engines() -> dict[str, Adapter]:
    """The adapters of installed engines, by name."""
    return {name: adapter for name, adapter in adapters().items() if _is_usable(adapter)}


def _is_usable(adapter: Adapter) -> bool:
    version = installed_version(adapter)
    return version is not None and unsupported_words(adapter, version) is None


def engine_title(name: str) -> str:
    """Title and version, such as "coal 3.0.3"; the title alone if the engine is not installed."""
    installation = installation_of(name)
    if installation is None:
        return adapters()[split_name(name)[0]].title
    return f"{installation.adapter.title} {installation.version}"


def how_to_install(name: str) -> str:
    """The command that installs an engine, which may be named with a version."""
    engine, version = split_name(name)
    return own_folder_command(name) if version else adapters()[engine].package.how_to_install(engine)


def chosen_engines(names: Iterable[str], dimension: int = 3) -> tuple[str, ...]:
    """The names of engines, with versions where given; "all" stands for those of the dimension that are installed.

    Raises `EngineError` for unusable names.
    """
    chosen: dict[str, None] = {}
    for name in names:
        if name == ALL:
            chosen |= dict.fromkeys(_all_installed(dimension))
        elif adapter_of(name) is None:
            raise EngineError(f"unknown engine {name!r}; must be {ALL} or one of {', '.join(adapters())}")
        elif (installation := installation_of(name)) is None:
            raise EngineError(f"{name} is not installed: {how_to_install(name)}")
        else:
            _require_supported(installation)
            chosen[name] = None
    return tuple(chosen)


def _require_supported(installation: Installation) -> None:
    reason = unsupported_words(installation.adapter, installation.version)
    if reason is not None:
        raise EngineError(reason)


def _all_installed(dimension: int) -> Iterable[str]:
    names = [name for name, adapter in installed_engines().items() if adapter.dimension == dimension]
    if not names:
        install = own_folder_command("NAME")
        raise EngineError(
            f"no {dimension}D engine is installed: gjkscope engines lists them, and {install} installs one"
        )
    return names


_solvers: dict[str, ProcessSolver] = {}
_lock = Lock()  # guards the dictionary


def engine_solver(name: str) -> ProcessSolver:
    """The solver of an installed engine; its process starts at the first question and ends with ours."""
    with _lock:
        if name not in _solvers:
            _solvers[name] = adapter_solver(name)
        return _solvers[name]


def adapter_solver(name: str, seconds: float = TIME_LIMIT, start_seconds: float = START_LIMIT) -> ProcessSolver:
    """A new solver of an installed engine, in the environment of that installation.

    `seconds` limits the time for an answer, unless the engine compiles; `start_seconds` that for the start.
    """
    adapter, installation = adapters()[split_name(name)[0]], installation_of(name)
    folder = None if installation is None else installation.folder
    command = child_command("adapter", name, environment=folder)
    return ProcessSolver(engine_title(name), command, True, seconds + adapter.patience, start_seconds)


def start_engines(names: Iterable[str]) -> None:
    """Starts the processes of several engines at once, without waiting for them."""
    for name in names:
        engine_solver(name).start()


def close_engine(name: str) -> None:
    """Ends the process of an engine that was installed or removed, and forgets which installation it asked."""
    with _lock:
        solver = _solvers.pop(name, None)
    if solver is not None:
        solver.close()


def close_engines() -> None:
    """Ends the processes of all engines; asking one starts it again."""
    with _lock:
        solvers = list(_solvers.values())
    for solver in solvers:
        solver.close()


atexit.register(close_engines)
