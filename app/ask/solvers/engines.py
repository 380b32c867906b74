"""The engines that are installed, and one warm solver for each of them."""

import atexit
from collections.abc import Iterable
from threading import Lock

from gjkscope.app.ask.solvers.adapter import Adapter, adapters
from gjkscope.app.ask.solvers.installations import adapter_of, installation_of, installations, split_name
from gjkscope.app.ask.solvers.process_solver import TIME_LIMIT, ProcessSolver, child_command

ALL = "all"


class EngineError(ValueError):
    """An engine that cannot be asked; the message says how to fix that."""


def installed_version(adapter: Adapter) -> str | None:
    """The version that the engine's name alone means, without importing it; None if it is not installed."""
    return next((own.version for own in installations(adapter)), None)


def installed_engines() -> dict[str, Adapter]:
    """The adapters of installed engines, by name."""
    return {name: adapter for name, adapter in adapters().items() if installations(adapter)}


def engine_title(name: str) -> str:
    """Title and version, such as "coal 3.0.3"; the title alone if the engine is not installed."""
    installation = installation_of(name)
    if installation is None:
        return adapters()[split_name(name)[0]].title
    return f"{installation.adapter.title} {installation.version}"


def how_to_install(name: str) -> str:
    """The command that installs an engine, which may be named with a version."""
    engine, version = split_name(name)
    return f"gjkscope engines --install {name}" if version else adapters()[engine].package.how_to_install(engine)


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
        elif installation_of(name) is None:
            raise EngineError(f"{name} is not installed: {how_to_install(name)}")
        else:
            chosen[name] = None
    return tuple(chosen)


def _all_installed(dimension: int) -> Iterable[str]:
    names = [name for name, adapter in installed_engines().items() if adapter.dimension == dimension]
    if not names:
        raise EngineError(f'no {dimension}D engine is installed: pip install "gjkscope[engines]"')
    return names


_solvers: dict[str, ProcessSolver] = {}
_lock = Lock()  # guards the dictionary


def engine_solver(name: str) -> ProcessSolver:
    """The solver of an installed engine; its process starts at the first question and ends with ours."""
    with _lock:
        if name not in _solvers:
            _solvers[name] = adapter_solver(name, TIME_LIMIT)
        return _solvers[name]


def adapter_solver(name: str, seconds: float) -> ProcessSolver:
    """A new solver of an installed engine; `seconds` is the time limit for an answer, unless the engine compiles."""
    adapter = adapters()[split_name(name)[0]]
    return ProcessSolver(
        engine_title(name), child_command("adapter", name), announces=True, seconds=seconds + adapter.patience
    )


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
