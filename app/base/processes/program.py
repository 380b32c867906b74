"""Runs a program to its end, line by line, under a supervisor: it ends when it is cancelled, and when we end."""

from collections.abc import Callable, Sequence

from gjkscope.app.base.processes.line_process import ChildFailure, LineProcess

MERGED = ("sh", "-c", 'exec "$@" 2>&1', "sh")  # with standard error in the output, in the order of writing
SILENCE = 900.0  # seconds without a line: a large download over a slow line
SUCCESS = "exited with status 0"


def run_program(command: Sequence[str], on_line: Callable[[str], None]) -> str | None:
    """Calls `on_line` with each line that the program writes; returns how it ended, None for status 0.

    Raises `Cancelled`, and `OSError` if there is no such program.
    """
    process = LineProcess((*MERGED, *command))
    try:
        while True:
            on_line(process.exchange(b"", SILENCE).decode(errors="replace"))
    except ChildFailure as ending:
        return None if str(ending) == SUCCESS else str(ending)
    finally:
        process.kill()
