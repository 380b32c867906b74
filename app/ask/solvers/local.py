"""A solver that is a function of this process, even a local one: a fork answers, which may crash and hang."""

import faulthandler
import os
import signal
import subprocess
from collections.abc import Callable
from functools import partial
from time import monotonic, sleep
from typing import IO, Any, NoReturn

from gjkscope.app.ask.solvers.functions import ask_function
from gjkscope.app.ask.solvers.line_process import Supervised
from gjkscope.app.ask.solvers.process_solver import TIME_LIMIT, ProcessSolver
from gjkscope.app.ask.solvers.supervision import NOT_STARTED, supervise

POLL = 0.005  # seconds between two looks at a process that is to end


class ForkedProcess:
    """A fork of this process; has what `LineProcess` needs of a `subprocess.Popen`."""

    def __init__(self, pid: int, stdin: int, stdout: int, stderr: int) -> None:
        """The files are our ends of pipes, as descriptors."""
        self.pid = pid
        self.stdin: IO[bytes] = os.fdopen(stdin, "wb", 0)
        self.stdout: IO[bytes] = os.fdopen(stdout, "rb", 0)
        self.stderr: IO[bytes] = os.fdopen(stderr, "rb", 0)
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
    return ProcessSolver(title, partial(fork, partial(_serve, function)), True, seconds)


def fork(serve: Callable[[], None]) -> Supervised:
    """A fork of this process that runs `serve`, with standard input, output and error of its own, and ends."""
    requests, answers, errors, lifeline = os.pipe(), os.pipe(), os.pipe(), os.pipe()
    theirs = (requests[0], answers[1], errors[1], lifeline[0])
    ours = (requests[1], answers[0], errors[0], lifeline[1])
    pid = os.fork()
    if pid == 0:
        for end in ours:
            os.close(end)
        _serve_supervised(serve, *theirs)
    for end in theirs:
        os.close(end)
    return Supervised(ForkedProcess(pid, *ours[:3]), ours[3])


def _serve_supervised(serve: Callable[[], None], requests: int, answers: int, errors: int, lifeline: int) -> NoReturn:
    """Runs in the fork, which inherits nothing but the function: our files and signal handlers are not its own."""
    try:
        os.setsid()
        faulthandler.disable()  # pytest's would report each crash
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        for number, pipe in enumerate((requests, answers, errors)):
            os.dup2(pipe, number)
            os.close(pipe)
        supervise(lifeline, serve)
    finally:
        os._exit(NOT_STARTED)


def _serve(function: Callable[..., Any]) -> None:
    from gjkscope.app.ask.solvers.child import private_pipes, serve

    serve(lambda: ask_function(function), *private_pipes())
