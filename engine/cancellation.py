"""Calling off a run that takes seconds, from another thread: between two parts of its work it asks whether to go on.

    with called_off_by(event.is_set):
        broad_phase(...)                # raises `CalledOff` soon after the event is set

Whoever does not use `called_off_by` is never interrupted.  Runs that are over in milliseconds do not ask.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_is_off: ContextVar[Callable[[], bool] | None] = ContextVar("is_off", default=None)


class CalledOff(Exception):
    """Nobody waits for the answer any more."""


@contextmanager
def called_off_by(is_off: Callable[[], bool]) -> Iterator[None]:
    """What runs in the block, by this thread, ends with `CalledOff` once `is_off` says so."""
    before = _is_off.set(is_off)
    try:
        yield
    finally:
        _is_off.reset(before)


def checkpoint() -> None:
    """Between two parts of the work.  Raises `CalledOff`."""
    is_off = _is_off.get()
    if is_off is not None and is_off():
        raise CalledOff
