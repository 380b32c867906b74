"""The addresses of solvers: the name of an engine, `FILE.py:FUNCTION`, `./program`, or `./library.so`."""

import os
from pathlib import Path

from gjkscope.app.solvers.adapter import adapters
from gjkscope.app.solvers.engines import chosen_engines, engine_title
from gjkscope.app.solvers.functions import function_solver
from gjkscope.app.solvers.process_solver import TIME_LIMIT, ProcessSolver, child_command


class AddressError(ValueError):
    """An address that is no solver; the message says what would be right."""


def solver_at(address: str, seconds: float = TIME_LIMIT) -> ProcessSolver:
    """The solver with this address; `seconds` is the time limit for an answer.  Its process starts when it is asked.

    Raises `AddressError`, and `EngineError` or `FunctionError` for an unusable engine or function.
    """
    if address.rpartition(":")[0].endswith(".py"):
        return function_solver(address, seconds)
    if address in adapters():
        [name] = chosen_engines([address])
        return ProcessSolver(engine_title(adapters()[name]), child_command("adapter", name), True, seconds)
    path = Path(address)
    if path.suffix == ".py" and not os.access(path, os.X_OK):  # an executable one is a program
        raise AddressError(f"{address}: add the name of the function, as in {address}:distance")
    if not path.is_file():
        raise AddressError(
            f"{address!r}: must be an engine ({', '.join(adapters())}), FILE.py:FUNCTION, or the path of a program or "
            "library"
        )
    if path.suffix in LIBRARIES:
        return ProcessSolver(path.name, child_command("library", str(path.resolve())), True, seconds)
    if not os.access(path, os.X_OK):
        raise AddressError(f"{address}: is not executable; chmod +x {address}")
    return ProcessSolver(path.name, (str(path.resolve()),), seconds=seconds)


LIBRARIES = (".so", ".dylib")
