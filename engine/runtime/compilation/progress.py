"""Reports how far compiling is: without a cache it takes half a minute.

numba announces each function that it compiles, and nothing if it loads code from its cache.  Then everything is
optimised together (`libraries.py`), which takes nearly as long as all functions before and cannot be divided.

By default the report is a line on standard error, if that is a terminal and the process is not a worker of another one.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from types import FunctionType
from typing import Any

from numba.core import event

OnCompiled = Callable[[str, float], None]
"""Called with what is being done, and the part of all work that is done, 0 to 1; at the end with "" and 1."""

BEFORE_OPTIMISING = 0.6  # of the time, measured with `batch.prepare`


def write_on_terminal(words: str, done: float) -> None:
    """Rewrites a line on standard error."""
    if parent_process() is None and sys.stderr is not None and sys.stderr.isatty():
        line = f"gjkscope: {words}, once on this machine ({done:.0%})" if words else ""
        sys.stderr.write(f"{line}\x1b[K\r")  # the cursor ends where the next text replaces the line
        sys.stderr.flush()


class Counter(event.Listener):  # type: ignore[misc]
    """Counts the functions that numba has compiled."""

    def __init__(self, functions: Iterable[FunctionType], report: OnCompiled) -> None:
        self._waiting = {*functions}
        self._total = len(self._waiting)
        self._report = report
        self._compiled = 0

    def on_start(self, started: Any) -> None:
        """Does nothing: a function is counted when it is compiled."""

    def on_end(self, ended: Any) -> None:
        self._waiting.discard(ended.data["dispatcher"].py_func)
        self._compiled = self._total - len(self._waiting)
        self._report(
            f"compiling {self._compiled} of {self._total} functions", BEFORE_OPTIMISING * self._compiled / self._total
        )

    def optimise(self) -> None:
        """Reports that the functions compiled so far are being optimised."""
        self._report(f"optimising {self._compiled} functions", BEFORE_OPTIMISING)

    def finish(self) -> None:
        if self._compiled:
            self._report("", 1.0)


class Reports:
    """Where reports go, and who counts."""

    to: OnCompiled = staticmethod(write_on_terminal)
    counter: Counter | None = None


@contextmanager
def reported_to(report: OnCompiled) -> Iterator[None]:
    """Sends the reports of what is compiled inside the block there."""
    before, Reports.to = Reports.to, staticmethod(report)
    try:
        yield
    finally:
        Reports.to = before


@contextmanager
def progress_reported(functions: Iterable[FunctionType]) -> Iterator[None]:
    """Reports the compiling of these functions inside the block."""
    counter = Reports.counter = Counter(functions, Reports.to)
    try:
        with event.install_listener("numba:compile", counter):
            yield
    finally:
        Reports.counter = None
        counter.finish()


def report_optimising() -> None:
    if Reports.counter is not None:
        Reports.counter.optimise()
