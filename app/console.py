"""What the commands share: how they take arguments, what they print, and how they say that something is wrong."""

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from .number_text import parse_number

DONE, CONTRADICTED, UNUSABLE = 0, 1, 2
INTERRUPTED = 130  # what a shell reports for a program that Ctrl+C ended
LARGEST_SIDE = 8192  # pixels: what every OpenGL 3.3 driver in use can draw into


class Unusable(Exception):
    """Input or arguments that cannot be used; the message is the one line for the user."""


class Parser(argparse.ArgumentParser):
    """argparse, with its complaints in one line."""

    def error(self, message: str) -> NoReturn:
        raise Unusable(f"{message}; see {self.prog} --help")


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
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"must be WIDTHxHEIGHT in pixels, such as 1280x800, got {text!r}")
    if not all(64 <= side <= LARGEST_SIDE for side in (int(width), int(height))):
        raise argparse.ArgumentTypeError(f"each side must be from 64 to {LARGEST_SIDE} pixels, got {text!r}")
    return int(width), int(height)


def say(text: str) -> None:
    """Prints at once, so that each answer is there before the next is looked for."""
    try:
        print(text, flush=True)
    except OSError as fault:
        # What could not be written must not be tried again, and fail again, when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(fault, BrokenPipeError):
            raise
        raise Unusable(f"the output cannot be written: {fault.strerror or fault}") from None


def complain(fault: Unusable) -> int:
    print(f"gjkscope: {' '.join(str(fault).splitlines())}", file=sys.stderr)
    return UNUSABLE


def unloadable(fault: ImportError) -> Unusable:
    """The graphics libraries load those of the system as they are imported."""
    remedy = "install OpenGL and, but for pictures, X11 (Debian: libgl1 libegl1 libx11-6); query needs neither"
    return Unusable(f"a graphics library cannot be loaded ({fault}): {remedy}")
