"""A child process that reads and writes lines: each wait has a time limit, and each kind of end has a name.

A supervisor ends it and all of its descendants, on request or when we end ourselves (`supervision.py`).

The pipes are non-blocking and are read with `select`, without threads: a child that floods its output, never reads its
input or never ends a line cannot block us.  POSIX only: on Windows, where `select` knows no pipes and nothing like
`supervision.py` has been tried, starting one raises `OSError`.
"""

import contextlib
import errno
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import IO, NamedTuple, Protocol

from gjkscope.app.base.processes import supervision
from gjkscope.app.base.processes.interpreter import script_command
from gjkscope.engine.cancellation import checkpoint

LONGEST_LINE = 1 << 20  # bytes: an answer has less than a kilobyte; hundreds of contact points have some more
CHUNK = 1 << 16  # bytes read at once: the capacity of a pipe
LOOK_UP = 0.05  # seconds between two checks for cancellation
DRAINED = 1 << 20  # bytes of standard error read at once
KEPT_STDERR = 4096  # bytes: the last words of a child that crashed
NOT_ON_WINDOWS = "gjkscope cannot run other programs under supervision on Windows"
TIMED_OUT = "timed out after"
GRACE = 0.2  # seconds for a child to end after its input is closed
ENDING_LIMIT = supervision.ENDING_LIMIT + 1.0  # seconds for a supervisor to end everything


class ChildFailure(Exception):
    """The child sent no line; the message says what happened instead: "SIGABRT", "timed out after 5 s"."""


class ChildProcess(Protocol):
    """What `LineProcess` needs of a `subprocess.Popen`."""

    @property
    def pid(self) -> int: ...
    @property
    def stdin(self) -> IO[bytes] | None: ...
    @property
    def stdout(self) -> IO[bytes] | None: ...
    @property
    def stderr(self) -> IO[bytes] | None: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...


class Supervised(NamedTuple):
    """A running supervisor, whose files are those of the child that it supervises."""

    process: ChildProcess
    lifeline: int  # a file descriptor; what it supervises ends once this is written to or closed


