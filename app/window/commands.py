"""Runs a command of gjkscope, such as `record`, in a child process, and follows its progress."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gjkscope.app.base.progress import CommandProgress, read_progress

if TYPE_CHECKING:  # imported when a command is run: not needed to open the window
    from gjkscope.app.base.processes.line_process import LineProcess

MODULE = "gjkscope.app.command_line.progress_lines"
LONGEST_SILENCE = 600.0  # seconds between two lines: a demo that computes a simulation may say nothing for long
DONE, DIVERGED = 0, 1  # exit statuses; of `record`, the second says that a demo differs from its recording


class CommandError(Exception):
    """A command that failed; the message is the line that it printed, without the program's name."""


def run_child_command(words: Sequence[str | Path], follow: Callable[[CommandProgress], None]) -> None:
    """Runs the command to its end; `follow` is called with its progress.

    The process and all that it started end if the job is cancelled, which raises `Cancelled`, and if this process ends.
    Raises `CommandError`.
    """
    from gjkscope.app.base.processes.interpreter import module_command  # not needed to open the window
    from gjkscope.app.base.processes.line_process import ChildFailure, LineProcess

    process = LineProcess(module_command(MODULE, *map(str, words)))
    try:
        while (line := _next_line(process)) is not None:
            if (progress := read_progress(line)) is not None:
                follow(progress)
    except ChildFailure as fault:
        raise CommandError(process.last_words.removeprefix("gjkscope: ") or str(fault)) from None
    finally:
        process.kill()


def _next_line(process: "LineProcess") -> bytes | None:
    """The next line; None at the end of a command that has done its work."""
    from gjkscope.app.base.processes.line_process import ChildFailure

    try:
        return process.exchange(b"", LONGEST_SILENCE)
    except ChildFailure:
        if process.status in (DONE, DIVERGED):
            return None
        raise
