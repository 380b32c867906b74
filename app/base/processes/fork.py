"""A fork of this process under supervision."""

import faulthandler
import os
import signal
import subprocess
from collections.abc import Callable
from time import monotonic, sleep
from typing import IO, NoReturn

from gjkscope.app.base.processes.line_process import Supervised
from gjkscope.app.base.processes.supervision import NOT_STARTED, supervise

FIRST_OTHER = 3  # the first file that is not one of the standard ones
POLL = 0.005  # seconds between two looks at a process that should end


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
        """Waits until the process has ended.  Raises `subprocess.TimeoutExpired`."""
        until = None if timeout is None else monotonic() + timeout
        while (status := self.poll()) is None:
            if until is not None and monotonic() > until:
                raise subprocess.TimeoutExpired("a fork", timeout or 0.0)
            sleep(POLL)
        return status


def fork(serve: Callable[[], None]) -> Supervised:
    """A fork of this process that runs `serve`, with its own standard input, output and error, and ends."""
    requests, answers, errors, lifeline = _pipe(), _pipe(), _pipe(), _pipe()
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
    """Runs in the fork, which keeps only the function and replaces our files and signal handlers."""
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


def _pipe() -> tuple[int, int]:
    """A pipe whose ends are not the standard files, even if these are closed in our process."""
    import fcntl  # not on Windows, where this module is imported, and nothing forks

    ends = os.pipe()
    output, entry = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, FIRST_OTHER) for end in ends)
    for end in ends:
        os.close(end)
    return output, entry
