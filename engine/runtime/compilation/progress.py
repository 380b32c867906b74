"""Reports how far compiling is: without a cache it takes half a minute.

numba announces each function that it compiles, and nothing if it loads code from its cache.  Then everything is
optimised together (`libraries.py`), which takes nearly as long as all functions before and cannot be divided.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

from numba.core import event

from gjkscope.engine.runtime.compilation.reports import OnCompiled, Reports

BEFORE_OPTIMISING = 0.6  # of the time, measured with `batch.prepare`


class Counter(event.Listener):  # type: ignore[misc]
    """Counts the functions that numba has compiled."""

    now: "Counter | None" = None  # who counts

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


@contextmanager
def report_progress(functions: Iterable[FunctionType]) -> Iterator[None]:
    """Reports the compiling of these functions inside the block."""
    counter = Counter.now = Counter(functions, Reports.to)
    try:
        with event.install_listener("numba:compile", counter):
            yield
    finally:
        Counter.now = None
        counter.finish()


def report_optimising() -> None:
    if Counter.now is not None:
        Counter.now.optimise()
