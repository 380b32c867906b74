"""A solver that is a function of this process, even a local one: a fork answers, which may crash and hang."""

import faulthandler
import os
import signal
import subprocess
from collections.abc import Callable
from functools import partial
from time import monotonic, sleep
from typing import IO, Any

from gjkscope.app.solvers.functions import ask_function
from gjkscope.app.solvers.process_solver import TIME_LIMIT, ProcessSolver

POLL = 0.005  # seconds between two looks at a process that is to end


class ForkedProcess:
    """A fork of this process that serves a function; has what `LineProcess` needs of a `subprocess.Popen`."""

    def __init__(self, function: Callable[..., Any]) -> None:
        requests, answers, errors = os.pipe(), os.pipe(), os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            _serve_and_exit(function, requests, answers, errors)
        for ours in (requests[0], answers[1], errors[1]):
            os.close(ours)
        self.stdin: IO[bytes] = os.fdopen(requests[1], "wb", 0)
        self.stdout: IO[bytes] = os.fdopen(answers[0], "rb", 0)
        self.stderr: IO[bytes] = os.fdopen(errors[0], "rb", 0)
        self._status: int | None = None

    def poll(self) -> int | None:
        """The exit status, negative for a signal; None while it runs."""
        if self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
        return self._status

    def wait(self, timeout: float | None = None) -> int:
        """Waits until it has ended.  Raises `subprocess.TimeoutExpired`."""
        until = None if timeout is None else monotonic() + timeout
        while (status := self.poll()) is None:
            if until is not None and monotonic() > until:
                raise subprocess.TimeoutExpired("a solver", timeout or 0.0)
            sleep(POLL)
        return status


def local_solver(function: Callable[..., Any], seconds: float = TIME_LIMIT) -> ProcessSolver:
    """The solver that calls `function(a, pose_a, b, pose_b)` in a fork of this process."""
    title = getattr(function, "__name__", type(function).__name__)
    return ProcessSolver(title, partial(ForkedProcess, function), True, seconds)


def _serve_and_exit(
    function: Callable[..., Any], requests: tuple[int, int], answers: tuple[int, int], errors: tuple[int, int]
) -> None:
    """Runs in the fork, which inherits nothing but the function: our files and signal handlers are not its own."""
    from gjkscope.app.solvers.child import serve

    status = 1
    try:
        os.setsid()
        faulthandler.disable()  # pytest's would report each crash
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        for end in (requests[1], answers[0], errors[0]):
            os.close(end)
        os.dup2(errors[1], 2)
        os.dup2(errors[1], 1)
        serve(lambda: ask_function(function), os.fdopen(requests[0], "rb"), os.fdopen(answers[1], "wb"))
        status = 0
    finally:
        os._exit(status)