class LineProcess:
    """A running child process; its standard error is kept for `last_words`."""

    def __init__(
        self,
        command: Sequence[str] | Callable[[], Supervised],
        cwd: Path | None = None,
        longest: int = LONGEST_LINE,
    ) -> None:
        """Starts the command in a new session, so that Ctrl+C ends only us, and we end the child.

        A function that starts the process must do the same.  `longest` limits a line, in bytes.  Raises `OSError` if
        the command cannot be started.
        """
        self._process, self._lifeline = command() if callable(command) else _start(command, cwd)
        self._longest = longest
        self._is_ending = False
        self._lock = Lock()  # guards these two
        self._stdin, self._stdout, self._stderr = map(_not_blocking, _pipes(self._process))
        self._received = bytearray()
        self._searched = 0  # bytes of these without a line break
        self._outgoing = b""  # what the child has not read yet
        self._words = b""
        self._open = {self._stdout, self._stderr}

    @property
    def pid(self) -> int:
        """The number of the process, or of its supervisor."""
        return self._process.pid

    @property
    def last_words(self) -> str:
        """The last line that the child wrote to standard error, "" if none."""
        lines = [line.strip() for line in self._words.decode(errors="replace").splitlines()]
        return next((line for line in reversed(lines) if line), "")

    def exchange(self, lines: bytes, seconds: float, on_wait: Callable[[], None] = checkpoint) -> bytes:
        """Sends lines (b"" for none) and returns the next one of the child, without its line break.

        Returns as soon as that line arrives; unsent input is sent during the next exchange.  Calls
        `on_wait` about every 0.05 s, which may raise.  Raises `ChildFailure` if the child ends or exceeds the time
        limit; it is then no longer running.
        """
        if self._has_line():
            self._outgoing += lines
            return self._next_line()
        self._drain_stderr()
        self._words = b""  # earlier output is unrelated to this line
        self._outgoing += lines
        until, whole = monotonic() + seconds, len(self._outgoing)
        while not self._has_line():
            remaining = until - monotonic()
            if remaining <= 0:
                self.kill()
                raise ChildFailure(f"{TIMED_OUT} {seconds:g} s")
            self._transfer(min(remaining, LOOK_UP))
            if self._stdout not in self._open and not self._has_line():
                raise ChildFailure(self._ending_words(until, seconds))
            if len(self._received) > self._longest:
                self.kill()
                raise ChildFailure(f"printed a line of more than {self._longest} bytes")
            try:
                on_wait()
            except BaseException:
                if 0 < len(self._outgoing) < whole:  # half a request: the child would read the next one as its rest
                    self.kill()
                raise
        return self._next_line()

    def _has_line(self) -> bool:
        """Whether a whole line was received; looks only at what is new."""
        end = self._received.find(b"\n", self._searched)
        self._searched = end if end >= 0 else len(self._received)
        return end >= 0

    def _next_line(self) -> bytes:
        line = bytes(self._received[: self._searched])
        del self._received[: self._searched + 1]
        self._searched = 0
        return line

    @property
    def status(self) -> int | None:
        """The exit status once it has ended; negative: the number of the signal that ended it."""
        return self._process.poll()

    @property
    def is_running(self) -> bool:
        """Whether it can take requests: false if it has ended or its supervisor is ending it."""
        return not self._is_ending and self._process.poll() is None

    def interrupt(self) -> None:
        """Ends the child and its descendants at once; may be called while another thread is in `exchange`."""
        with self._lock:
            if self._is_ending:
                return
            self._is_ending = True
            with contextlib.suppress(BrokenPipeError):  # the supervisor has ended already
                os.write(self._lifeline, b"\n")  # closing is not enough: a fork of ours may have this file open, too
            os.close(self._lifeline)

    def kill(self) -> None:
        """Ends the child and its descendants at once, and collects its exit status."""
        self.interrupt()
        try:
            self._process.wait(ENDING_LIMIT)
        except subprocess.TimeoutExpired:  # the child has stopped its supervisor, or waits for a device
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._close_pipes()

    def close(self) -> None:
        """Asks the child to end by closing its input, and kills it if it does not."""
        with contextlib.suppress(OSError):  # unread input is lost, as intended
            self._stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self.kill()

    def _transfer(self, seconds: float) -> None:
        """Writes and reads what is possible now."""
        writers = [self._stdin] if self._outgoing else []
        readable, writable, _ = select.select([*self._open], writers, [], seconds)
        for pipe in readable:
            self._read(pipe)
        if not writable:
            return
        try:
            self._outgoing = self._outgoing[os.write(self._stdin.fileno(), self._outgoing[:CHUNK]) :]
        except BrokenPipeError:  # the child has closed its input; its output will say why
            self._outgoing = b""
        except BlockingIOError:  # less room than the rest of the chunk needs
            return

    def _read(self, pipe: IO[bytes]) -> None:
        chunk = os.read(pipe.fileno(), CHUNK)
        if not chunk:
            self._open.discard(pipe)
        elif pipe is self._stdout:
            self._received += chunk
        else:
            self._words = (self._words + chunk)[-KEPT_STDERR:]

    def _drain_stderr(self) -> None:
        """Reads what is available; the loop, which has a time limit, continues with a child that keeps writing."""
        for _ in range(DRAINED // CHUNK):
            if self._stderr not in self._open or not select.select([self._stderr], [], [], 0)[0]:
                return
            self._read(self._stderr)

    def _ending_words(self, until: float, seconds: float) -> str:
        """How the child ended, after it closed its output; it may do so within its time limit."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(until - monotonic(), GRACE))
        status = self._process.poll()
        self._drain_stderr()
        self.kill()
        if status is None:
            return f"{TIMED_OUT} {seconds:g} s, with its output closed"
        return signal_name(-status) if status < 0 else f"exited with status {status}"

    def _close_pipes(self) -> None:
        for pipe in (self._stdin, self._stdout, self._stderr):
            with contextlib.suppress(OSError):
                pipe.close()
        self._open = set()


def signal_name(number: int) -> str:
    """The name of a signal: "SIGABRT"."""
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return f"signal {number}"


def _start(command: Sequence[str], cwd: Path | None) -> Supervised:
    if sys.platform == "win32":
        raise OSError(errno.ENOTSUP, NOT_ON_WINDOWS)
    _require_program(command[0], cwd)
    theirs, ours = os.pipe()
    supervisor = script_command(supervision.__name__, supervision.__file__, str(theirs))
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(
            (*supervisor, *command),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            cwd=cwd,
            bufsize=0,
            start_new_session=True,
            pass_fds=[theirs],
        )
    except OSError:
        os.close(ours)
        raise
    finally:
        os.close(theirs)
    return Supervised(process, ours)


def _require_program(name: str, cwd: Path | None) -> None:
    """Raises `OSError` if there is no such program: its supervisor could only report that it ended at once."""
    path = str(Path(cwd or ".") / name) if os.sep in name else name
    if shutil.which(path) is None:
        is_there = os.sep in name and Path(path).exists()
        number = errno.EACCES if is_there else errno.ENOENT
        raise OSError(number, os.strerror(number), name)


def _pipes(process: ChildProcess) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr


def _not_blocking(pipe: IO[bytes]) -> IO[bytes]:
    os.set_blocking(pipe.fileno(), False)
    return pipe
