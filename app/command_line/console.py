"""Shared by all commands: argument parsing, output, error reporting and exit statuses."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from re import sub
from textwrap import fill
from typing import NamedTuple, NoReturn

from gjkscope.app.base.interrupts import INTERRUPTED as INTERRUPTED
from gjkscope.app.base.numbers import parse_number
from gjkscope.app.base.picture_size import LARGEST_SIDE, SMALLEST_SIDE
from gjkscope.app.base.progress import PROGRESS, PROGRESS_LINES, progress_line
from gjkscope.engine.cancellation import Cancelled, cancellable_by

DONE, CONTRADICTED, UNUSABLE = 0, 1, 2
LONGEST_WORD, LONGEST_MESSAGE = 200, 2000  # characters; an argument that is quoted may be longer
LONGEST_LINE, WRAPPED_AT = 300, 120  # characters: a longer message is wrapped
MOST_DIGITS = 18  # of a whole number on the command line, so that it fits into 64 bits


class UsageError(Exception):
    """Input or arguments that cannot be used; the message is the one line shown to the user."""


class CliCommand(NamedTuple):
    """A command such as `gjkscope query`."""

    name: str
    arguments: str  # the required ones, for the list of commands
    summary: str  # one sentence
    run: Callable[[list[str]], int]  # with the arguments after its name; returns the exit status


class Parser(argparse.ArgumentParser):
    """argparse with one-line errors, including the error that its help text cannot be written."""

    def error(self, message: str) -> NoReturn:
        message = sub(rf"(\S{{{LONGEST_WORD}}})\S+", r"\1…", message)
        if len(message) > LONGEST_MESSAGE:
            message = f"{message[:LONGEST_MESSAGE]}…"
        raise UsageError(f"{message}; see {self.prog} --help")

    def _print_message(self, message: str, file: object = None) -> None:
        if message and file is sys.stdout:
            write(message)
        else:
            super()._print_message(message, file)  # type: ignore[arg-type]


class Interrupt:
    """Whether Ctrl+C was pressed."""

    requested = False

    def request(self, *_: object) -> None:
        self.requested = True


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Turns Ctrl+C into a flag inside the block: the work polls the flag and shuts down cleanly.

    Main thread only, because of `signal.signal`.
    """
    interrupt = Interrupt()
    before = signal.signal(signal.SIGINT, interrupt.request)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def cancelled_by_interrupt() -> Iterator[None]:
    """Lets Ctrl+C cancel the work inside the block, which cleans up; raises `KeyboardInterrupt` afterwards."""
    with interruptible() as interrupt:
        try:
            with cancellable_by(lambda: interrupt.requested):
                yield
        except Cancelled:
            raise KeyboardInterrupt from None


Progress = Callable[[str, float, float | None, str], None]
"""Shows a title, the completed amount, the total (None: unknown), and a remark."""


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A progress bar on a terminal; for a window that has started the command, a line for each step of the work."""
    if os.environ.get(PROGRESS) == PROGRESS_LINES:
        yield _print_progress
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    title, words, left = "{task.description}", "{task.fields[words]}", TimeRemainingColumn(compact=True)
    columns = (TextColumn(title), BarColumn(), TextColumn(words), TimeElapsedColumn(), left)
    console = Console(stderr=True)
    with Bar(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Starting", total=None, words="")

        def update(title: str, done: float, total: float | None, words: str) -> None:
            bar.update(task, description=title, completed=done, total=total, words=words)

        yield update


def _print_progress(title: str, done: float, total: float | None, words: str) -> None:
    print_line(progress_line(done, total, words or title))


def number_argument(text: str) -> float:
    try:
        return parse_number(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def seconds_argument(text: str, most: float = inf) -> float:
    value = number_argument(text)
    if not 0 < value <= most:
        limit = f" and at most {most:g}" if most < inf else ""
        raise argparse.ArgumentTypeError(f"must be > 0{limit}, got {text!r}")
    return value


def size_argument(text: str) -> tuple[int, int]:
    width, height = (whole_number(side) for side in text.partition("x")[::2])
    if width is None or height is None:
        raise argparse.ArgumentTypeError(f"must be WIDTHxHEIGHT in pixels, such as 1280x800, got {text!r}")
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (width, height)):
        sides = f"from {SMALLEST_SIDE} to {LARGEST_SIDE} pixels"
        raise argparse.ArgumentTypeError(f"each side must be {sides}, got {text!r}")
    return width, height


def scale_size(size: tuple[int, int], factor: int, option: str) -> tuple[int, int]:
    """The size times the factor that `option` gave.  Raises `UsageError` if it is too large."""
    width, height = (side * factor for side in size)
    if max(width, height) > LARGEST_SIDE:
        raise UsageError(f"{option}: {width}x{height} pixels are too many; each side must be at most {LARGEST_SIDE}")
    return width, height


def whole_number(text: str) -> int | None:
    """The whole number in `text`; None if it is not all decimal digits or has more than `MOST_DIGITS`."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def range_argument(text: str) -> tuple[int, int]:
    """Two numbers as FIRST:LAST."""
    first, last = (whole_number(part) for part in text.partition(":")[::2])
    if first is None or last is None or last < first:
        raise argparse.ArgumentTypeError(f"must be FIRST:LAST, such as 0:5, got {text!r}")
    return first, last


def whole_argument(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"must be a whole number, got {text!r}")
    return number


def count_argument(text: str) -> int:
    number = whole_argument(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be > 0, got {text!r}")
    return number


def print_line(text: str) -> None:
    """Prints a line and flushes, so that each answer appears before the next is computed."""
    write(f"{text}\n")


def write(text: str) -> None:
    """Writes to standard output.  Raises `BrokenPipeError`, and `UsageError` for any other failure."""
    if sys.stdout is None:
        raise UsageError("the output cannot be written: standard output is closed")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as fault:
        # Otherwise Python would flush the buffer again at exit, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(fault, BrokenPipeError):
            raise
        raise UsageError(f"the output cannot be written: {fault.strerror or fault}") from None


def print_note(text: str) -> None:
    """Prints a remark on standard error."""
    print(f"gjkscope: {text}", file=sys.stderr, flush=True)


def print_error(fault: UsageError) -> int:
    if sys.stderr is not None:
        with suppress(OSError):  # stderr may be full; the exit status still reports the error
            print(_wrapped(f"gjkscope: {' '.join(str(fault).splitlines())}"), file=sys.stderr, flush=True)
    return UNUSABLE


def _wrapped(line: str) -> str:
    """The line; a long list is wrapped, with an indent, since a terminal would break its words."""
    if len(line) <= LONGEST_LINE:
        return line
    return fill(line, WRAPPED_AT, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def missing_library(fault: ImportError) -> UsageError:
    """The error for a missing system library; the graphics packages load these when imported."""
    remedy = "install OpenGL and, for the window, X11 (Debian: libgl1 libegl1 libx11-6); query needs neither"
    return UsageError(f"a graphics library cannot be loaded ({fault}): {remedy}")
