"""Handles Ctrl+C during startup.  This module is imported first, and imports almost nothing."""

import os
import signal

INTERRUPTED = 130  # the exit status that shells report after Ctrl+C


def exit_now(*_: object) -> None:
    """SIGINT handler that exits at once, as a library interrupted during its import would print tracebacks."""
    os._exit(INTERRUPTED)


# Not the default handler if the parent process ignores SIGINT, which must then remain ignored.
ORIGINAL_HANDLER = signal.getsignal(signal.SIGINT)


def exit_on_interrupt() -> None:
    """Makes Ctrl+C end the process at once.  Main thread only, because of `signal.signal`."""
    if ORIGINAL_HANDLER is signal.default_int_handler:
        signal.signal(signal.SIGINT, exit_now)
