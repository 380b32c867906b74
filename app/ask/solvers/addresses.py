"""The addresses of solvers: an engine, `algorithm:NAME`, `FILE.py:FUNCTION`, `./program`, or `./library.so`."""

import atexit
import os
from collections.abc import Iterable
from pathlib import Path

from gjkscope.app.ask.solvers.adapter import adapters
from gjkscope.app.ask.solvers.engines import EngineError, adapter_solver, chosen_engines, engine_solver
from gjkscope.app.ask.solvers.functions import function_solver
from gjkscope.app.ask.solvers.installations import adapter_of
from gjkscope.app.ask.solvers.process_solver import TIME_LIMIT, ProcessSolver, child_command
from gjkscope.app.ask.solvers.published_solver import PublishedSolver, algorithm_at


class AddressError(ValueError):
    """An address that does not name a solver; the message says how to write one."""


def solver_at(address: str, seconds: float = TIME_LIMIT) -> ProcessSolver:
    """The solver with this address; `seconds` is the time limit for an answer.  Its process starts when it is asked.

    Raises `AddressError`, and `EngineError` or `FunctionError` for an unusable engine or function.
    """
    try:
        algorithm = algorithm_at(address)
    except ValueError as fault:
        raise AddressError(str(fault)) from None
    if algorithm is not None:
        return PublishedSolver(algorithm)
    if address.rpartition(":")[0].endswith(".py"):
        return function_solver(address, seconds)
    if adapter_of(address) is not None:
        [name] = chosen_engines([address])
        return adapter_solver(name, seconds)
    path = Path(address)
    if path.suffix == ".py" and not os.access(path, os.X_OK):  # an executable one is a program
        raise AddressError(f"{address}: add the name of the function, as in {address}:distance")
    if not path.is_file():
        raise AddressError(
            f"{address!r}: must be an engine ({', '.join(adapters())}), algorithm:NAME, FILE.py:FUNCTION, or the path "
            "of a program or library"
        )
    if path.suffix in LIBRARIES:
        return ProcessSolver(path.name, child_command("library", str(path.resolve())), True, seconds)
    if not os.access(path, os.X_OK):
        raise AddressError(f"{address}: is not executable; chmod +x {address}")
    return ProcessSolver(path.name, (str(path.resolve()),), seconds=seconds)


LIBRARIES = (".so", ".dylib")


def is_address(name: str) -> bool:
    """Whether this is the address of a user's own solver rather than the name of an engine."""
    return adapter_of(name) is None and any(mark in name for mark in (":", "/", "\\", "."))


_own: dict[str, ProcessSolver] = {}


def named_solver(name: str) -> ProcessSolver:
    """The warm solver of an installed engine, or at an address; its process starts at the first question.

    Raises as `solver_at` does.
    """
    if not is_address(name):
        return engine_solver(name)
    if name not in _own:
        _own[name] = solver_at(name)
    return _own[name]


def chosen_solvers(names: Iterable[str], dimension: int = 3) -> tuple[str, ...]:
    """The names of engines, as `chosen_engines` gives them, and addresses.  Raises `EngineError` for unusable ones."""
    chosen: dict[str, None] = {}
    for name in names:
        if not is_address(name):
            chosen |= dict.fromkeys(chosen_engines([name], dimension))
            continue
        try:
            named_solver(name)
        except ValueError as fault:
            raise EngineError(str(fault)) from None
        chosen[name] = None
    return tuple(chosen)


def close_named_solvers() -> None:
    """Ends the processes of solvers at addresses; asking one starts it again."""
    for solver in _own.values():
        solver.close()


atexit.register(close_named_solvers)
