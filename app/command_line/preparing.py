"""Says on standard error why a command that judges answers starts slowly: on a new machine it compiles first."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from gjkscope.app.command_line.console import print_note, progress_bar

PATIENCE = 5.0  # seconds; loading what was compiled before takes one or two
PREPARING = "preparing to judge answers; on a new machine this compiles code once, which takes about half a minute"


@contextmanager
def announced(say: Callable[[str], None] = print_note) -> Iterator[Callable[[], None]]:
    """Says so if the block takes long; calling the function that it gives ends the wait earlier.

    >>> with announced() as ready:
    ...     ready()
    """
    timer = Timer(PATIENCE, lambda: say(PREPARING))
    timer.daemon = True
    timer.start()
    try:
        yield timer.cancel
    finally:
        timer.cancel()


@contextmanager
def compiling_shown() -> Iterator[Callable[[str, float], None]]:
    """A progress bar on a terminal for `batch.prepare`: gives the function for its `report`."""
    with progress_bar() as update:
        yield lambda doing, done: update(doing.capitalize(), done, 1.0, f"{done:.0%}")
