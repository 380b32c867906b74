"""Cancels a long computation from another thread.

    with cancellable_by(event.is_set):
        broad_phase(...)                # raises `Cancelled` soon after the event is set

Long computations call `checkpoint` between parts of their work.  Without `cancellable_by` they are never cancelled;
computations that take only milliseconds have no checkpoints.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_is_off: ContextVar[Callable[[], bool] | None] = ContextVar("is_off", default=None)


class Cancelled(Exception):
    """The computation was cancelled."""


@contextmanager
def cancellable_by(is_off: Callable[[], bool]) -> Iterator[None]:
    """Cancels computations of this thread within the block: they raise `CalledOff` once `is_off()` is true."""
    before = _is_off.set(is_off)
    try:
        yield
    finally:
        _is_off.reset(before)


def checkpoint() -> None:
    """Raises `Cancelled` if the computation was cancelled."""
    is_off = _is_off.get()
    if is_off is not None and is_off():
        raise Cancelled
