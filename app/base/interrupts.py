"""Ctrl+C while the program is being loaded.  It is the first module that is, and imports next to nothing."""

import os
import signal

INTERRUPTED = 130  # the exit status that a shell reports for a program that Ctrl+C ended


def end_at_once(*_: object) -> None:
    """Ends the process, as a handler of SIGINT: a library interrupted while it loads leaves tracebacks behind."""
    os._exit(INTERRUPTED)


# Not the default where the program that started this one has SIGINT ignored, which then stays so.
USUAL = signal.getsignal(signal.SIGINT)


def end_interrupted() -> None:
    """From now on Ctrl+C ends the process.  In the main thread only, as signals are."""
    if USUAL is signal.default_int_handler:
        signal.signal(signal.SIGINT, end_at_once)
