"""Where reports of compiling go: by default to a line on standard error.

The line appears if standard error is a terminal and the process is not a worker of another one.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process

OnCompiled = Callable[[str, float], None]
"""Called with what is being done, and the part of all work that is done, 0 to 1; at the end with "" and 1."""


def write_on_terminal(words: str, done: float) -> None:
    """Rewrites a line on standard error."""
    if parent_process() is None and sys.stderr is not None and sys.stderr.isatty():
        line = f"gjkscope: {words}, once on this machine ({done:.0%})" if words else ""
        sys.stderr.write(f"{line}\x1b[K\r")  # the cursor ends where the next text replaces the line
        sys.stderr.flush()


class Reports:
    """Where reports go."""

    to: OnCompiled = staticmethod(write_on_terminal)


@contextmanager
def report_to(report: OnCompiled) -> Iterator[None]:
    """Sends the reports of what is compiled inside the block there."""
    before, Reports.to = Reports.to, staticmethod(report)
    try:
        yield
    finally:
        Reports.to = before
