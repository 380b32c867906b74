"""A child process that is kept between requests: started on first use, and restarted after it has ended."""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

from gjkscope.app.base.processes.line_process import LONGEST_LINE, ChildFailure, LineProcess, Supervised

ChildCommand = Sequence[str] | Callable[[], Supervised]
"""The command or function that starts the process."""


class WarmProcess:
    """The process, used by one thread at a time; only `interrupt` may be called from another one meanwhile.

    A cancelled request still gets an answer, which must not be mistaken for the next one: `prepare` waits for it.
    """

    def __init__(
        self, start: ChildCommand, cwd: Path | None = None, longest: int = LONGEST_LINE, is_polite: bool = False
    ) -> None:
        """`longest` limits a line, in bytes.  `is_polite`: whether `end` lets it finish its current work."""
        self._start = start
        self._cwd = cwd
        self._longest = longest
        self._is_polite = is_polite
        self._process: LineProcess | None = None
        self._has_announced = False
        self._owed: float | None = None  # when the answer to a cancelled request is due

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.is_running

    @property
    def pid(self) -> int | None:
        """The number of the process, or of its supervisor; None before it is started and after `end`."""
        return self._process.pid if self._process is not None else None

    @property
    def last_words(self) -> str:
        """The last line that it wrote to standard error, "" if none."""
        return self._process.last_words if self._process is not None else ""

    def launch(self) -> None:
        """Starts it if it is not running, without waiting until it can answer.  Raises `OSError`."""
        if not self.is_running:
            self.end()
            self._process = LineProcess(self._start, self._cwd, self._longest)

    def prepare(self) -> None:
        """Prepares it for a request: waits for the answer to a cancelled one, or starts it.  Raises `OSError`."""
        if self._owed is not None and self.is_running:
            try:
                self._running.exchange(b"", max(self._owed - monotonic(), 0.0))
            except ChildFailure:  # of an abandoned request
                self.end()
            self._owed = None
        self.launch()

    def announcement(self, seconds: float) -> bytes | None:
        """The line that announces that it can answer; None if it was sent before.  Raises `ChildFailure`."""
        if self._has_announced:
            return None
        line = self._running.exchange(b"", seconds)
        self._has_announced = True
        return line

    def ask(self, lines: bytes, seconds: float) -> bytes:
        """The answer to a request, after `prepare`.  Raises `ChildFailure`, and `Cancelled`."""
        self._owed = monotonic() + seconds  # unless the exchange ends normally
        line = self._running.exchange(lines, seconds)
        self._owed = None
        return line

    def exchange(self, lines: bytes, seconds: float) -> bytes:
        """Like `LineProcess.exchange`, for a request with several answers; end the process if it is cancelled."""
        return self._running.exchange(lines, seconds)

    def interrupt(self) -> None:
        """Ends it while another thread waits for its answer."""
        process = self._process
        if process is not None:
            process.interrupt()

    def end(self) -> None:
        """Ends it; the next request starts another one."""
        if self._process is not None:
            (self._process.close if self._is_polite else self._process.kill)()
        self._process, self._owed, self._has_announced = None, None, False

    @property
    def _running(self) -> LineProcess:
        assert self._process is not None, "prepare starts it"
        return self._process
