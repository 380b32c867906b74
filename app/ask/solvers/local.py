"""A solver that is a function of this process, even a local one: it runs in a fork, which may crash or hang."""

from collections.abc import Callable
from functools import partial
from typing import Any

from gjkscope.app.ask.solvers.functions import ask_function
from gjkscope.app.ask.solvers.process_solver import TIME_LIMIT, ProcessSolver
from gjkscope.app.base.processes.fork import fork


def local_solver(function: Callable[..., Any], seconds: float = TIME_LIMIT) -> ProcessSolver:
    """The solver that calls `function(a, pose_a, b, pose_b)` in a fork of this process."""
    title = getattr(function, "__name__", type(function).__name__)
    return ProcessSolver(title, partial(fork, partial(_serve, function)), True, seconds)


def _serve(function: Callable[..., Any]) -> None:
    from gjkscope.app.ask.solvers.child import serve
    from gjkscope.app.base.processes.pipes import private_pipes

    serve(lambda: ask_function(function), *private_pipes())
