"""Keeps an untrusted child process and everything that it starts under control.

A supervisor is a process between ours and the child.  It waits until the child ends, or until our end of a pipe, its
lifeline, is written to or closed, as happens when we die for any reason.  Then it ends the child and all of its
descendants with SIGKILL, which no process can ignore, and exits with the status of the child.

On Linux, orphans among the descendants become children of the supervisor (prctl(2), PR_SET_CHILD_SUBREAPER), so that a
daemon is found, too; elsewhere, only the child's process group is ended.

`python -I -S supervision.py LIFELINE COMMAND...` supervises a command.  This file imports the standard library only,
so that a supervisor starts quickly and cannot be disturbed by what the child imports.
"""

import contextlib
import os
import select
import signal
import sys
from collections.abc import Callable
from time import monotonic, sleep
from typing import NoReturn

MEMORY = 4 << 30  # bytes of data a child may allocate: engines need up to 0.5 GB, and a leak must not stop the machine
LEAST_DESCRIPTOR = 3  # of files that are neither standard input, output nor error
NOT_STARTED = 127  # the exit status of a command that cannot be run, as in shells
PAUSE = 0.002  # seconds between two rounds of ending descendants
ENDING_LIMIT = 5.0  # seconds for all rounds: a process that waits for a device ends late

# From <linux/prctl.h>.
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


def supervise(lifeline: int, start: Callable[[], None]) -> NoReturn:
    """Turns this process, which has one thread, into the supervisor of a new one that runs `start` and ends.

    `lifeline` is a file descriptor; once it is readable or at its end, the child and its descendants are ended.
    """
    adopt_orphans()
    news, wake = os.pipe()
    for end in (news, wake):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # or it would be discarded before it reaches the pipe
    supervisor = os.getpid()
    child = os.fork()
    if child == 0:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for end in (news, wake, lifeline):
            os.close(end)
        _run(start, supervisor)
    _let_go_of_standard_files()
    status = _wait(child, lifeline, news)
    end_descendants(child)
    _end_like(status)


def adopt_orphans() -> None:
    """Lets descendants whose parents end become children of this process, on Linux."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def descendants(pid: int) -> frozenset[int]:
    """The descendants of a process; on Linux."""
    processes: set[int] = set()
    waiting = [pid]
    while waiting:
        new = _children(waiting.pop()) - processes
        processes |= new
        waiting += new
    return frozenset(processes)


def end_descendants(group: int, spared: frozenset[int] = frozenset()) -> None:
    """Ends a process group and the descendants of this process, except those that are spared, and reaps them."""
    until = monotonic() + ENDING_LIMIT
    while monotonic() < until:
        _kill(group, os.killpg)
        remaining = descendants(os.getpid()) - spared
        for pid in remaining:
            _kill(pid, os.kill)
        _collect(remaining | {group})
        if not remaining:
            return
        sleep(PAUSE)


def exit_status(ending: SystemExit) -> int:
    """The status of a process that `sys.exit` ends."""
    return ending.code if isinstance(ending.code, int) else int(ending.code is not None)


def _run(start: Callable[[], None], supervisor: int) -> NoReturn:
    """Runs in the child: gives it a process group and limits, and ends it with its supervisor."""
    status = NOT_STARTED
    try:
        os.setpgid(0, 0)
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != supervisor:  # it has already ended
            os._exit(status)
        _limit()
        start()
        status = 0
    except SystemExit as ending:
        status = exit_status(ending)
    finally:
        os._exit(status)


def _let_go_of_standard_files() -> None:
    """Leaves the input and output open in the child only, so that the other ends notice when it ends."""
    empty = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(LEAST_DESCRIPTOR):
        os.dup2(empty, descriptor)
    if empty >= LEAST_DESCRIPTOR:
        os.close(empty)


def _wait(child: int, lifeline: int, news: int) -> int | None:
    """The wait status of the child; None if the lifeline came first."""
    while True:
        status = _collect({child}).get(child)
        if status is not None:
            return status
        readable, _, _ = select.select([lifeline, news], [], [])
        if lifeline in readable:
            return None
        with contextlib.suppress(BlockingIOError):
            os.read(news, select.PIPE_BUF)


def _collect(pids: set[int] | frozenset[int]) -> dict[int, int]:
    """The wait statuses of those of our children that have ended."""
    statuses = {}
    for pid in pids:
        with contextlib.suppress(ChildProcessError):  # it is another process's child
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                statuses[pid] = status
    return statuses


def _end_like(status: int | None) -> NoReturn:
    """Ends this process with the status of the child; None: the child was killed."""
    number = signal.SIGKILL if status is None else os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
    if number is not None:
        with contextlib.suppress(OSError):  # SIGKILL cannot be set, and need not be
            signal.signal(number, signal.SIG_DFL)
        _leave_no_core()
        os.kill(os.getpid(), number)
    os._exit(NOT_STARTED if status is None else os.waitstatus_to_exitcode(status) & 0xFF)


def _children(pid: int) -> set[int]:
    """The children of all threads of a process (proc(5))."""
    children: set[int] = set()
    with contextlib.suppress(OSError):  # it has ended, or there is no /proc
        for thread in os.scandir(f"/proc/{pid}/task"):
            with open(f"{thread.path}/children", encoding="ascii") as file:  # noqa: PTH123  pathlib is slow to import
                children.update(map(int, file.read().split()))
    return children


def _kill(target: int, send: Callable[[int, int], None]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):  # it has ended already
        send(target, signal.SIGKILL)


def _limit() -> None:
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    _leave_no_core()


def _leave_no_core() -> None:
    """A core dump for each crash would fill the disk."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _replace_by(command: list[str]) -> Callable[[], None]:
    return lambda: os.execvp(command[0], command)


if __name__ == "__main__":
    supervise(int(sys.argv[1]), _replace_by(sys.argv[2:]))
