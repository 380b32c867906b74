"""What the commands share: how they take arguments, what they print, and how they say that something is wrong."""

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

from gjkscope.app.base.interrupts import INTERRUPTED as INTERRUPTED
from gjkscope.app.base.numbers import parse_number

DONE, CONTRADICTED, UNUSABLE = 0, 1, 2
LONGEST_MESSAGE = 300  # characters
MOST_DIGITS = 18  # of a whole number on the command line: what 64 bits hold
LARGEST_SIDE = 8192  # pixels: what every OpenGL 3.3 driver in use can draw into


class Unusable(Exception):
    """Input or arguments that cannot be used; the message is the one line for the user."""


class Parser(argparse.ArgumentParser):
    """argparse, with errors in one line, also when its help cannot be written."""

    def error(self, message: str) -> NoReturn:
        if len(message) > LONGEST_MESSAGE:  # it repeats the argument
            message = f"{message[:LONGEST_MESSAGE]}…"
        raise Unusable(f"{message}; see {self.prog} --help")

    def _print_message(self, message: str, file: object = None) -> None:
        if message and file is sys.stdout:
            write(message)
        else:
            super()._print_message(message, file)  # type: ignore[arg-type]


class Interrupt:
    """Whether Ctrl+C was pressed."""

    asked = False

    def ask(self, *_: object) -> None:
        self.asked = True


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Herein Ctrl+C breaks into nothing: what goes on looks now and then whether it was pressed, and ends as it should.

    In the main thread only, as signals are.
    """
    interrupt = Interrupt()
    before = signal.signal(signal.SIGINT, interrupt.ask)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)


def number_argument(text: str) -> float:
    try:
        return parse_number(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def size_argument(text: str) -> tuple[int, int]:
    width, height = (whole_number(side) for side in text.partition("x")[::2])
    if width is None or height is None:
        raise argparse.ArgumentTypeError(f"must be WIDTHxHEIGHT in pixels, such as 1280x800, got {text!r}")
    if not (64 <= width <= LARGEST_SIDE and 64 <= height <= LARGEST_SIDE):
        raise argparse.ArgumentTypeError(f"each side must be from 64 to {LARGEST_SIDE} pixels, got {text!r}")
    return width, height


def whole_number(text: str) -> int | None:
    """The number that an argument gives in decimal digits; None for anything else, also for one of too many digits."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def say(text: str) -> None:
    """Prints a line at once, so that each answer is there before the next is computed."""
    write(f"{text}\n")


def write(text: str) -> None:
    """Writes to the standard output.  Raises `BrokenPipeError`, and `Unusable` for any other failure."""
    if sys.stdout is None:
        raise Unusable("the output cannot be written: the standard output is closed")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as fault:
        # What could not be written must not be tried again, and fail again, when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(fault, BrokenPipeError):
            raise
        raise Unusable(f"the output cannot be written: {fault.strerror or fault}") from None


def complain(fault: Unusable) -> int:
    if sys.stderr is not None:
        with suppress(OSError):  # of a full one: the exit status still tells
            print(f"gjkscope: {' '.join(str(fault).splitlines())}", file=sys.stderr, flush=True)
    return UNUSABLE


def unloadable(fault: ImportError) -> Unusable:
    """The graphics libraries load those of the system as they are imported."""
    remedy = "install OpenGL and, but for pictures, X11 (Debian: libgl1 libegl1 libx11-6); query needs neither"
    return Unusable(f"a graphics library cannot be loaded ({fault}): {remedy}")
